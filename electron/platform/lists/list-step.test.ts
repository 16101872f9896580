import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHold } from '#test/support/hold.ts'
import type { ReadOptions } from '../call/retry.ts'
import type { CallResult } from '../call/failure.ts'
import { PartsAhead } from './list-step.ts'
import { connect, data, pageOf, records, collectSteps } from './list.fixture.ts'
import { everyCoupon } from '../lists.ts'
import { eachPage } from './page.ts'

/** By then everything that waits for nothing has happened. */
async function fiveTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
}

/** Parts that arrive when the test says so. */
function createParts() {
  const asked: number[] = []
  const options: ReadOptions[] = []
  const answers = createHold<number, CallResult<string>>()
  const parts = new PartsAhead<number, string>((at, how) => {
    asked.push(at)
    options.push(how)
    return answers.arrive(at)
  }, {})
  return {
    parts,
    asked,
    options,
    /** The nth request, from 0, is answered. */
    answer: (nth: number) =>
      answers.arrived[nth]?.answer({ ok: true, value: `part ${nth}`, answeredAt: 0 }),
  }
}

test('a part that was requested ahead is not requested again', async () => {
  const { parts, asked, answer } = createParts()
  const first = parts.take(1)
  await fiveTurns()
  await answer(0)
  expect(await first).toMatchObject({ value: 'part 0' })
  parts.prepare(2)
  await fiveTurns()
  expect(asked).toEqual([1, 2])
  await answer(1)
  expect(await parts.take(2)).toMatchObject({ value: 'part 1' })
  expect(asked).toEqual([1, 2])
})

test('another part than the expected one is requested', async () => {
  const { parts, asked } = createParts()
  parts.prepare(2)
  void parts.take(7)
  await fiveTurns()
  expect(asked).toEqual([2, 7])
})

test('requests that are no longer needed are cancelled', async () => {
  const { parts, options } = createParts()
  void parts.take(1)
  parts.prepare(2)
  await fiveTurns()
  expect(options.map(({ signal }) => signal?.aborted)).toEqual([false, false])
  parts.close()
  expect(options.map(({ signal }) => signal?.aborted)).toEqual([true, true])
})

test.each([
  ['how many there are', { totalPages: 3 }, [1, 2]],
  ['that none follows', { hasNextPage: false }, [1]],
  ['only that one follows', { hasNextPage: true }, [1]],
  ['nothing, and is full', {}, [1]],
  ['that it is the last', { totalPages: 1 }, [1]],
])('while a page is used that says %s', async (_name, info, pages) => {
  const asked: number[] = []
  const signals: (AbortSignal | undefined)[] = []
  const steps = eachPage(
    (page, { signal }) => {
      asked.push(page)
      signals.push(signal)
      const value = { items: records(page, page), ...info }
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
