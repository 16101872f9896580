import { describe, expect, test } from 'vitest'
import type { PauseLength } from '#contract/store-hours/store-hours.ts'
import { createDialect } from '#platform/dialect.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openGoBetween } from '#test/support/go-between.ts'
import { counter, tap, valueOfOk } from '#test/support/reservations.ts'
import { openDesk, type Desk } from '#test/support/store-desk.ts'

const path = 'temporary-close'
const minute = 60_000

const ask = async ({ store }: Desk, length: PauseLength, tapId = tap()) =>
  store.call('storeHours.pause', { tapId, length }, counter)
const minutes = (count: number): PauseLength => ({ kind: 'minutes', minutes: count })
const open = async ({ store }: Desk) =>
  valueOfOk(await store.call('storeHours.open', { tapId: tap() }, counter))

const history = async ({ store }: Desk) =>
  valueOfOk(await store.call('storeHours.history', {}, counter)).map(({ kind, screen }) => [
    kind,
    screen,
  ])

const closedUntil = ({ store }: Desk): string | null | undefined =>
  store.practice.store()?.schedule.closedUntilDate
const effects = ({ store }: Desk, operation = path): number =>
  store.practice
    .effects()
    .filter((each) => each.operation === operation)
    .reduce((sum, { count }) => sum + count, 0)

/** Lets seconds pass until the pause is as expected. */
const becomes = (desk: Desk, expected: object | null) => {
  const now = expect.poll(async () => {
    await desk.clock.advance(1_000)
    return desk.pause()
  })
  return expected === null ? now.toBeNull() : now.toMatchObject(expected)
}
const isConfirmed = { delivery: { state: 'confirmed' } }

test('a pause is sent, shown with its end, and over by itself', async () => {
  const desk = await openDesk()
  expect(await desk.pause()).toBeNull()
  const end = new Date(desk.clock.now() + 15 * minute).toISOString()
  valueOfOk(await ask(desk, minutes(15)))
  expect(await desk.pause()).toMatchObject({
    until: end,
    screen: 'Caja',
    delivery: { state: 'queued' },
  })
  await becomes(desk, { until: end, ...isConfirmed })
  expect(closedUntil(desk)).toBe(end)
  await desk.clock.advance(16 * minute)
  expect(await desk.pause()).toBeNull()
  expect(effects(desk)).toBe(1)
})

test('it ends early when somebody opens again', async () => {
  const desk = await openDesk()
  valueOfOk(await ask(desk, minutes(60)))
  await becomes(desk, isConfirmed)
  await open(desk)
  expect(await desk.pause()).toMatchObject({ until: null })
  await becomes(desk, null)
  expect(closedUntil(desk)).toBeNull()
  expect(await history(desk)).toEqual([
    ['open', 'Caja'],
    ['pause', 'Caja'],
  ])
})

test('a new pause replaces the last, also while that is on its way', async () => {
  const between = await openGoBetween()
  const desk = await openDesk(undefined, { between })
  const { next } = between.hold({ fits: (asked) => asked.includes(path), max: 1 })
  const request = next()
  valueOfOk(await ask(desk, minutes(15)))
  await request
  const end = new Date(desk.clock.now() + 60 * minute).toISOString()
  valueOfOk(await ask(desk, minutes(60)))
  await (await request).answer()
  await becomes(desk, { until: end, ...isConfirmed })
  expect(closedUntil(desk)).toBe(end)
})

test('a repeated message makes no second pause', async () => {
  const desk = await openDesk()
  for (const _ of [1, 2]) valueOfOk(await ask(desk, minutes(15), 'same tap'))
  await becomes(desk, isConfirmed)
  await desk.clock.advance(minute)
  expect(effects(desk)).toBe(1)
  expect(valueOfOk(await desk.store.call('storeHours.history', {}, counter))).toHaveLength(1)
})

test.each([
  ['in the past', { kind: 'until', until: '2026-11-24T17:59:00.000Z' }],
  ['longer than a week', { kind: 'until', until: '2026-12-02T18:00:00.000Z' }],
] as const)('an end %s is refused', async (_name, length) => {
  const desk = await openDesk()
  expect(await ask(desk, length)).toMatchObject({ ok: false, error: { code: 'bad-input' } })
  expect(await desk.pause()).toBeNull()
})

describe('across midnight', () => {
  test('until the end of today is the end of the evening, not the next noon', async () => {
    // 23:30 on a Tuesday in Santiago.
    const desk = await openDesk('2026-11-25T02:30:00.000Z')
    valueOfOk(await ask(desk, { kind: 'end-of-today' }))
    await becomes(desk, { until: '2026-11-25T03:00:00.000Z', ...isConfirmed })
    await desk.clock.leap(31 * minute)
    expect(await desk.pause()).toBeNull()
  })

  test('a pause of an hour goes on past midnight', async () => {
    const desk = await openDesk('2026-11-25T02:30:00.000Z')
    valueOfOk(await ask(desk, minutes(60)))
    await becomes(desk, isConfirmed)
    await desk.clock.leap(45 * minute)
    expect(await desk.pause()).toMatchObject({ until: '2026-11-25T03:30:00.000Z', ...isConfirmed })
    await desk.clock.leap(16 * minute)
    expect(await desk.pause()).toBeNull()
  })
})

