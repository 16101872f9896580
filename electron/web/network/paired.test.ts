import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import { makeBrowserKey } from '#test/support/web-screen.ts'
import { ok } from '#contract/result.ts'
import { createPaired } from './paired.ts'

const place = { name: 'Grill', role: 'kitchen' } as const

function open(folder = temporaryFolder()) {
  const paired = createPaired(folder)
  const { publicKey } = makeBrowserKey()
  const id = paired.idOf(publicKey)
  const pairedAt = '2026-11-20T15:30:00.000Z'
  const add = () => paired.add({ id, publicKey, system: 'ipados', pairedAt, ...place })
  return { folder, paired, publicKey, id, add }
}

test('a screen stays after a restart, with its name and role', () => {
  const { folder, paired, publicKey, id, add } = open()
  expect(paired.screenOf(publicKey)).toBeNull()
  expect(add()).toEqual(ok(null))
  expect(id).toMatch(/^net-[\da-f]{24}$/)
  expect(createPaired(folder).screenOf(publicKey)).toBe(id)
  paired.keepPlace(id, { name: 'Bar', role: 'counter' })
  paired.keepPlace('net-unknown', { name: 'Bar', role: 'manager' })
  expect(createPaired(folder).placeOf(id)).toEqual({ name: 'Bar', role: 'counter' })
  expect(paired.remove(id)).toEqual(ok(null))
  expect(createPaired(folder).all()).toEqual([])
})

test('a damaged list has those that can be read', () => {
  const { folder, publicKey, add } = open()
  add()
  const file = join(folder, 'network-screens.json')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('[', '[{"id":"net-x","publicKey":"B"},7,'))
  expect(createPaired(folder).all()).toHaveLength(1)
  writeFileSync(file, text.slice(0, 40))
  expect(createPaired(folder).screenOf(publicKey)).toBeNull()
})

test('on a disk that can’t be written nobody is let in', () => {
  const { paired, publicKey, add } = open('/nowhere')
  expect(add()).toMatchObject({ error: { code: 'storage' } })
  expect(paired.screenOf(publicKey)).toBeNull()
})
