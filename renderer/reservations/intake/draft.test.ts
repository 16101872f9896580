import { expect, test } from 'vitest'
import type { Draft } from '#contract/reservations/reservations.ts'
import { needsAnother, typedIn } from './draft.ts'

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
