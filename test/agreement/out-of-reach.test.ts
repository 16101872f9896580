import { expect, test } from 'vitest'
import type { Fault } from '#practice/faults/faults.ts'
import type { Status } from '#contract/status/status.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'

/** What a screen's dot says. The page's types need a browser, so they are not read here. */
type OverallHealth = (
  status: Status,
  isCutOff: boolean,
  now: number,
) => { findings: { state: string }[] }
const page = '../../renderer/state/health/overall-health.ts'
const { overallHealth } = (await import(page)) as { overallHealth: OverallHealth }

const everything = { path: '' }

/** The first thing that a screen's dot says. */
async function dot(store: TestStore, clock: FakeClock): Promise<string | undefined> {
  const read = await store.call('status.get', {})
  if (!read.ok) throw new Error(read.error.code)
  return overallHealth(read.value, false, clock.now()).findings[0]?.state
}

/** Lets a second pass, and real answers arrive. */
async function oneSecond(clock: FakeClock): Promise<void> {
  await clock.advance(1_000)
  await new Promise((resolve) => setTimeout(resolve, 5))
}

/** The seconds until the dot says something, at most 120. */
async function secondsUntil(
  store: TestStore,
  clock: FakeClock,
  state: string,
): Promise<number | null> {
  for (let seconds = 0; seconds <= 120; seconds++) {
    if ((await dot(store, clock)) === state) return seconds
    await oneSecond(clock)
  }
  return null
}

const faults: [string, Fault][] = [
  ['cuts every connection', { ...everything, kind: 'drop-before-effect' }],
  ['answers with 503', { ...everything, kind: 'status', status: 503 }],
  ['never answers', { ...everything, kind: 'delay', milliseconds: 3_600_000 }],
]

test.each(faults)('a platform that %s is said to be out of reach within 40 s', async (_, fault) => {
  const clock = new FakeClock(new Date().toISOString())
  const store = await openTestStore({ clock, list: true })
  expect(await secondsUntil(store, clock, 'well')).not.toBeNull()
  // Also with an event that has just arrived.
  await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
  await store.practice.eventsSettled()
  expect(await dot(store, clock)).toBe('well')
  store.practice.misbehave(fault)
  expect(await secondsUntil(store, clock, 'no-news')).toBeLessThanOrEqual(40)
  // What never answers is given up by the machine's own timer.
  if (fault.kind === 'delay') return
  store.practice.behave()
  expect(await secondsUntil(store, clock, 'well')).not.toBeNull()
})

const noList: Fault = { path: '/ecommerce/orders?', kind: 'no-such-endpoint' }

test.each(faults)('so is one without an order list that %s', async (_, fault) => {
  const clock = new FakeClock(new Date().toISOString())
  const store = await openTestStore({ clock })
  expect(await secondsUntil(store, clock, 'listening')).not.toBeNull()
  store.practice.behave()
  store.practice.misbehave(fault)
  expect(await secondsUntil(store, clock, 'no-news')).toBeLessThanOrEqual(40)
  if (fault.kind === 'delay') return
  store.practice.behave()
  store.practice.misbehave(noList)
  expect(await secondsUntil(store, clock, 'listening')).not.toBeNull()
})

test('two quiet minutes without an order list are no alarm', async () => {
  const clock = new FakeClock(new Date().toISOString())
  const store = await openTestStore({ clock })
  expect(await secondsUntil(store, clock, 'listening')).not.toBeNull()
  expect(await secondsUntil(store, clock, 'no-news')).toBeNull()
})
