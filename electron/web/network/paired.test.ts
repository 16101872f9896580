import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { ok } from '#contract/result.ts'
import { makeToken } from '../door/screen-list.ts'
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
  ['has one screen that can’t be read', (text) => text.replace('[', '[{"id":"net-x"},')],
  ['is a folder', () => null],
]

test.each(damages)('if the list %s, its copy counts, and is written again', (_, damage) => {
  const { folder, shown, id, add } = open()
  add()
  const file = join(folder, 'network-screens.json')
  const text = readFileSync(file, 'utf8')
  const damaged = damage(text)
  rmSync(file)
  if (damaged === null) mkdirSync(file)
  else writeFileSync(file, damaged)
  const log = createRecordingLog()
  const paired = new Paired(folder)
  expect(paired.admit(shown)).toMatchObject({ id })
  paired.reload(log)
  expect(paired.admit(shown)).toMatchObject({ id })
  expect(log.text()).toContain('copy used')
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('if both are damaged, those that can be read are let in, and the log has it', () => {
  const { folder, paired: first, add } = open()
  add()
  const file = join(folder, 'network-screens.json')
  const text = readFileSync(file, 'utf8')
  for (const end of ['', '.copy'])
    writeFileSync(file + end, text.replace('[', '[{"id":"net-x","tokenHash":"B"},7,'))
  const log = createRecordingLog()
  const paired = new Paired(folder)
  paired.reload(log)
  expect(paired.all()).toEqual(first.all())
  expect(log.text()).toContain('lost')
})

test('a screen that was removed doesn’t come back with the copy', () => {
  const { folder, paired, id, add } = open()
  add()
  paired.remove(id)
  writeFileSync(join(folder, 'network-screens.json'), '')
  expect(new Paired(folder).all()).toEqual([])
})

test('on a disk that can’t be written nobody is let in', () => {
  const { paired, shown, add } = open('/nowhere')
  expect(add()).toMatchObject({ error: { code: 'storage' } })
  expect(paired.admit(shown)).toBeNull()
})
