import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHold } from '#test/support/hold.ts'
import type { ReadOptions } from '../call/retry.ts'
import type { CallResult } from '../call/failure.ts'
import { createPartsAhead } from './list-step.ts'
import { connect, data, pageOf, records, collectSteps } from './list.fixture.ts'
import { everyCoupon } from '../lists.ts'
import { eachPage } from './page.ts'

/** By then everything that waits for nothing has happened. */
async function fiveTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
}

/** Parts 1, 2, 3 … that arrive and are read when the test says so. */
function createParts(nextIn: (data: unknown, at: number) => number | null = (_data, at) => at + 1) {
  const asked: number[] = []
  const options: ReadOptions[] = []
  const answers = createHold<number, CallResult<string>>()
  const parts = createPartsAhead<number, string>(
    (at, how) => {
      asked.push(at)
      options.push(how)
      return answers.arrive(at)
    },
    {},
    nextIn,
  )
  return {
    parts,
    asked,
    options,
    /** The nth request, from 0: its answer has arrived and isn't read yet. */
    receiveData: (nth: number) => options[nth]?.onData?.({}),
    /** … and is read. */
    read: (nth: number) =>
      answers.arrived[nth]?.answer({ ok: true, value: `part ${nth}`, answeredAt: 0 }),
  }
}

test('the next page is requested before an answer is parsed, and no more than one', async () => {
  const { parts, asked, receiveData, read } = createParts()
  const first = parts.take(1)
  await fiveTurns()
  expect(asked).toEqual([1])
  receiveData(0)
  await fiveTurns()
  expect(asked).toEqual([1, 2])
  receiveData(1)
  await read(1)
  await read(0)
  expect(await first).toMatchObject({ value: 'part 0' })
  await fiveTurns()
  expect(asked).toEqual([1, 2])
  // The second arrived before it was needed: once it is taken, the third is requested.
  const second = parts.take(2)
  await fiveTurns()
  expect(asked).toEqual([1, 2, 3])
  expect(await second).toMatchObject({ value: 'part 1' })
})

test('a page that differs from the announced one is requested as it is', async () => {
  const { parts, asked, receiveData, read } = createParts()
  const first = parts.take(1)
  await fiveTurns()
  receiveData(0)
  await read(0)
  await first
  void parts.take(7)
  await fiveTurns()
  expect(asked).toEqual([1, 2, 7])
})

test('nothing is requested ahead if the answer announces nothing', async () => {
  const { parts, asked, receiveData, read } = createParts(() => null)
  const first = parts.take(1)
  await fiveTurns()
  receiveData(0)
  await read(0)
  await first
  await fiveTurns()
  expect(asked).toEqual([1])
})

test('a request that is no longer needed is cancelled', async () => {
  const { parts, options, receiveData } = createParts()
  void parts.take(1)
  await fiveTurns()
  receiveData(0)
  await fiveTurns()
  expect(options.map(({ signal }) => signal?.aborted)).toEqual([false, false])
  parts.close()
  expect(options.map(({ signal }) => signal?.aborted)).toEqual([true, true])
})

test.each([
  ['how many there are', { totalPages: 3 }, [1, 2]],
  ['that there is one more', { totalPages: 3, hasNextPage: true }, [1, 2]],
  ['by a number in text', { totalPages: '3' }, [1, 2]],
  ['that none follows', { totalPages: 3, hasNextPage: false }, [1]],
  ['that it is the last', { totalPages: 1 }, [1]],
  ['only that one follows', { hasNextPage: true }, [1]],
  ['nothing', {}, [1]],
])('after a page that announces %s', async (_name, info, pages) => {
  const asked: number[] = []
  const signals: (AbortSignal | undefined)[] = []
  const steps = eachPage(
    (page, { onData, signal }) => {
      asked.push(page)
      signals.push(signal)
      onData?.(info)
      const value = { items: records(page, page), hasNextPage: true }
      return Promise.resolve({ ok: true, value, answeredAt: 0 })
    },
    { pageSize: 1, idOf: ({ _id }) => _id },
  )
  expect(await steps.next()).toMatchObject({ value: { value: [{ _id: 'c1' }] } })
  await fiveTurns()
  expect(asked).toEqual(pages)
  expect(signals.at(-1)?.aborted).toBe(false)
  // Leaving the list cancels what was requested ahead.
  await steps.return()
  expect(signals.at(-1)?.aborted).toBe(true)
})

test('a failed request ahead is reported in its place, with where to continue', async () => {
  const { connection } = await connect((request) =>
    pageOf(request) === 2
      ? { status: 500, body: {} }
      : data({ items: records(1, 2), totalPages: 3 }),
  )
  expect(await collectSteps(everyCoupon(connection))).toMatchObject({
    ids: ['c1', 'c2'],
    last: { ok: false, failure: { status: 500 }, progress: { pages: 1 }, resume: { page: 2 } },
  })
})
