import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { valueOfOk } from '#test/support/reservations.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { GuardedClock } from './clock.ts'

function guarded() {
  const time = new FakeClock()
  const log = createRecordingLog()
  return { time, log, clock: new GuardedClock(time, log) }
}

test('a timer that throws is logged, and the next one goes off', async () => {
  const { time, log, clock } = guarded()
  let went = 0
  clock.after(10, () => {
    throw new Error('a timer with a bug')
  })
  clock.after(20, () => void (went += 1))
  await time.advance(30)
  expect(went).toBe(1)
  expect(log.text()).toContain('"event":"bug","in":"timer","cause":"Error: a timer with a bug')
})

test('a timer whose promise rejects is logged too, and a database error is not a bug', async () => {
  const { time, log, clock } = guarded()
  const db = new DatabaseSync(':memory:')
  clock.after(10, () => Promise.reject(new Error('a promise with a bug')))
  clock.after(20, async () => {
    await Promise.resolve()
    db.exec('SELECT * FROM missing')
  })
  await time.advance(30)
  await expect.poll(() => log.text()).toContain('a promise with a bug')
  await expect.poll(() => log.text()).toContain('"put off","in":"timer","cause":"no such table')
  db.close()
})

test('a cancelled timer does not fire', async () => {
  const { time, clock } = guarded()
  let went = 0
  clock.after(10, () => void (went += 1))()
  await time.advance(30)
  expect(went).toBe(0)
})

test('a host’s own timers end nothing either', async () => {
  const time = new FakeClock('2026-11-20T15:30:00.000Z')
  let isBroken = false
  const store = await openTestStore({
    clock: time,
    list: true,
    chance() {
      if (isBroken) throw new Error('no chance')
      return 0.5
    },
  })
  // Work that began with the start and uses no timer is over.
  const isRead = async () => {
    const { poller, menus } = valueOfOk(await store.call('status.get', {}))
    return poller.state === 'fresh' && menus !== null
  }
  await expect.poll(isRead).toBe(true)
  isBroken = true
  await expect
    .poll(async () => {
      await time.advance(5_000)
      return store.log.text()
    })
    .toMatch(/"in":"timer".*no chance/)
  expect(await store.call('status.get', {})).toMatchObject({ ok: true })
})
