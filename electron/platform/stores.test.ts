import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallResult } from './call/failure.ts'
import { startOddPlatform } from './odd-platform.fixture.ts'
import { scheduleToSend, temporaryClose, updateStoreSchedule } from './stores.ts'

let platform: Awaited<ReturnType<typeof startOddPlatform>>
let answer: unknown
beforeAll(async () => {
  platform = await startOddPlatform(({ path }) => ({
    body: path.startsWith('/v3')
      ? { success: true, data: answer }
      : { status: 'ok', data: { _id: 's' } },
  }))
})
afterAll(() => platform.close())

/** A store's schedule as a live platform answers it. */
const whole = {
  closedUntilDate: '2022-10-02T12:00:00.000Z',
  closedDays: ['2022-05-01', '2022-09-18T03:00:00.000Z'],
  openPeriods: [
    { daysOfWeek: [2, 3, 4], fromMinute: 690, toMinute: 1380, _id: 'p1' },
    { daysOfWeek: [5], fromMinute: 1080, toMinute: 120 },
    { daysOfWeek: [6], fromMinute: 1080, toMinute: 1560 },
  ],
  specialPeriods: [
    { days: ['2022-09-11', '2022-09-12T03:00:00.000Z'], fromMinute: 720, toMinute: 900 },
  ],
  timezone: 'America/Santiago',
  isAvailableNow: true,
  availableStateValidUntil: '2022-10-02T13:00:00.000Z',
  updatedCacheAt: '2022-10-01T00:00:00.000Z',
}
/** The same as it is sent back. */
const sent = {
  closedUntilDate: whole.closedUntilDate,
  closedDays: ['2022-05-01T04:00:00.000Z', '2022-09-18T03:00:00.000Z'],
  openPeriods: [
    { daysOfWeek: [2, 3, 4], fromMinute: 690, toMinute: 1380 },
    ...whole.openPeriods.slice(1),
  ],
  specialPeriods: [
    {
      days: ['2022-09-11T04:00:00.000Z', '2022-09-12T03:00:00.000Z'],
      fromMinute: 720,
      toMinute: 900,
    },
  ],
  timezone: whole.timezone,
}
beforeEach(() => {
  answer = { _id: 's', schedule: whole }
})

type Change = Parameters<typeof scheduleToSend>[1]

const read = async (dialect: Record<string, string> = {}) => {
  const result = await temporaryClose(platform.connection(dialect), {
    params: { storeId: 's' },
    body: { closedUntilDate: null },
  })
  if (!result.ok) throw new Error(result.failure.message)
  return result
}

/** Reads the store, sends its schedule with a change, and returns what was sent. */
async function sendBack(change: Change, dialect: Record<string, string> = {}): Promise<unknown> {
  const body = scheduleToSend(await read(dialect), change)
  if (!body.ok) throw new Error(body.failure.message)
  const result = await updateStoreSchedule(platform.connection(dialect), { body: body.value })
  expect(result).toMatchObject({ ok: true })
  const request = platform.seen.at(-1)?.body as { storeId: string; schedule: unknown }
  expect(request.storeId).toBe('s')
  return request.schedule
}

const wordsOf = (result: CallResult<unknown>): string => (result.ok ? '' : result.failure.message)

test('a schedule is sent completely, and without undocumented fields', async () => {
  const { value, unread } = await read()
  expect(unread).toBeUndefined()
  expect(value.schedule).toEqual(whole)
  expect(await sendBack({})).toEqual(sent)
})

test.each<[string, Change, object]>([
  [
    'the closure',
    { closedUntilDate: '2026-12-30T08:00:00-03:00' },
    { closedUntilDate: '2026-12-30T11:00:00.000Z' },
  ],
  ['no closure', { closedUntilDate: null }, { closedUntilDate: 'null' }],
  [
    'closed days, bare or as instants',
    { closedDays: ['2027-01-01', '2027-05-01T00:00:00-04:00'] },
    { closedDays: ['2027-01-01T03:00:00.000Z', '2027-05-01T04:00:00.000Z'] },
  ],
  ['no special hours', { specialPeriods: [] }, { specialPeriods: [] }],
  ['the zone', { timezone: 'America/Punta_Arenas' }, { timezone: 'America/Punta_Arenas' }],
  ['version 1’s switch', { availableAtPeriods: false }, { availableAtPeriods: false }],
])('one field is changed: %s', async (_title, change, expected) => {
  expect(await sendBack(change)).toEqual({ ...sent, ...expected })
})

