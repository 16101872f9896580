import { expect, test } from 'vitest'
import type { Draft } from '#contract/reservations/reservations.ts'
import { needsAnother, rebase, typedIn } from './rebase.ts'

const draft = (typed: Partial<Draft> = {}): Draft => ({
  partySize: '4',
  day: '2026-11-21',
  time: '20:30',
  name: 'Renata Inventada',
  phone: '+56961234514',
  email: '',
  occasion: null,
  sectorId: 's1',
  tableIds: ['t5'],
  requests: '',
  allergies: '',
  clientId: null,
  durationMinutes: 120,
  ...typed,
})

test('only what differs was typed, tables by what they are', () => {
  expect(typedIn(draft(), draft({ tableIds: ['t5'] }))).toEqual({})
  expect(typedIn(draft(), draft({ tableIds: [], allergies: 'nueces' }))).toEqual({
    tableIds: [],
    allergies: 'nueces',
  })
})

test.each<[string, Partial<Draft>, Partial<Draft>, Partial<Draft>]>([
  ['nothing was typed', {}, { time: '21:00' }, { time: '21:00' }],
  ['another field was', { allergies: 'a' }, { time: '21:00' }, { allergies: 'a', time: '21:00' }],
  ['the same one was', { time: '19:00' }, { time: '21:00' }, { time: '19:00' }],
  ['it was emptied', { tableIds: [] }, { partySize: '6' }, { tableIds: [], partySize: '6' }],
])('what was typed stays, the rest is as it is now: %s', (_name, typed, now, after) => {
  expect(rebase(draft(typed), draft(), draft(now))).toEqual(draft(after))
})

test('a table and notes change here alone, whoever else is asked for is another reservation', () => {
  const here = {
    sectorId: 's2',
    tableIds: ['t9'],
    durationMinutes: 90,
    requests: 'r',
    allergies: 'a',
  }
  expect(needsAnother(draft(), draft(here))).toBe(false)
  for (const typed of [{ time: '21:00' }, { partySize: '5' }, { phone: '1' }, { name: 'A' }])
    expect(needsAnother(draft(), draft({ ...here, ...typed }))).toBe(true)
})

test('nothing of it is shared with what it was made of', () => {
  const now = draft()
  rebase(draft(), draft(), now).tableIds.push('t9')
  expect(now.tableIds).toEqual(['t5'])
})
