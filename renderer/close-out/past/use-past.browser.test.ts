import { afterEach, expect, test } from 'vitest'
import type { CloseOutRow } from '#contract/shifts/shifts.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountUse, unmountPart } from '../../test-support/mount-part.ts'
import { usePast } from './use-past.ts'

afterEach(unmountPart)

const rowsOf = (...numbers: number[]) => ({
  closeOuts: numbers.map((number) => ({ number }) as CloseOutRow),
  hasMore: true,
})

test('a page behind a list that was begun anew meanwhile leaves no gap in it', async () => {
  const bridge = new FakeBridge()
  const asked = bridge.hold('shifts.closeOuts').arrived
  const past = await mountUse(bridge, usePast)
  const numbers = () => past.rows.value?.map(({ number }) => number)
  await asked[0]?.answer(rowsOf(9, 8))
  await expect.poll(numbers).toEqual([9, 8])
  void past.more()
  await asked[1]?.answer(rowsOf(7, 6))
  await expect.poll(numbers).toEqual([9, 8, 7, 6])

  void past.more()
  void past.refresh()
  expect(asked.map(({ input }) => input.before)).toEqual([null, 8, 6, null])
  await asked[3]?.answer(rowsOf(10, 9))
  await expect.poll(numbers).toEqual([10, 9])
  await asked[2]?.answer(rowsOf(5, 4))
  void past.more()
  await expect.poll(() => asked.at(-1)?.input.before).toBe(9)
  await asked[4]?.answer(rowsOf(8, 7))
  await expect.poll(numbers).toEqual([10, 9, 8, 7])
})
