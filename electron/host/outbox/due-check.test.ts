import { expect, test } from 'vitest'
import { createHold } from '#test/support/hold.ts'
import { DueCheck } from './policy.ts'

function counted() {
  let looks = 0
  const dueLook = new DueCheck(() => void (looks += 1))
  const commit = (): void => {
    dueLook.changed()
    dueLook.committed()
  }
  return { dueLook, commit, looks: () => looks }
}

test('the worker checks after a commit with a new entry, and not after other commits or a rollback', () => {
  const { dueLook, commit, looks } = counted()
  dueLook.committed()
  dueLook.changed()
  dueLook.rolledBack()
  dueLook.committed()
  expect(looks()).toBe(0)
  commit()
  expect(looks()).toBe(1)
  dueLook.committed()
  expect(looks()).toBe(1)
})

test('the worker checks once after work of many transactions, when the last has ended, even if it failed', async () => {
  const { dueLook, commit, looks } = counted()
  const work = createHold()
  const other = dueLook.gradually(work.arrive)
  const failed = dueLook.gradually(async () => {
    commit()
    await Promise.resolve()
    commit()
    throw new Error('the disk is full')
  })
  await expect(failed).rejects.toThrow('full')
  expect(looks(), 'while the other goes on').toBe(0)
  await work.answerAll()
  await other
  expect(looks()).toBe(1)
  dueLook.committed()
  expect(looks()).toBe(1)
})
