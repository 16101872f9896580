import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Job } from '#contract/jobs/jobs.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { openDatabase } from '../db/open.ts'
import { Rows } from '../db/rows.ts'
import { dataDirOf } from '../db/store-folder.ts'
import { exportRows } from './export.ts'

/** Seven requests. */
const clients = 6_500

async function openLarge(request: Parameters<typeof openTestStore>[0] = {}): Promise<TestStore> {
  const store = await openTestStore({ clients, ...request })
  const settings = await store.call('settings.get', {})
  if (!settings.ok) throw new Error('no settings')
  // The export takes two seconds and stores its progress once a second, so the test can interrupt
  // it halfway.
  await store.call('settings.change', { ...settings.value, requestsPerSecond: 2 })
  return store
}

/** The job of the latest export and the written length of its file. */
async function stateOf(store: TestStore): Promise<Job & { bytes: number }> {
  const read = await store.call('guests.exportState', {})
  if (!read.ok || read.value === null) throw new Error('no export')
  const { job, bytes } = read.value
  return { ...job, bytes }
}

async function begin(store: TestStore, path: string | null = null): Promise<Job> {
  const begun = await store.call('guests.export', { path })
  if (!begun.ok) throw new Error(begun.error.code)
  return begun.value.job
}

const until = (store: TestStore, ...states: Job['state'][]) =>
  expect
    .poll(async () => (await stateOf(store)).state)
    .toSatisfy((state: Job['state']) => states.includes(state))

const written = (store: TestStore, min: number) =>
  expect.poll(async () => (await stateOf(store)).items).toBeGreaterThan(min)

/** The content of an export without interruptions. */
async function undisturbed(store: TestStore): Promise<Buffer> {
  const path = join(dirname(store.file), 'undisturbed.csv')
  await begin(store, path)
  await until(store, 'done')
  return readFileSync(path)
}

