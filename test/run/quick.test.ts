import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#cli/build.ts'
import { findFiles } from './files.ts'
import { componentsOf, leftOutUnits, quickComponents, quickProcesses, quickTag } from './quick.ts'
import { projectOf, testFiles } from './vitest-groups.ts'

test('every file that the quick run names exists, and is of its kind', () => {
  const existing = new Set(testFiles())
  const named = [
    ...leftOutUnits.map((file) => [file, 'unit']),
    ...quickComponents.map((file) => [file, 'component']),
    ...quickProcesses.map((file) => [file, 'process']),
  ] as const
  expect(named.filter(([file = '']) => !existing.has(file))).toEqual([])
  expect(named.filter(([file = '', kind]) => projectOf(file) !== kind)).toEqual([])
})

test('every room of the page has a component test in the quick run', () => {
  const rooms = findFiles('renderer/*/room.ts').map((path) => path.split('/')[1] ?? '')
  const without = rooms.filter(
    (room) => !quickComponents.some((file) => file.startsWith(`renderer/${room}/`)),
  )
  expect(without).toEqual([])
})

test('about twenty journeys are in the quick run', () => {
  const sources = findFiles('test/{journeys,desktop}/*.spec.ts').map((file) =>
    readFileSync(join(root, file), 'utf8'),
  )
  const tagged = sources.flatMap((source) => source.match(new RegExp(`'${quickTag}'`, 'g')) ?? [])
  expect(tagged.length).toBeGreaterThanOrEqual(18)
  expect(tagged.length).toBeLessThanOrEqual(30)
})

const tests = [
  'renderer/coupons/CouponsView.browser.test.ts',
  'renderer/coupons/form/CouponForm.browser.test.ts',
  'renderer/coupons/form/use-form.test.ts',
  'renderer/guests/GuestsView.browser.test.ts',
]

test('a change of the page brings the component tests of its folder', () => {
  expect(componentsOf(['renderer/coupons/form/CouponForm.vue'], tests)).toEqual([
    'renderer/coupons/form/CouponForm.browser.test.ts',
  ])
  expect(componentsOf(['electron/host/coupons/coupons.ts'], tests)).toEqual([])
})

test('a large change brings only as many as there is time for', () => {
  const many = Array.from({ length: 40 }, (_, nth) => `renderer/x/${String(nth)}.browser.test.ts`)
  expect(componentsOf(['renderer/x/x.vue'], many)).toHaveLength(8)
})