describe('across a restart', () => {
  test('a pause is still there, and over if its end passed meanwhile', async () => {
    const desk = await openDesk()
    valueOfOk(await ask(desk, minutes(30)))
    await becomes(desk, isConfirmed)
    await desk.clock.advance(10 * minute)
    const before = await desk.pause()
    await desk.store.restart()
    expect(await desk.pause()).toEqual(before)
    await desk.store.host.close()
    await desk.clock.leap(30 * minute)
    await desk.store.restart()
    expect(await desk.pause()).toBeNull()
  })

  test('one that was not sent yet is sent afterwards', async () => {
    const desk = await openDesk()
    desk.store.practice.misbehave({ path, kind: 'status', status: 429 })
    valueOfOk(await ask(desk, minutes(30)))
    await becomes(desk, { delivery: { state: 'queued' } })
    await desk.store.restart()
    desk.store.practice.behave()
    await becomes(desk, isConfirmed)
    expect(effects(desk)).toBe(1)
  })
})

describe('across an outage', () => {
  test('it waits, and is sent when the platform is back', async () => {
    const desk = await openDesk()
    desk.store.practice.misbehave({ path, kind: 'status', status: 429 })
    valueOfOk(await ask(desk, minutes(60)))
    await desk.clock.advance(20 * minute)
    // A try may be under way just then.
    await becomes(desk, { delivery: { state: 'queued' } })
    desk.store.practice.behave()
    await becomes(desk, isConfirmed)
  })

  test('it is dropped when its end passes first, never sent, and the history says so', async () => {
    const desk = await openDesk(undefined, { list: true })
    desk.store.practice.misbehave({ path, kind: 'status', status: 429 })
    valueOfOk(await ask(desk, minutes(15)))
    await desk.clock.advance(20 * minute)
    expect(await desk.pause()).toBeNull()
    desk.store.practice.behave()
    await expect
      .poll(async () => {
        await desk.clock.advance(15_000)
        return valueOfOk(await desk.store.call('status.get', {})).outbox.pending
      })
      .toBe(0)
    expect(effects(desk)).toBe(0)
    expect(await history(desk)).toEqual([['unconfirmed', 'Caja']])
  })

  test('a clock that is set ahead drops no pause that was not sent', async () => {
    const start = '2026-11-24T18:00:00.000Z'
    const clock = new FakeClock(start)
    // The platform's clock is right all the time.
    const platformNow = (): number => Date.parse(start) + clock.monotonic()
    const desk = await openDesk(start, { clock, platformNow, list: true })
    desk.store.practice.misbehave({ path, kind: 'status', status: 429 })
    valueOfOk(await ask(desk, minutes(60)))
    await clock.advance(minute)
    clock.jump(3 * 60 * minute)
    await clock.advance(minute)
    desk.store.practice.behave()
    await becomes(desk, isConfirmed)
    expect(effects(desk)).toBe(1)
  })

  test('opening again before anything was sent sends nothing', async () => {
    const desk = await openDesk()
    desk.store.practice.misbehave({ path: '/', kind: 'status', status: 429 })
    await desk.clock.advance(minute)
    desk.store.practice.behave()
    valueOfOk(await ask(desk, minutes(15)))
    await open(desk)
    await desk.clock.advance(minute)
    expect(await desk.pause()).toBeNull()
    expect(effects(desk)).toBe(0)
    expect((await history(desk)).map(([kind]) => kind).toSorted()).toEqual(['open', 'unconfirmed'])
  })

  test.each(['drop-before-effect', 'drop-after-effect', 'drop-in-answer'] as const)(
    'an answer that is lost (%s) is asked for again',
    async (kind) => {
      const desk = await openDesk()
      desk.store.practice.misbehave({ path, kind, times: 2 })
      valueOfOk(await ask(desk, minutes(30)))
      await becomes(desk, isConfirmed)
      expect(closedUntil(desk)).not.toBeNull()
    },
  )

  test('a pause that the platform rejects needs a person', async () => {
    const desk = await openDesk()
    desk.store.practice.misbehave({ path, kind: 'status', status: 400 })
    valueOfOk(await ask(desk, minutes(30)))
    await becomes(desk, {
      delivery: { state: 'refused', choices: ['retry', 'mark-done', 'dismiss'] },
    })
    const entries = [{ kind: 'pause', subject: 'store' }] as const
    valueOfOk(
      await desk.store.call(
        'deliveries.decide',
        { entries: [...entries], choice: 'dismiss' },
        counter,
      ),
    )
    expect(await desk.pause()).toBeNull()
    expect(await history(desk)).toEqual([['unconfirmed', 'Caja']])
  })
})

test('a closure that somebody made elsewhere is shown once an answer names it', async () => {
  const desk = await openDesk()
  const end = new Date(desk.clock.now() + 90 * minute).toISOString()
  desk.store.practice.changeHoursElsewhere({ closedUntilDate: end })
  await desk.set(20)
  await becomes(desk, { until: end, screen: '', delivery: null })
  await open(desk)
  await becomes(desk, null)
  expect(closedUntil(desk)).toBeNull()
})

describe('a platform without a path for it', () => {
  const dialect = { pauseOperation: 'updateStoreSchedule' }
  const openOld = () =>
    openDesk(undefined, {
      reach: (practice) => ({ dialect: createDialect(dialect), v1Url: practice.v1 }),
    })

  test('needs the store’s hours, and keeps them', async () => {
    const desk = await openOld()
    expect(await ask(desk, minutes(30))).toMatchObject({
      ok: false,
      error: { code: 'refused', reason: 'hours-unknown' },
    })
    await desk.set(20)
    await expect
      .poll(async () => {
        await desk.clock.advance(1_000)
        return (await desk.hours()).known?.source
      })
      .toBe('store')
    const before = desk.store.practice.store()?.schedule
    valueOfOk(await ask(desk, minutes(30)))
    await becomes(desk, isConfirmed)
    const after = desk.store.practice.store()?.schedule
    expect(after?.closedUntilDate).not.toBeNull()
    expect({ ...after, closedUntilDate: null }).toEqual(before)
    expect(effects(desk, 'store-schedule')).toBe(1)
    expect(effects(desk)).toBe(0)
  })
})
