import { describe, expect, test } from 'vitest'
import type { HostEvent } from '#contract/index.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openGoBetween } from '#test/support/go-between.ts'
import { counter, tap, valueOfOk } from '#test/support/reservations.ts'
import { openDesk, type Desk } from '#test/support/store-desk.ts'

const path = 'current-preparation-duration'
const minute = 60_000

const effects = ({ store }: Desk): number =>
  store.practice
    .effects()
    .filter(({ operation }) => operation === 'preparation-duration')
    .reduce((sum, { count }) => sum + count, 0)

/** Lets time pass until the platform has confirmed what is desired. */
async function confirmed(desk: Desk): Promise<void> {
  await expect
    .poll(async () => {
      await desk.clock.advance(1_000)
      return (await desk.preparation()).delivery?.state
    })
    .toBe('confirmed')
}

/** Lets time pass until the time is as expected; the platform's answers keep the clocks agreed. */
const becomes = (desk: Desk, expected: object) =>
  expect
    .poll(
      async () => {
        await desk.clock.leap(60_000)
        return desk.preparation()
      },
      { interval: 1 },
    )
    .toMatchObject(expected)

async function openWithUsual(minutes = 20, options: Parameters<typeof openDesk>[1] = {}) {
  const desk = await openDesk(undefined, options)
  await desk.set(minutes)
  await confirmed(desk)
  return desk
}

test('nothing is known before somebody sets it, and the first time is the usual one', async () => {
  const desk = await openDesk()
  expect(await desk.preparation()).toMatchObject({
    minutes: null,
    usualMinutes: null,
    delivery: null,
    backAt: null,
  })
  expect(await desk.set(20)).toMatchObject({ minutes: 20, usualMinutes: 20, backAt: null })
  await confirmed(desk)
  expect(desk.store.practice.store()?.currentPreparationDuration).toBe(20)
})

test('the first change here goes back as well: to the time that orders came with', async () => {
  const desk = await openDesk(undefined, { list: true })
  desk.store.practice.setReceiver(desk.store.host.webhookUrl)
  const { _id } = await desk.store.practice.placeOrder({ isScheduled: false })
  await expect.poll(() => desk.store.ticket(_id)).toMatchObject({ stage: 'new' })
  const usual = (await desk.store.ticket(_id))?.preparationMinutes ?? 0
  expect(usual).toBeGreaterThan(0)
  expect(await desk.preparation()).toMatchObject({ minutes: null, usualMinutes: usual })
  const changed = await desk.set(usual + 35, 30)
  expect(changed).toMatchObject({ minutes: usual + 35, usualMinutes: usual })
  expect(Date.parse(changed.backAt ?? '')).toBe(desk.clock.now() + 30 * minute)
  await confirmed(desk)
  // Orders come with the longer time now; the usual one stays.
  const { _id: later } = await desk.store.practice.placeOrder({ isScheduled: false })
  await expect
    .poll(() => desk.store.ticket(later))
    .toMatchObject({ preparationMinutes: usual + 35 })
  await becomes(desk, { minutes: usual, usualMinutes: usual, backAt: null })
  await confirmed(desk)
  expect(desk.store.practice.store()?.currentPreparationDuration).toBe(usual)
})

test('a change goes back by itself, and says when', async () => {
  const desk = await openWithUsual(20, { list: true })
  const changed = await desk.set(35, 60)
  expect(changed).toMatchObject({ minutes: 35, usualMinutes: 20, change: { screen: 'Caja' } })
  expect(Date.parse(changed.backAt ?? '')).toBe(desk.clock.now() + 60 * minute)
  await confirmed(desk)
  await becomes(desk, { minutes: 20, backAt: null, change: { reason: 'back', screen: '' } })
  expect(desk.clock.now()).toBeGreaterThanOrEqual(Date.parse(changed.backAt ?? ''))
  await confirmed(desk)
  expect(desk.store.practice.store()?.currentPreparationDuration).toBe(20)
  const history = valueOfOk(await desk.store.call('preparationTime.history', {}, counter))
  expect(history.map(({ before, minutes, reason }) => [before, minutes, reason])).toEqual([
    [35, 20, 'back'],
    [20, 35, 'person'],
    [null, 20, 'person'],
  ])
})

test('a clock that is set ahead doesn’t end a change early', async () => {
  const start = '2026-11-24T18:00:00.000Z'
  const clock = new FakeClock(start)
  // The platform's clock is right all the time.
  const platformNow = (): number => Date.parse(start) + clock.monotonic()
  const desk = await openDesk(start, { clock, platformNow, list: true })
  await desk.set(20)
  await confirmed(desk)
  await desk.set(35, 60)
  await confirmed(desk)
  clock.jump(3 * 60 * minute)
  await clock.advance(20 * minute)
  expect((await desk.preparation()).minutes).toBe(35)
  await becomes(desk, { minutes: 20 })
})

test('a change without an end stays, and becomes the usual time when it is kept', async () => {
  const desk = await openWithUsual()
  expect((await desk.set(35, null)).backAt).toBeNull()
  await desk.clock.leap(5 * 60 * minute)
  expect((await desk.preparation()).minutes).toBe(35)
  expect(valueOfOk(await desk.store.call('preparationTime.setUsual', {}))).toMatchObject({
    minutes: 35,
    usualMinutes: 35,
    backAt: null,
  })
})

