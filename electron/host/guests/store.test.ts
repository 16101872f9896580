import { expect, onTestFinished, test } from 'vitest'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { newDatabase } from '#test/support/new-database.ts'
import { openDatabase } from '../db/open.ts'
import { Rows } from '../db/rows.ts'
import { createValues } from '../db/values.ts'
import { GuestStore, tagsOf } from './store.ts'

function open(file = newDatabase()) {
  const db = openDatabase(file)
  onTestFinished(() => db.close())
  const log = createRecordingLog()
  return new GuestStore({
    rows: (format) => new Rows(db, log, format),
    values: createValues(db, log),
  })
}
const phone = '+56911112222'

test('two guests share a telephone: the kitchen sees both, and the same one once', () => {
  const store = open()
  const notedAt = '2026-11-01T12:00:00.000Z'
  store.save('ana', { phone }, { allergies: 'maní' }, notedAt)
  store.save('luis', { phone }, { allergies: 'leche' }, notedAt)
  store.save('eva', { phone: '911112222' }, { allergies: 'maní' }, notedAt)
  store.save('vip', { phone }, { tags: ['vip'], note: 'Mesa 7' }, notedAt)
  expect(store.allergiesOf({ phone })).toBe('maní; leche')
  expect(store.allergiesOf({ phone: '+56911113333' })).toBeNull()
})

test('old notes are deleted, and newer ones stay', () => {
  const store = open()
  for (const [id, day] of [
    ['ana', '01'],
    ['luis', '03'],
  ] as const) {
    const at = `2026-11-${day}T12:00:00.000Z`
    store.save(id, {}, { allergies: 'maní' }, at)
  }
  expect(store.isOlder('2026-11-01T12:00:00.000Z')).toBe(false)
  const limit = '2026-11-02T00:00:00.000Z'
  expect(store.isOlder(limit)).toBe(true)
  expect(store.forget(limit)).toBe(1)
  expect(store.find('ana')).toBeNull()
  expect(store.find('luis')?.allergies).toBe('maní')
  expect(store.isOlder(limit)).toBe(false)
})

test('each thing that is noted is changed alone; a guest of whom nothing is left is gone', () => {
  const store = open()
  const at = '2026-11-01T12:00:00.000Z'
  store.save('ana', { phone, name: 'Ana' }, { allergies: 'maní' }, at)
  store.save('ana', null, { tags: ['vip'] }, at)
  store.save('ana', null, { note: 'Mesa 7' }, at)
  expect(store.find('ana')).toMatchObject({
    allergies: 'maní',
    tags: ['vip'],
    note: 'Mesa 7',
    contacts: { phone: '56911112222', name: 'Ana' },
  })
  store.reload()
  for (const nothing of [{ allergies: '' }, { tags: [] }, { note: '' }])
    store.save('ana', null, nothing, at)
  expect(store.all()).toEqual([])
})

test('what was noted by phone is the member’s from their first note on, whatever their number looks like', () => {
  const store = open()
  const at = '2026-11-01T12:00:00.000Z'
  store.save('phone:56911112222', { phone }, { tags: ['window'] }, at)
  const member = { phone: '9 1111 2222' }
  expect(store.find('ana', member)?.tags).toEqual(['window'])
  expect(store.find('eva', { phone: '922223333' })).toBeNull()
  store.save('ana', member, { note: 'Cumple en mayo' }, at)
  expect(store.all()).toMatchObject([
    { client_id: 'ana', tags: ['window'], note: 'Cumple en mayo' },
  ])
})

test('a tag that a later version knows is kept, and not shown', () => {
  const store = open()
  store.save('ana', { phone }, { tags: ['vip', 'patio' as 'vip'] }, '2026-11-01T12:00:00.000Z')
  store.reload()
  const row = store.find('ana')
  expect(row?.tags).toEqual(['vip', 'patio'])
  expect(row && tagsOf(row)).toEqual(['vip'])
})

test('a file from before there were tags keeps its allergies, and takes tags', () => {
  const file = newDatabase()
  const former = openDatabase(file)
  former.run('ALTER TABLE guest_notes DROP COLUMN tags')
  former.run('ALTER TABLE guest_notes DROP COLUMN note')
  const contacts = '{"userId":"","phone":"56911112222","email":""}'
  former.run(
    `INSERT INTO guest_notes VALUES ('ana', 'maní', '${contacts}', '2026-11-01T12:00:00.000Z')`,
  )
  former.run('PRAGMA user_version = 1')
  former.close()
  const store = open(file)
  expect(store.find('ana')).toMatchObject({ allergies: 'maní', tags: [], note: '' })
  store.save('ana', null, { tags: ['vip'] }, '2026-11-02T12:00:00.000Z')
  store.reload()
  expect(store.allergiesOf({ phone })).toBe('maní')
  expect(store.find('ana')?.tags).toEqual(['vip'])
})
