import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import { WorkerThread } from './worker.ts'

const eventOf = (bytes: number): Buffer =>
  Buffer.from(JSON.stringify({ type: 'x', eventId: 'e', filler: 'y'.repeat(bytes) }))

test('jobs are done in their order, and others have their turn meanwhile', async () => {
  const thread = new WorkerThread()
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const done: number[] = []
  const results = await Promise.all(
    [eventOf(4_000_000), eventOf(10), Buffer.from('no JSON')].map(async (body, nth) => {
      const result = await thread.run('inspectLongBody', body)
      done.push(nth)
      return result
    }),
  )
  isDone = true
  expect(turns).toBeGreaterThan(10)
  expect(done).toEqual([0, 1, 2])
  expect(results[1]).toMatchObject({ ok: true, value: { type: 'x', key: 'id:e' } })
  expect(results[2]).toMatchObject({ ok: false, error: { detail: 'not JSON' } })
})

test('a job that throws fails alone, and so does one that can’t be handed over', async () => {
  const thread = new WorkerThread()
  await expect(thread.run('inspectLongBody', (() => 0) as never)).rejects.toThrow('cloned')
  const to = join(temporaryFolder(), 'none', 'copy')
  const failing = thread.run('copyDatabase', { from: to, to })
  const next = thread.run('inspectLongBody', eventOf(10))
  await expect(failing).rejects.toThrow('unable to open')
  expect(await next).toMatchObject({ ok: true })
})

test('if the thread ends in the middle of a job, that job fails, and the others go on', async () => {
  const program = `
    import { parentPort } from 'node:worker_threads'
    parentPort.postMessage({ id: 0, value: null })
    parentPort.on('message', ({ id, input }) => {
      if (input.length === 1) process.exit(1)
      parentPort.postMessage({ id, value: input.length })
    })`
  const thread = new WorkerThread(new URL(`data:text/javascript,${encodeURIComponent(program)}`))
  const [first, second, third] = [2, 1, 3].map((length) =>
    thread.run('inspectLongBody', Buffer.alloc(length)),
  )
  expect(await first).toBe(2)
  await expect(second).rejects.toThrow('the thread ended')
  expect(await third).toBe(3)
})

test('where no thread can start, the work is done here', async () => {
  const thread = new WorkerThread(pathToFileURL(join(temporaryFolder(), 'none.js')))
  const warned = new Promise<Error>((resolve) => process.once('warning', resolve))
  expect(await thread.run('inspectLongBody', eventOf(10))).toMatchObject({ ok: true })
  expect(await thread.run('inspectLongBody', eventOf(10))).toMatchObject({ ok: true })
  expect((await warned).message).toContain('No worker thread')
})
