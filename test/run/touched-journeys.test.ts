import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { listRooms } from '#test/support/rooms.ts'
import { root } from '#cli/build.ts'
import { journeysOf, touchedJourneys } from './touched-journeys.ts'

const allSpecs = globSync('test/{journeys,desktop}/*.spec.ts', { cwd: root })
const namesOf = (changed: string[]): string[] =>
  touchedJourneys(changed, allSpecs)
    .map((spec) => basename(spec, '.spec.ts'))
    .toSorted()

test('every room of the page has journeys, and each that is named exists', () => {
  const without = listRooms().filter(
    ({ folder }) => namesOf([`renderer/${folder}/room.ts`]).length === allSpecs.length,
  )
  expect(without.map(({ folder }) => `test/journeys/${folder}.spec.ts`)).toEqual([])
  const names = new Set(allSpecs.map((spec) => basename(spec, '.spec.ts')))
  expect(
    Object.values(journeysOf).flatMap((specs) => specs.filter((one) => !names.has(one))),
  ).toEqual([])
})

test.each<[string, string[], string[] | 'all']>([
  ['a room', ['renderer/coupons/CouponsView.vue'], ['coupons', 'rooms-appearance']],
  ['a noun of the host', ['electron/host/waste/waste.ts'], ['kitchen-screen', 'waste']],
  ['a rule of it', ['electron/domain/coupons/will-it-work.ts'], ['coupons']],
  ['its contract', ['electron/contract/coupons/contract.ts'], ['coupons']],
  ['its fields in the contract', ['electron/contract/coupons/fields.ts'], ['coupons']],
  ['a shell', ['electron/web/server.ts'], ['access-key', 'door', 'first-run', 'house', 'network']],
  ['a journey', ['test/journeys/payments.spec.ts'], ['payments']],
  [
    'two rooms',
    ['renderer/waste/a.ts', 'renderer/payments/b.ts'],
    ['complete-order', 'kitchen-screen', 'payments', 'rooms-appearance', 'waste'],
  ],
  ['what all rooms share', ['renderer/ui/button/AppButton.vue'], 'all'],
  ['the host itself', ['electron/host/dispatch.ts'], 'all'],
  ['what all journeys share', ['test/journeys/store.ts'], 'all'],
  ['a package', ['package.json'], 'all'],
  ['a unit test', ['electron/host/dispatch.test.ts'], []],
  ['a document', ['CONTRIBUTING.md', 'electron/host/db/README.md', '.github/workflows/ci.yml'], []],
  ['nothing', [], []],
])('%s', (_, changed, expected) => {
  const all = allSpecs.map((spec) => basename(spec, '.spec.ts')).toSorted()
  expect(namesOf(changed)).toEqual(expected === 'all' ? all : expected)
})