test('it goes back after a restart during which the time passed', async () => {
  const desk = await openWithUsual(20, { list: true })
  await desk.set(35, 30)
  await confirmed(desk)
  await desk.store.host.close()
  await desk.clock.leap(45 * minute)
  await desk.store.restart()
  await expect
    .poll(async () => {
      await desk.clock.advance(1_000)
      return (await desk.preparation()).minutes
    })
    .toBe(20)
  await confirmed(desk)
  expect(desk.store.practice.store()?.currentPreparationDuration).toBe(20)
})

test('taps in a row are one request and one change', async () => {
  const desk = await openWithUsual()
  const before = effects(desk)
  for (const minutes of [25, 30, 35]) await desk.set(minutes)
  expect((await desk.preparation()).delivery).toMatchObject({ state: 'queued' })
  await confirmed(desk)
  expect(effects(desk)).toBe(before + 1)
  expect(desk.store.practice.store()?.currentPreparationDuration).toBe(35)
  const [last, ...others] = valueOfOk(await desk.store.call('preparationTime.history', {}, counter))
  expect(last).toMatchObject({ before: 20, minutes: 35 })
  expect(others).toHaveLength(1)
})

test('taps that end where they began send nothing and leave no trace', async () => {
  const desk = await openWithUsual()
  const before = effects(desk)
  await desk.set(25)
  await desk.set(20)
  await desk.clock.advance(minute)
  expect(effects(desk)).toBe(before)
  expect(await desk.preparation()).toMatchObject({ minutes: 20, backAt: null })
  expect(valueOfOk(await desk.store.call('preparationTime.history', {}, counter))).toHaveLength(1)
})

test('a repeated message changes nothing', async () => {
  const desk = await openWithUsual()
  const message = { tapId: tap(), minutes: 35, forMinutes: 60 }
  for (const _ of [1, 2]) valueOfOk(await desk.store.call('preparationTime.set', message, counter))
  await confirmed(desk)
  const before = effects(desk)
  valueOfOk(await desk.store.call('preparationTime.set', message, counter))
  await desk.clock.advance(minute)
  expect(effects(desk)).toBe(before)
})

describe('two screens', () => {
  test('the last one counts, also while the first is on its way, and both are notified', async () => {
    const between = await openGoBetween()
    const desk = await openWithUsual(20, { between })
    const { next } = between.hold({ fits: (asked) => asked.includes(path), max: 1 })
    const request = next()
    await desk.set(30)
    await desk.clock.advance(2_000)
    await request
    const received: HostEvent['type'][] = []
    desk.store.listen(({ type }) => received.push(type))
    const other = { screen: 'office', name: 'Office', role: 'manager' } as const
    valueOfOk(
      await desk.store.call(
        'preparationTime.set',
        { tapId: tap(), minutes: 45, forMinutes: null },
        other,
      ),
    )
    expect((await desk.preparation()).minutes).toBe(45)
    await (await request).answer()
    await expect
      .poll(async () => {
        await desk.clock.advance(1_000)
        return desk.store.practice.store()?.currentPreparationDuration
      })
      .toBe(45)
    await confirmed(desk)
    expect(await desk.preparation()).toMatchObject({ minutes: 45, change: { screen: 'Office' } })
    expect(received).toContain('preparationTime.changed')
  })
})

describe('a lost answer', () => {
  test.each(['drop-before-effect', 'drop-after-effect', 'drop-in-answer'] as const)(
    '%s: it is repeated, because the time is absolute',
    async (kind) => {
      const desk = await openWithUsual()
      desk.store.practice.misbehave({ path, kind, times: 2 })
      await desk.set(30)
      await confirmed(desk)
      expect(desk.store.practice.store()?.currentPreparationDuration).toBe(30)
      expect((await desk.preparation()).minutes).toBe(30)
    },
  )

  test('a newer time replaces one whose answer was lost', async () => {
    const desk = await openWithUsual()
    const before = effects(desk)
    desk.store.practice.misbehave({ path, kind: 'drop-before-effect', times: 1 })
    await desk.set(30)
    await expect
      .poll(async () => {
        await desk.clock.advance(1_000)
        return (await desk.preparation()).delivery?.state
      })
      .toBe('unknown')
    await desk.set(40)
    await confirmed(desk)
    expect(desk.store.practice.store()?.currentPreparationDuration).toBe(40)
    expect(effects(desk)).toBe(before + 1)
  })
})

test('a platform that sets another time is believed, and the difference is shown', async () => {
  const desk = await openWithUsual()
  desk.store.practice.limitPreparation(60)
  await desk.set(90)
  await confirmed(desk)
  expect(await desk.preparation()).toMatchObject({ minutes: 60, differsFrom: 90 })
  await desk.set(45)
  await confirmed(desk)
  expect(await desk.preparation()).toMatchObject({ minutes: 45, differsFrom: null })
})