test('missing and empty fields are left out', async () => {
  const { specialPeriods: _special, ...without } = whole
  answer = { _id: 's', timezone: 'America/Santiago', schedule: { ...without, timezone: null } }
  const { specialPeriods: _sentSpecial, timezone: _zone, ...left } = sent
  expect(await sendBack({})).toEqual(left)
})

test.each([
  ['America/Santiago', '2022-05-01T04:00:00.000Z'],
  ['Pacific/Auckland', '2022-04-30T12:00:00.000Z'],
  ['Asia/Kathmandu', '2022-04-30T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2022-04-30T10:00:00.000Z'],
  ['UTC', '2022-05-01T00:00:00.000Z'],
])('a bare day is sent as its start in %s', async (timezone, start) => {
  answer = { _id: 's', timezone, schedule: { ...whole, closedDays: ['2022-05-01'] } }
  expect(await sendBack({})).toMatchObject({ closedDays: [start] })
})

test('a missing closure is written as the profile says', async () => {
  answer = { _id: 's', schedule: { ...whole, closedUntilDate: 'null' } }
  expect(await sendBack({})).toMatchObject({ closedUntilDate: 'null' })
  expect(await sendBack({}, { noClosure: 'null' })).toMatchObject({ closedUntilDate: null })
})

describe('is not written back', () => {
  test.each<[string, object, string]>([
    [
      'a closed day that is none',
      { closedDays: ['2022-05-01', { day: 1 }] },
      'schedule.closedDays.1: could not',
    ],
    [
      'a closure in other words',
      { closedUntilDate: 'soon' },
      'schedule.closedUntilDate: could not',
    ],
    ['a period that is a text', { openPeriods: ['always'] }, 'schedule.openPeriods.0: could not'],
    [
      'special hours that are no hours',
      { specialPeriods: 'none' },
      'schedule.specialPeriods: could not',
    ],
    ['a closed day in words', { closedDays: ['Sunday'] }, 'schedule.closedDays.0: '],
    [
      'a bare day, if the store’s zone is not known',
      { timezone: undefined },
      'schedule.closedDays.0: ',
    ],
    [
      'a period without its end',
      { openPeriods: [{ daysOfWeek: [1], fromMinute: 0 }] },
      'schedule.openPeriods.0.toMinute: ',
    ],
    ['closed days that are absent', { closedDays: undefined }, 'schedule.closedDays: '],
    ['closed days that are null', { closedDays: null }, 'schedule.closedDays: '],
    ['periods that are absent', { openPeriods: undefined }, 'schedule.openPeriods: '],
    ['a closure that is absent', { closedUntilDate: undefined }, 'schedule.closedUntilDate: '],
  ])('%s', async (_title, odd, sentence) => {
    answer = { _id: 's', schedule: { ...whole, ...odd } }
    const result = scheduleToSend(await read(), { availableAtPeriods: true })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
    expect(wordsOf(result).slice(0, sentence.length)).toBe(sentence)
  })

  test.each([
    ['none at all', undefined, 'schedule.closedUntilDate: '],
    ['one that is a text', 'open', 'schedule: could not'],
  ])('%s', async (_title, schedule, sentence) => {
    answer = { _id: 's', schedule }
    expect(wordsOf(scheduleToSend(await read(), {}))).toContain(sentence)
  })

  test('missing fields can be set', async () => {
    answer = { _id: 's', schedule: { ...whole, closedDays: undefined } }
    expect(await sendBack({ closedDays: [] })).toEqual({ ...sent, closedDays: [] })
  })
})

test('the profile’s names apply in both directions', async () => {
  const { specialPeriods, timezone, ...rest } = whole
  answer = {
    _id: 's',
    schedule: { ...rest, exceptions: specialPeriods, zone: timezone },
  }
  const dialect = {
    'schedule.specialPeriods': 'exceptions',
    'schedule.timezone': 'zone',
  }
  expect((await read(dialect)).value.schedule).toEqual(whole)
  const { specialPeriods: exceptions, timezone: zone, ...others } = sent
  expect(await sendBack({}, dialect)).toEqual({ ...others, exceptions, zone })
})
