import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { StoreMoved } from '../db/hand-over.ts'
import { Heartbeat } from './heartbeat.ts'

test('a chore with a bug is logged, and the others and the beat go on', async () => {
  const clock = new FakeClock()
  const log = createRecordingLog()
  let beats = 0
  let reported = 0
  const heartbeat = new Heartbeat(clock, log, {
    notify: () => (reported += 1),
    chores: () => [
      () => {
        throw new Error('a chore with a bug')
      },
      () => (beats += 1),
    ],
  })
  heartbeat.start()
  await clock.advance(20_500)
  expect([beats, reported]).toEqual([3, 3])
  expect(log.text()).toContain('"event":"bug"')
  expect(log.text()).toContain('a chore with a bug')
  heartbeat.stop()
  heartbeat.plan()
  await clock.advance(60_000)
  expect([beats, reported]).toEqual([3, 3])
})

test('a database error is not a bug: the chore waits for the next beat', async () => {
  const clock = new FakeClock()
  const log = createRecordingLog()
  const db = new DatabaseSync(':memory:')
  const heartbeat = new Heartbeat(clock, log, {
    notify: () => undefined,
    chores: () => [() => db.exec('SELECT * FROM nothing')],
  })
  heartbeat.start()
  await clock.advance(100)
  expect(log.text()).toContain('put off')
  expect(log.text()).not.toContain('bug')
  db.close()
})

test('a chore of a kitchen that moved to another computer waits, and is no error', async () => {
  const clock = new FakeClock()
  const log = createRecordingLog()
  let tries = 0
  const heartbeat = new Heartbeat(clock, log, {
    notify: () => undefined,
    chores: () => [
      () => {
        tries += 1
        throw new StoreMoved()
      },
    ],
  })
  heartbeat.start()
  await clock.advance(10_500)
  expect(tries).toBe(2)
  expect(log.text()).toBe('')
  heartbeat.stop()
})
