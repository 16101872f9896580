import { describe, expect, onTestFinished, test } from 'vitest'
import type { Hours, StoreHours } from '#contract/store-hours/store-hours.ts'
import { counter, tap, valueOfOk } from '#test/support/reservations.ts'
import { startOddPlatform } from '#platform/odd-platform.fixture.ts'
import { openDesk, type Desk } from '#test/support/store-desk.ts'

const path = 'updateStoreSchedule'
const closed: Hours['week'][number] = []
const lunch = [{ fromMinute: 720, toMinute: 900 }]
const usual = [{ fromMinute: 690, toMinute: 1380 }]

const schedule = ({ store }: Desk) => store.practice.store()?.schedule
const effects = ({ store }: Desk): number =>
  store.practice
    .effects()
    .filter(({ operation }) => operation === 'store-schedule')
    .reduce((sum, { count }) => sum + count, 0)

const becomes = (desk: Desk, expected: object) =>
  expect
    .poll(async () => {
      await desk.clock.advance(1_000)
      return desk.hours()
    })
    .toMatchObject(expected)

/** A store whose hours are known from an answer, with its weekdays confirmed. */
async function openKnown(): Promise<Desk & { knownHours: Hours }> {
  const desk = await openDesk()
  await desk.set(20)
  await becomes(desk, { known: { source: 'store' } })
  valueOfOk(await desk.store.call('storeHours.answerQuestion', { weekday: 7 }))
  const { known: reported } = await desk.hours()
  if (reported === null) throw new Error('no hours')
  return { ...desk, knownHours: reported.hours }
}

const send = async ({ store }: Desk, hours: Hours, version: string, tapId = tap()) =>
  store.call('storeHours.send', { tapId, version, hours })

const withFriday = (hours: Hours, periods: Hours['week'][number]): Hours => ({
  ...hours,
  week: hours.week.map((each, day) => (day === 4 ? periods : each)),
})
const isConfirmed = { sent: { delivery: { state: 'confirmed' } } }

describe('what is known', () => {
  test('are the hours of the menu first, and the store’s own after any answer', async () => {
    const desk = await openDesk()
    await becomes(desk, { timeZone: 'America/Santiago', known: { source: 'menu' } })
    const before = await desk.hours()
    await desk.set(20)
    await becomes(desk, { known: { source: 'store' } })
    const { known: reported, unread, version } = await desk.hours()
    expect(version).not.toBe(before.version)
    expect(unread).toEqual([])
    expect(reported?.hours).toMatchObject({
      week: [
        usual,
        usual,
        usual,
        usual,
        [{ fromMinute: 690, toMinute: 1440 }],
        expect.anything(),
        expect.anything(),
      ],
      closedDays: ['2026-12-25', '2027-01-01'],
      special: [{ day: '2026-12-31', periods: [{ fromMinute: 690, toMinute: 960 }] }],
    })
  })

  test('stays over a restart', async () => {
    const desk = await openKnown()
    const before = await desk.hours()
    await desk.store.restart()
    expect(await desk.hours()).toEqual(before)
  })
})

describe('the days of the week', () => {
  test('must be confirmed before hours are sent', async () => {
    const desk = await openDesk()
    await desk.set(20)
    await becomes(desk, { known: { source: 'store' } })
    const { known: reported, version, question } = await desk.hours()
    expect(question).toEqual({ periods: [{ fromMinute: 720, toMinute: 1320 }] })
    expect(await send(desk, reported?.hours as Hours, version)).toMatchObject({
      ok: false,
      error: { code: 'refused', reason: 'weekdays-unknown' },
    })
    const answered = await desk.store.call('storeHours.answerQuestion', { weekday: 7 })
    expect(valueOfOk(answered)).toMatchObject({ question: null, known: { hours: reported?.hours } })
  })

  test('move when the platform counts them differently, for what is read and sent', async () => {
    const desk = await openDesk()
    await desk.set(20)
    await becomes(desk, { known: { source: 'store' } })
    const before = (await desk.hours()).known?.hours as Hours
    // What was read as Sunday is Monday: the platform's 1 is Tuesday.
    const after = valueOfOk(await desk.store.call('storeHours.answerQuestion', { weekday: 1 }))
    const turned = after.known?.hours as Hours
    expect(turned.week).toEqual([before.week[6], ...before.week.slice(0, 6)])
    await desk.store.restart()
    expect((await desk.hours()).known?.hours).toEqual(turned)
    const hours = {
      ...turned,
      week: turned.week.map((periods, day) => (day === 0 ? closed : periods)),
    }
    valueOfOk(await send(desk, hours, (await desk.hours()).version))
    await becomes(desk, isConfirmed)
    expect(schedule(desk)?.openPeriods.flatMap(({ daysOfWeek }) => daysOfWeek)).not.toContain(7)
  })
})

