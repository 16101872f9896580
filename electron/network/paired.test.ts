import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { ok } from '#contract/shared/result.ts'
import { makeToken } from '#web/door/screen-list.ts'
import { Paired } from './paired.ts'

const place = { name: 'Grill', role: 'kitchen' } as const

function open(folder = temporaryFolder()) {
  const paired = new Paired(folder)
  const { token, tokenHash } = makeToken()
  const id = paired.idOf(tokenHash)
  const pairedAt = '2026-11-20T15:30:00.000Z'
  const add = () => paired.add({ id, tokenHash, system: 'ipados', pairedAt, ...place })
  const shown = `Bearer ${token}`
  return { folder, paired, shown, id, add }
}

test('a screen stays after a restart, with its name and role', () => {
  const { folder, paired, shown, id, add } = open()
  expect(paired.admit(shown)).toBeNull()
  expect(add()).toEqual(ok(null))
  expect(id).toMatch(/^net-[\da-f]{24}$/)
  expect(new Paired(folder).admit(shown)).toMatchObject({ id })
  paired.keepPlace(id, { name: 'Bar', role: 'counter' })
  paired.keepPlace('net-unknown', { name: 'Bar', role: 'manager' })
  expect(new Paired(folder).placeOf(id)).toEqual({
    name: 'Bar',
    role: 'counter',
  })
  expect(paired.remove(id)).toEqual(ok(null))
  expect(new Paired(folder).all()).toEqual([])
})

const damages: [string, (text: string) => string | null][] = [
  ['is cut off', (text) => text.slice(0, 40)],
  ['is all zeros', (text) => '\0'.repeat(text.length)],
  ['is empty', () => ''],
  ['has another value', () => '{"isAllowed":true}'],
  ['has one changed letter in a hash', (text) => text.replace(/"tokenHash":"./, '"tokenHash":"x')],
  ['is a folder', () => null],
]

test.each(damages)('if the list %s, nobody is let in by it, and it is put aside', (_, damage) => {
  const { folder, shown, id, add } = open()
  add()
  const file = join(folder, 'network-screens.json')
  const damaged = damage(readFileSync(file, 'utf8'))
  rmSync(file)
  if (damaged === null) mkdirSync(file)
  else writeFileSync(file, damaged)
  const log = createRecordingLog()
  const paired = new Paired(folder)
  paired.reload(log)
  expect(paired.admit(shown)).toBeNull()
  expect(log.text().match(/list of screens is damaged/g)).toHaveLength(1)
  const next = open(folder)
  expect(next.add()).toEqual(ok(null))
  expect(new Paired(folder).all()).toMatchObject([{ id: next.id }])
  expect(next.id).not.toBe(id)
  if (damaged === null) expect(statSync(`${file}.damaged`).isDirectory()).toBe(true)
  else expect(readFileSync(`${file}.damaged`, 'utf8')).toBe(damaged)
})

test('if single screens can’t be read, the others are let in, and the log has it', () => {
  const { folder, paired: first, add } = open()
  add()
  const file = join(folder, 'network-screens.json')
  const damaged = readFileSync(file, 'utf8').replace('[', '[{"id":"net-x","tokenHash":"B"},7,')
  writeFileSync(file, damaged)
  const log = createRecordingLog()
  const paired = new Paired(folder)
  paired.reload(log)
  expect(paired.all()).toEqual(first.all())
  expect(log.text()).toContain('list of screens is damaged')
  const next = open(folder)
  next.add()
  expect(new Paired(folder).all()).toHaveLength(2)
  expect(readFileSync(`${file}.damaged`, 'utf8')).toBe(damaged)
})

test('on a disk that can’t be written nobody is let in', () => {
  const { paired, shown, add } = open('/nowhere')
  expect(add()).toMatchObject({ error: { code: 'storage' } })
  expect(paired.admit(shown)).toBeNull()
})
