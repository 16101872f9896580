import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createKeptLog } from '#test/support/kept-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openDatabase } from '../db/open.ts'
import { createGuestDrafts } from './drafts.ts'
import { createGuestNotes } from './notes.ts'

function openNotes() {
  const db = openDatabase(join(temporaryFolder(), 'notes.sqlite'))
  onTestFinished(() => db.close())
  const log = createKeptLog()
  return { notes: createGuestNotes(db, log), drafts: createGuestDrafts(db, log) }
}
const phone = '+56911112222'

test('two who share a telephone: the kitchen hears of both, and of the same once', () => {
  const { notes } = openNotes()
  const notedAt = '2026-11-01T12:00:00.000Z'
  notes.put('ana', { phone }, { allergies: 'maní', notedAt })
  notes.put('luis', { phone }, { allergies: 'leche', notedAt })
  notes.put('eva', { phone: '911112222' }, { allergies: 'maní', notedAt })
  expect(notes.allergiesOf({ phone })).toBe('maní; leche')
  expect(notes.allergiesOf({ phone: '+56911113333' })).toBeNull()
})

test('what is too old goes, and what is younger stays', () => {
  const { notes, drafts } = openNotes()
  for (const [id, day] of [
    ['ana', '01'],
    ['luis', '03'],
  ] as const) {
    const at = `2026-11-${day}T12:00:00.000Z`
    notes.put(id, {}, { allergies: 'maní', notedAt: at })
    drafts.put('s1', id, { typed: 'maní y', typedAt: at })
  }
  expect(notes.isOlder('2026-11-01T12:00:00.000Z')).toBe(false)
  expect(drafts.isOlder('2026-11-01T12:00:00.000Z')).toBe(false)
  const limit = '2026-11-02T00:00:00.000Z'
  expect([notes.isOlder(limit), drafts.isOlder(limit)]).toEqual([true, true])
  expect(notes.forget(limit)).toBe(1)
  drafts.forget(limit)
  expect([notes.of('ana'), drafts.of('s1', 'ana')]).toEqual([null, null])
  expect([notes.of('luis')?.allergies, drafts.of('s1', 'luis')]).toEqual(['maní', 'maní y'])
  expect([notes.isOlder(limit), drafts.isOlder(limit)]).toEqual([false, false])
})