describe('a platform that counts the days from 0', () => {
  const openPeriods = [
    { daysOfWeek: [0, 2, 3, 4, 5, 6], fromMinute: 720, toMinute: 1320 },
    { daysOfWeek: [4], fromMinute: 1380, toMinute: 1560 },
  ]
  /** It takes what it is sent, as an older platform does. */
  async function openFromZero() {
    const older = await startOddPlatform(({ method, body }) => {
      if (method !== 'POST') return { status: 404, body: {} }
      const { storeId, schedule: sentSchedule } = body as { storeId: string; schedule: object }
      return { body: { status: 'ok', data: { _id: storeId, schedule: sentSchedule } } }
    })
    onTestFinished(() => older.close())
    const desk = await openDesk(undefined, { reach: () => ({ v1Url: older.connection().v1Url }) })
    desk.store.practice.changeHoursElsewhere({ openPeriods })
    await desk.set(20)
    await becomes(desk, { known: { source: 'store' }, unread: [] })
    const sentBody = () =>
      older.seen.find(({ method }) => method === 'POST')?.body as {
        schedule: { openPeriods: object[] }
      }
    return { desk, sentBody }
  }

  test('has hours that can be changed, with 0 as Sunday', async () => {
    const { desk, sentBody } = await openFromZero()
    const { question, known: reported } = await desk.hours()
    expect(question).toEqual({ periods: [] })
    expect(reported?.hours.week.map((periods) => periods.length)).toEqual([0, 1, 1, 2, 1, 1, 1])
    valueOfOk(await desk.store.call('storeHours.answerQuestion', { weekday: 1 }))
    const { version } = await desk.hours()
    valueOfOk(await send(desk, withFriday(reported?.hours as Hours, []), version))
    await becomes(desk, isConfirmed)
    expect(sentBody().schedule.openPeriods).toEqual([
      { ...openPeriods[0], daysOfWeek: [2, 3, 4, 6, 0] },
      openPeriods[1],
    ])
  })

  test('and whose 0 is Monday, says the answer', async () => {
    const { desk, sentBody } = await openFromZero()
    const answered = await desk.store.call('storeHours.answerQuestion', { weekday: 2 })
    const { known: reported, version } = valueOfOk(answered)
    expect(reported?.hours.week.map((periods) => periods.length)).toEqual([1, 0, 1, 1, 2, 1, 1])
    valueOfOk(await send(desk, withFriday(reported?.hours as Hours, []), version))
    await becomes(desk, isConfirmed)
    expect(sentBody().schedule.openPeriods).toEqual([
      { ...openPeriods[0], daysOfWeek: [0, 2, 3, 5, 6] },
    ])
  })
})

