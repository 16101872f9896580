import { afterEach, expect, test } from 'vitest'
import type { ShiftSearch } from '#contract/shifts/shifts.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountUse, unmountPart } from '../../test-support/mount-part.ts'
import { useSearch } from './use-search.ts'

afterEach(unmountPart)

const searchOf = (days: number) => ({ days }) as ShiftSearch

test('an answer about the search before leaves the one that was begun since', async () => {
  const bridge = new FakeBridge()
  bridge.answers['shifts.find'] = searchOf(30)
  const asked = bridge.hold('shifts.search').arrived
  const { search, find } = await mountUse(bridge, useSearch)
  await find(30)
  await asked[0]?.answer(searchOf(3))
  expect(search.value?.days).toBe(30)
})
