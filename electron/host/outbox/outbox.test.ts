import { expect, test } from 'vitest'
import { createHold } from '#test/support/hold.ts'
import { createDueCheck } from './outbox.ts'

function counted() {
  let looks = 0
  const dueLook = createDueCheck(() => void (looks += 1))
  const commit = (): void => {
    dueLook.changed()
    dueLook.committed()
  }
  return { ...dueLook, commit, looks: () => looks }
}

test('a commit that put something in is looked at, one that did not is not, nor is what was rolled back', () => {
  const { changed, committed, rolledBack, commit, looks } = counted()
  committed()
  changed()
  rolledBack()
  committed()
  expect(looks()).toBe(0)
  commit()
  expect(looks()).toBe(1)
  committed()
  expect(looks()).toBe(1)
})

test('work of many transactions is looked at once, when the last of it has ended, also where it fails', async () => {
  const { gradually, commit, committed, looks } = counted()
  const work = createHold()
  const other = gradually(work.arrive)
  const failed = gradually(async () => {
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
  committed()
  expect(looks()).toBe(1)
})