describe('new hours', () => {
  test('replace the old ones and nothing else', async () => {
    const desk = await openKnown()
    const before = schedule(desk)
    const { version } = await desk.hours()
    const hours = {
      ...withFriday(desk.knownHours, lunch),
      closedDays: [...desk.knownHours.closedDays, '2027-02-01'],
    }
    valueOfOk(await send(desk, hours, version))
    await becomes(desk, { ...isConfirmed, known: { hours } })
    expect(effects(desk)).toBe(1)
    expect(schedule(desk)).toMatchObject({
      closedUntilDate: null,
      closedDays: [
        '2026-12-25T03:00:00.000Z',
        '2027-01-01T03:00:00.000Z',
        '2027-02-01T03:00:00.000Z',
      ],
      availableAtPeriods: before?.availableAtPeriods,
      specialPeriods: [{ days: ['2026-12-31T03:00:00.000Z'], fromMinute: 690, toMinute: 960 }],
    })
    expect(schedule(desk)?.openPeriods).toContainEqual({ daysOfWeek: [5], ...lunch[0] })
  })

  test('leave a pause as it is', async () => {
    const desk = await openKnown()
    const length = { kind: 'minutes', minutes: 60 } as const
    valueOfOk(await desk.store.call('storeHours.pause', { tapId: tap(), length }, counter))
    await expect
      .poll(async () => {
        await desk.clock.advance(1_000)
        return (await desk.pause())?.delivery?.state
      })
      .toBe('confirmed')
    const until = schedule(desk)?.closedUntilDate
    valueOfOk(await send(desk, withFriday(desk.knownHours, lunch), (await desk.hours()).version))
    await becomes(desk, isConfirmed)
    expect(schedule(desk)?.closedUntilDate).toBe(until)
  })

  test('conflict with what another screen has sent meanwhile, and nothing is overwritten', async () => {
    const desk = await openKnown()
    const { version } = await desk.hours()
    const first = withFriday(desk.knownHours, lunch)
    valueOfOk(await send(desk, first, version))
    await becomes(desk, isConfirmed)
    expect(await send(desk, withFriday(desk.knownHours, closed), version)).toMatchObject({
      ok: false,
      error: { code: 'too-late', reason: 'hours-changed' },
    })
    expect(effects(desk)).toBe(1)
    expect((await desk.hours()).known?.hours).toEqual(first)
  })

  test('conflict with what an answer has shown meanwhile', async () => {
    const desk = await openKnown()
    const { version } = await desk.hours()
    desk.store.practice.changeHoursElsewhere({ closedDays: ['2026-12-24'] })
    await desk.set(35)
    await becomes(desk, { known: { hours: { closedDays: ['2026-12-24'] } } })
    expect(await send(desk, withFriday(desk.knownHours, lunch), version)).toMatchObject({
      ok: false,
      error: { code: 'too-late', reason: 'hours-changed' },
    })
  })

  test('are sent once for a repeated message', async () => {
    const desk = await openKnown()
    const { version } = await desk.hours()
    for (const _ of [1, 2])
      valueOfOk(await send(desk, withFriday(desk.knownHours, lunch), version, 'one tap'))
    await becomes(desk, isConfirmed)
    expect(effects(desk)).toBe(1)
  })

  test('that a person marks as done are known from then on', async () => {
    const desk = await openKnown()
    desk.store.practice.misbehave({ path, kind: 'status', status: 400 })
    const hours = withFriday(desk.knownHours, lunch)
    valueOfOk(await send(desk, hours, (await desk.hours()).version))
    await becomes(desk, { sent: { delivery: { state: 'refused' } } })
    const entries = [{ kind: 'store-hours' as const, subject: 'store' }]
    valueOfOk(await desk.store.call('deliveries.decide', { entries, choice: 'mark-done' }))
    expect(await desk.hours()).toMatchObject({ known: { hours, source: 'store' }, unread: [] })
  })

  test('wait for the last ones to be settled', async () => {
    const desk = await openKnown()
    const { version } = await desk.hours()
    desk.store.practice.misbehave({ path, kind: 'status', status: 400 })
    valueOfOk(await send(desk, withFriday(desk.knownHours, lunch), version))
    await becomes(desk, { sent: { delivery: { state: 'refused' } } })
    expect(await send(desk, withFriday(desk.knownHours, closed), version)).toMatchObject({
      ok: false,
      error: { code: 'too-late', reason: 'hours-under-way' },
    })
  })

  test.each(['drop-before-effect', 'drop-after-effect', 'drop-in-answer'] as const)(
    'whose answer is lost (%s) are sent again',
    async (kind) => {
      const desk = await openKnown()
      desk.store.practice.misbehave({ path, kind, times: 2 })
      const hours = withFriday(desk.knownHours, lunch)
      valueOfOk(await send(desk, hours, (await desk.hours()).version))
      await becomes(desk, { ...isConfirmed, known: { hours } })
    },
  )

  test.each([['too many requests', { kind: 'status', status: 429 }]] as const)(
    'are not kept for later after %s',
    async (_name, fault) => {
      const desk = await openKnown()
      desk.store.practice.misbehave({ path, ...fault })
      valueOfOk(await send(desk, withFriday(desk.knownHours, lunch), (await desk.hours()).version))
      await becomes(desk, { sent: { delivery: { state: 'withdrawn', reason: 'offline' } } })
      desk.store.practice.behave()
      await desk.clock.leap(30 * 60_000)
      expect(effects(desk)).toBe(0)
      expect((await desk.hours()).known?.hours).toEqual(desk.knownHours)
    },
  )

  test('are sent again by a person at once, and wait as long as the first time', async () => {
    const desk = await openKnown()
    desk.store.practice.misbehave({ path, kind: 'status', status: 429 })
    const hours = withFriday(desk.knownHours, lunch)
    valueOfOk(await send(desk, hours, (await desk.hours()).version))
    const isWithdrawn = { sent: { delivery: { state: 'withdrawn', reason: 'offline' } } }
    await becomes(desk, isWithdrawn)
    valueOfOk(await send(desk, hours, (await desk.hours()).version))
    const sentAgainAt = desk.clock.monotonic()
    await becomes(desk, isWithdrawn)
    expect(desk.clock.monotonic() - sentAgainAt).toBeGreaterThanOrEqual(10_000)
  })
})

test('hours that can’t be read in full are not sent, because the rest would be deleted', async () => {
  const desk = await openKnown()
  const { openPeriods = [] } = schedule(desk) ?? {}
  const odd = [...openPeriods, { daysOfWeek: [1], fromMinute: 1439, toMinute: 2879 }]
  desk.store.practice.changeHoursElsewhere({
    openPeriods: [...odd, { daysOfWeek: [1], fromMinute: 0, toMinute: 2000 }],
  })
  await desk.set(35)
  await becomes(desk, { unread: ['openPeriods'] })
  const { known: reported, version } = await desk.hours()
  expect(await send(desk, reported?.hours as Hours, version)).toMatchObject({
    ok: false,
    error: { code: 'refused', reason: 'hours-unknown', detail: 'openPeriods' },
  })
})

test('the counter reads hours, and only a manager sends them', async () => {
  const desk = await openKnown()
  const { version }: StoreHours = await desk.hours()
  const hours = withFriday(desk.knownHours, lunch)
  expect(
    await desk.store.call('storeHours.send', { tapId: tap(), version, hours }, counter),
  ).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
})