describe('without a connection', () => {
  test('a time that waited for half an hour needs a person, who sends it again', async () => {
    const desk = await openWithUsual()
    desk.store.practice.misbehave({ path, kind: 'status', status: 429 })
    await desk.set(30, null)
    const pending = async () =>
      valueOfOk(await desk.store.call('deliveries.pending', {}, counter)).decisions
    await desk.clock.leap(29 * minute)
    expect(await pending()).toEqual([])
    // A try that is under way when the half hour is over is answered first.
    await becomes(desk, { delivery: { state: 'expired' } })
    expect(await pending()).toMatchObject([
      { kind: 'preparation-time', delivery: { state: 'expired' } },
    ])
    desk.store.practice.behave()
    const entries = [{ kind: 'preparation-time', subject: 'store' }] as const
    valueOfOk(
      await desk.store.call(
        'deliveries.decide',
        { entries: [...entries], choice: 'retry' },
        counter,
      ),
    )
    await confirmed(desk)
    expect(desk.store.practice.store()?.currentPreparationDuration).toBe(30)
    expect(await pending()).toEqual([])
  })

  test('the way back to the usual time is sent however late', async () => {
    const desk = await openWithUsual(20, { list: true })
    await desk.set(35, 30)
    await confirmed(desk)
    desk.store.practice.misbehave({ path, kind: 'status', status: 429 })
    await becomes(desk, { minutes: 20, delivery: { state: 'queued' } })
    await desk.clock.leap(3 * 60 * minute)
    expect(await desk.preparation()).toMatchObject({ minutes: 20, delivery: { state: 'queued' } })
    desk.store.practice.behave()
    await confirmed(desk)
    expect(desk.store.practice.store()?.currentPreparationDuration).toBe(20)
  })
})

describe('automatic', () => {
  /** Orders that are ready after some minutes, one after the other. */
  async function work(desk: Desk, tickets: number): Promise<void> {
    desk.store.practice.setReceiver(desk.store.host.webhookUrl)
    for (let nth = 0; nth < tickets; nth += 1) {
      const { _id: ticketId } = await desk.store.practice.placeOrder({ isScheduled: false })
      await expect.poll(() => desk.store.ticket(ticketId)).toMatchObject({ stage: 'new' })
      await desk.clock.leap(4 * minute)
      valueOfOk(await desk.store.call('tickets.markReady', { ticketId, tapId: tap() }))
    }
  }

  async function openAutomatic(): Promise<Desk> {
    const desk = await openWithUsual()
    await work(desk, 5)
    for (let nth = 0; nth < 6; nth += 1) {
      const { _id } = await desk.store.practice.placeOrder({ isScheduled: false })
      await expect.poll(() => desk.store.ticket(_id)).toMatchObject({ stage: 'new' })
    }
    return desk
  }

  test('is off by default', async () => {
    const desk = await openAutomatic()
    const before = (await desk.preparation()).minutes
    await desk.clock.leap(30 * minute)
    expect((await desk.preparation()).minutes).toBe(before)
  })

  test('follows the kitchen within its limits, with the figures in the history, and ends at usual', async () => {
    const desk = await openAutomatic()
    const suggestion = valueOfOk(await desk.store.call('preparationTime.suggestion', {}, counter))
    expect(suggestion?.minutes).toBeGreaterThan(20)
    await desk.store.call('settings.change', { automaticPreparation: true, automaticMost: 30 })
    await desk.clock.advance(minute)
    await confirmed(desk)
    const [last] = valueOfOk(await desk.store.call('preparationTime.history', {}, counter))
    expect(last).toMatchObject({ reason: 'automatic', minutes: 30, before: 20, screen: '' })
    const limited = valueOfOk(await desk.store.call('preparationTime.suggestion', {}, counter))
    expect(limited?.minutes).toBe(30)
    expect(last?.suggestion?.openTickets).toBe(6)
    await desk.store.call('settings.change', { automaticPreparation: false })
    await confirmed(desk)
    expect(await desk.preparation()).toMatchObject({ minutes: 20, change: { reason: 'back' } })
  })

  test.each([
    ['it goes back', 30],
    ['a person changes it', null],
  ])('a time set by a person holds until %s', async (_name, forMinutes) => {
    const desk = await openAutomatic()
    await desk.set(15, forMinutes)
    await confirmed(desk)
    await desk.store.call('settings.change', { automaticPreparation: true, automaticMost: 30 })
    await desk.clock.advance(10 * minute)
    expect((await desk.preparation()).minutes).toBe(15)
  })

  test('changes at most every five minutes', async () => {
    const desk = await openAutomatic()
    await desk.store.call('settings.change', { automaticPreparation: true, automaticMost: 240 })
    await desk.clock.advance(40 * minute)
    const automatic = valueOfOk(await desk.store.call('preparationTime.history', {}, counter))
      .filter(({ reason }) => reason === 'automatic')
      .map(({ at }) => Date.parse(at))
    expect(automatic.length).toBeGreaterThan(0)
    for (const [nth, at] of automatic.slice(1).entries())
      expect((automatic[nth] ?? 0) - at).toBeGreaterThanOrEqual(5 * minute)
  })
})
