import { expect, test } from 'vitest'
import type { Kitchen } from '#host/kitchen.ts'
import type { Trouble } from '#host/page/trouble.ts'
import { createWindowContent } from './window-content.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }

function setUp({ isBroken = false } = {}) {
  const state = { isBroken }
  const shown: boolean[] = []
  const front = createWindowContent({
    log,
    open: () =>
      state.isBroken
        ? Promise.reject(new Error('planned'))
        : // It is only handed on.
          Promise.resolve({} as Kitchen),
    onOpened: () => {},
    onShown: () => shown.push(front.needsPerson),
  })
  return { front, shown, state }
}

test('a start that failed needs a person, until a later try opens the kitchen', async () => {
  const { front, shown, state } = setUp({ isBroken: true })
  expect(front.needsPerson).toBe(true)
  expect(await front.instead()).toBe('unknown')
  expect(front.needsPerson).toBe(true)
  state.isBroken = false
  expect(await front.instead()).toBeNull()
  expect(shown).toEqual([true, false])
})

test.for<[Trouble, boolean]>([
  ['page-gone', true],
  ['crash-loop', true],
  ['page-hung', false],
  ['restarted', false],
])('while the window says %s it needs a person: %s', async ([trouble, needsPerson]) => {
  const { front } = setUp()
  await front.instead()
  expect(front.needsPerson).toBe(false)
  front.say(trouble)
  expect(await front.instead()).toBe(trouble)
  expect(front.needsPerson).toBe(needsPerson)
  expect(await front.instead()).toBeNull()
  expect(front.needsPerson).toBe(false)
})
