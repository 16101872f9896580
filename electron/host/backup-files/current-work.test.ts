import { expect, test } from 'vitest'
import type { HostEvent } from '#contract/index.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { CurrentWork, type Work } from './current-work.ts'

function open() {
  const log = createRecordingLog()
  const events: HostEvent[] = []
  let workCount = 0
  const current = new CurrentWork({
    clock: new FakeClock(),
    log,
    newId: () => `w${String(++workCount)}`,
    notify: (event) => void events.push(event),
  })
  const begin = async (): Promise<Work> => {
    const work = await current.begin('import')
    if (work === null) throw new Error('busy')
    return work
  }
  return { current, log, begin }
}

test('new work begins only once the stopped work before it has ended and deleted its files', async () => {
  const { current, begin } = open()
  const old = await begin()
  const checking = Promise.withResolvers<object>()
  const done: string[] = []
  old.onPutAway(() => done.push('old files deleted'))
  old.run('checking', () => checking.promise)
  const stopping = current.putAway()
  const next = begin().then(() => done.push('new work begins'))
  expect(await current.begin('export')).toBeNull()
  expect(done).toEqual([])
  checking.resolve({})
  await Promise.all([stopping, next])
  expect(done).toEqual(['old files deleted', 'new work begins'])
})

test('work that is stopped while it waits for the end of the one before never begins', async () => {
  const { current, begin } = open()
  const old = await begin()
  const checking = Promise.withResolvers<object>()
  old.run('checking', () => checking.promise)
  void current.putAway()
  const next = current.begin('import')
  void current.putAway()
  checking.resolve({})
  expect(await next).toBeNull()
})

test('files that can’t be deleted are logged, and other work begins', async () => {
  const { current, log, begin } = open()
  const old = await begin()
  old.onPutAway(() => {
    throw new Error('EBUSY: somebody reads it')
  })
  await current.putAway()
  expect(log.text()).toContain('EBUSY')
  expect((await begin()).view.state).toBe('working')
})
