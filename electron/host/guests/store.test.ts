import { expect, onTestFinished, test } from 'vitest'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { newDatabase } from '#test/support/new-database.ts'
import { openDatabase } from '../db/open.ts'
import { Rows } from '../db/rows.ts'
import { createValues } from '../db/values.ts'
import { GuestStore } from './store.ts'

function open() {
  const db = openDatabase(newDatabase())
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
  store.save('ana', { phone }, { allergies: 'maní', notedAt })
  store.save('luis', { phone }, { allergies: 'leche', notedAt })
  store.save('eva', { phone: '911112222' }, { allergies: 'maní', notedAt })
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
    store.save(id, {}, { allergies: 'maní', notedAt: at })
  }
  expect(store.isOlder('2026-11-01T12:00:00.000Z')).toBe(false)
  const limit = '2026-11-02T00:00:00.000Z'
  expect(store.isOlder(limit)).toBe(true)
  expect(store.forget(limit)).toBe(1)
  expect(store.noteOf('ana')).toBeNull()
  expect(store.noteOf('luis')?.allergies).toBe('maní')
  expect(store.isOlder(limit)).toBe(false)
})
