import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CloseOutRow } from '#contract/shifts/shifts.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import PastList from './PastList.vue'

afterEach(unmountComponent)

const rowsOf = (...numbers: number[]) => ({
  closeOuts: numbers.map((number) => ({ number, isBroken: true }) as CloseOutRow),
  hasMore: true,
})

test('a page of a list that was restarted meanwhile leaves no gap', async () => {
  const bridge = new FakeBridge()
  const asked = bridge.hold('shifts.closeOuts').arrived
  const befores = () => asked.map(({ input }) => input.before)
  const numbers = () =>
    [...document.querySelectorAll('.linked a')].map(
      ({ textContent }) => /\d+/.exec(textContent)?.[0],
    )
  const more = () => page.getByRole('button', { name: 'Show older' }).click()
  await mountComponent(PastList, bridge)
  await asked[0]?.answer(rowsOf(9, 8))
  await more()
  await expect.poll(befores).toEqual([null, 8])
  await asked[1]?.answer(rowsOf(7, 6))
  await expect.poll(numbers).toEqual(['9', '8', '7', '6'])

  await more()
  await expect.poll(befores).toEqual([null, 8, 6])
  bridge.notify({ type: 'events.missed' })
  await expect.poll(befores).toEqual([null, 8, 6, null])
  await asked[3]?.answer(rowsOf(10, 9))
  await expect.poll(numbers).toEqual(['10', '9'])
  await asked[2]?.answer(rowsOf(5, 4))
  await more()
  await expect.poll(befores).toEqual([null, 8, 6, null, 9])
  await asked[4]?.answer(rowsOf(8, 7))
  await expect.poll(numbers).toEqual(['10', '9', '8', '7'])
})
