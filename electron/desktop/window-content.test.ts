import { expect, test } from 'vitest'
import type { Kitchen } from '#host/kitchen.ts'
import type { Trouble } from '#host/page/trouble.ts'
import { WindowContent } from './window-content.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }

function setUp({ isBroken = false } = {}) {
  const state = { isBroken }
  const shown: boolean[] = []
  const content = new WindowContent({
    log,
    open: () =>
      state.isBroken
        ? Promise.reject(new Error('planned'))
        : // It is only handed on.
          Promise.resolve({} as Kitchen),
    onOpened: () => {},
    onShown: () => shown.push(content.needsPerson),
  })
  return { content, shown, state }
}

test('a start that failed needs a person, until a later try opens the kitchen', async () => {
  const { content, shown, state } = setUp({ isBroken: true })
  expect(content.needsPerson).toBe(true)
  expect(await content.instead()).toBe('unknown')
  expect(content.needsPerson).toBe(true)
  state.isBroken = false
  expect(await content.instead()).toBeNull()
  expect(shown).toEqual([true, false])
})

test.for<[Trouble, boolean]>([
  ['page-gone', true],
  ['crash-loop', true],
  ['page-hung', false],
  ['restarted', false],
])('while the window says %s it needs a person: %s', async ([trouble, needsPerson]) => {
  const { content } = setUp()
  await content.instead()
  expect(content.needsPerson).toBe(false)
  content.say(trouble)
  expect(await content.instead()).toBe(trouble)
  expect(content.needsPerson).toBe(needsPerson)
  expect(await content.instead()).toBeNull()
  expect(content.needsPerson).toBe(false)
})