test('writes every client once, and reports its progress', async () => {
  const store = await openLarge()
  const file = await undisturbed(store)
  const lines = file.toString('utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(clients + 1)
  const ids = lines.slice(1).map((line) => line.split(',')[0] ?? '')
  expect(new Set(ids).size).toBe(clients)
  expect(ids).toEqual(ids.toSorted())
  const done = await stateOf(store)
  expect(done).toMatchObject({
    items: clients,
    totalItems: clients,
    complete: true,
    bytes: file.length,
    leftOut: 0,
    error: null,
  })
  expect(done.endedAt).not.toBeNull()
  const reported = store.events.flatMap((event) =>
    event.type === 'jobs.changed' ? [event.job] : [],
  )
  expect(
    reported.some(
      ({ state, itemsPerSecond, secondsLeft }) =>
        state === 'running' && (itemsPerSecond ?? 0) > 0 && (secondsLeft ?? 0) > 0,
    ),
  ).toBe(true)
  const { bytes: _bytes, ...job } = done
  expect(reported.at(-1)).toEqual(job)
  // Events and logs contain no personal data.
  const someone = lines[500]?.split(',')[2] ?? '?'
  expect(someone).toContain('@')
  expect(JSON.stringify(store.events) + store.log.text()).not.toContain(someone)
  expect(readFileSync(store.file, 'latin1')).not.toContain(someone)
})

test('a crash costs nothing: what was written and not kept is cut off, and the rest follows', async () => {
  const store = await openLarge()
  const whole = await undisturbed(store)
  const path = join(dirname(store.file), 'crashed.csv')
  await begin(store, path)
  await written(store, 1_000)
  await store.host.close()
  expect(statSync(path).size).toBeLessThan(whole.length)
  // A crash between the file and the database leaves too much in the file. It is longer than the
  // missing part, so it must be cut off.
  appendFileSync(path, whole)
  await store.restart()
  await until(store, 'done')
  expect(readFileSync(path).equals(whole)).toBe(true)
})

test('pauses, goes on, and is done away with where it is cancelled', async () => {
  const store = await openLarge()
  const whole = await undisturbed(store)
  const { id } = await begin(store)
  await written(store, 1_000)
  expect(await store.call('guests.export', { path: null })).toEqual(fail('too-late'))
  expect(await store.call('jobs.steer', { jobId: id, how: 'pause' })).toEqual(ok(null))
  const paused = await stateOf(store)
  const file = store.host.exportFile(id)
  expect(paused).toMatchObject({ state: 'paused', bytes: file?.bytes })
  expect(statSync(file?.path ?? '').size).toBe(paused.bytes)
  // A pause survives a restart.
  await store.restart()
  expect(await stateOf(store)).toMatchObject({ state: 'paused', items: paused.items })
  expect(await store.call('jobs.steer', { jobId: id, how: 'resume' })).toEqual(ok(null))
  await until(store, 'done')
  expect(readFileSync(file?.path ?? '').equals(whole)).toBe(true)
  expect(statSync(file?.path ?? '').mode & 0o077).toBe(0)
  const again = await begin(store)
  // The new export deleted the file of the previous one.
  expect(existsSync(file?.path ?? '')).toBe(false)
  expect(await store.call('jobs.steer', { jobId: again.id, how: 'cancel' })).toEqual(ok(null))
  expect(store.host.exportFile(again.id)).toBeNull()
  expect(existsSync(join(dataDirOf(store.file), 'exports', `${again.id}.csv`))).toBe(false)
  expect((await stateOf(store)).state).toBe('cancelled')
  expect(await store.call('jobs.steer', { jobId: id, how: 'pause' })).toEqual(fail('not-found'))
})

test('waits while the connection is down and continues by itself; stops when the platform rejects it, and keeps what it has', async () => {
  const clock = new FakeClock()
  const store = await openLarge({ clock })
  const path = join(dirname(store.file), 'guests.csv')
  const beat = async (isEnough: (state: Job) => boolean) => {
    while (!isEnough(await stateOf(store))) await clock.advance(100)
  }
  await begin(store, path)
  await beat(({ state }) => state === 'done')
  const whole = readFileSync(path)
  await begin(store, path)
  await beat(({ items }) => items >= 1_000)
  store.practice.misbehave({ path: '/clients-export', kind: 'status', status: 503 })
  await beat(({ state }) => state === 'waiting')
  const waiting = await stateOf(store)
  expect(waiting.error).toMatchObject({ code: 'unreachable', reason: 'unavailable' })
  expect(statSync(path).size).toBe(waiting.bytes)
  store.practice.behave()
  await beat(({ items }) => items > waiting.items + 1_000)
  expect((await stateOf(store)).state).toBe('running')
  store.practice.misbehave({ path: '/clients-export', kind: 'status', status: 403 })
  await beat(({ state }) => state === 'stopped')
  const stopped = await stateOf(store)
  expect(stopped.error).toMatchObject({ code: 'unauthorised', reason: 'rights-missing' })
  expect(statSync(path).size).toBe(stopped.bytes)
  store.practice.behave()
  await store.call('jobs.steer', { jobId: stopped.id, how: 'resume' })
  await beat(({ state }) => state === 'done')
  expect(readFileSync(path).equals(whole)).toBe(true)
})

test('reports when the file cannot be written or was shortened', async () => {
  const store = await openLarge()
  const folder = join(dirname(store.file), 'a-folder')
  mkdirSync(folder)
  await begin(store, folder)
  await until(store, 'stopped')
  expect((await stateOf(store)).error).toEqual({ code: 'storage', detail: 'EISDIR' })
  const { id } = await begin(store)
  await written(store, 1_000)
  await store.call('jobs.steer', { jobId: id, how: 'pause' })
  truncateSync(store.host.exportFile(id)?.path ?? '', 100)
  await store.call('jobs.steer', { jobId: id, how: 'resume' })
  await until(store, 'stopped')
  expect((await stateOf(store)).error).toEqual({ code: 'storage', detail: 'file-is-short' })
})

test('writes to no file that nobody chose, for nobody but a manager, and the purge takes what is here', async () => {
  const store = await openLarge()
  expect(await store.call('guests.export', { path: '/tmp/somebody-elses.csv' })).toMatchObject({
    error: { code: 'bad-input' },
  })
  for (const role of ['kitchen', 'counter'] as const) {
    const caller = { screen: 's', name: '', role }
    expect(await store.call('guests.export', { path: null }, caller)).toEqual(fail('not-allowed'))
    expect(await store.call('guests.exportState', {}, caller)).toEqual(fail('not-allowed'))
    expect(await store.call('guests.purge', {}, caller)).toEqual(fail('not-allowed'))
  }
  const { id } = await begin(store)
  await written(store, 1_000)
  const path = store.host.exportFile(id)?.path ?? ''
  expect(existsSync(path)).toBe(true)
  expect(await store.call('guests.purge', {})).toEqual(ok({ forgotten: 1 }))
  expect(existsSync(path)).toBe(false)
  expect(store.host.exportFile(id)).toBeNull()
  expect(await store.call('guests.exportState', {})).toEqual(ok(null))
  // A file that a person chose cannot be downloaded by a browser.
  const chosen = await begin(store, join(dirname(store.file), 'chosen.csv'))
  expect(store.host.exportFile(chosen.id)).toBeNull()
})

test('a crash between the last part and the end writes nothing again', async () => {
  const store = await openTestStore()
  const path = join(dirname(store.file), 'whole.csv')
  await begin(store, path)
  await until(store, 'done')
  const whole = readFileSync(path)
  await store.host.close()
  const db = openDatabase(store.file)
  const rows = new Rows(db, createRecordingLog(), exportRows)
  const row = rows.all()[0]
  if (row === undefined) throw new Error('no export')
  const { job } = row.export
  expect(row.export).toMatchObject({ isWhole: true, cursor: null, bytes: whole.length })
  rows.put({ ...row, export: { ...row.export, job: { ...job, state: 'running', endedAt: null } } })
  db.close()
  await store.restart()
  await until(store, 'done')
  expect(readFileSync(path).equals(whole)).toBe(true)
  expect((await stateOf(store)).items).toBe(job.items)
})
