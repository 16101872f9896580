import { expect, test, vi } from 'vitest'
import { Repeats } from './repeats.ts'

function open() {
  let time = 0
  const repeats = new Repeats(() => time)
  let count = 0
  const work = vi.fn<() => Promise<unknown>>(() => Promise.resolve({ nth: ++count }))
  const run = (callId?: string, screenId = 'grill') => repeats.run({ screenId, callId }, work)
  return { run, work, pass: (ms: number) => (time += ms) }
}

test('a repeated call is run once, and answered as before', async () => {
  const { run, work } = open()
  const answers = await Promise.all([run('a'), run('a')])
  expect([...answers, await run('a')]).toEqual(Array(3).fill('{"nth":1}'))
  expect(await run('b')).toBe('{"nth":2}')
  expect(work).toHaveBeenCalledTimes(2)
})

test('another screen with the same id, and calls without one, are other calls', async () => {
  const { run, work } = open()
  await run('a')
  await run('a', 'bar')
  await run()
  await run()
  expect(work).toHaveBeenCalledTimes(4)
})

test('a long answer is read again, and an old one is forgotten', async () => {
  const { run, work, pass } = open()
  work.mockResolvedValueOnce('x'.repeat(10_000))
  await run('long')
  await run('long')
  expect(work).toHaveBeenCalledTimes(2)
  await run('short')
  pass(119_000)
  await run('short')
  expect(work).toHaveBeenCalledTimes(3)
  pass(2_000)
  await run('another')
  await run('short')
  expect(work).toHaveBeenCalledTimes(5)
})

test('the calls of a screen that are remembered are few', async () => {
  const { run, work } = open()
  for (let each = 0; each < 1_000; each++) await run(String(each))
  await run('999')
  expect(work).toHaveBeenCalledTimes(1_000)
  await run('0')
  expect(work).toHaveBeenCalledTimes(1_001)
})
