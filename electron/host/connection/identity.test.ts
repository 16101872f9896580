import { expect, test } from 'vitest'
import { openGoBetween } from '#test/support/go-between.ts'
import { createKeptLog } from '#test/support/kept-log.ts'
import { createIdentity } from './identity.ts'

/** A store before a platform that is down or not; `kept` is what outlives a restart. */
async function open(kept: unknown[]) {
  const platform = { isDown: false }
  const { asked, connection, practice } = await openGoBetween({
    answer: () => (platform.isDown ? { status: 503 } : undefined),
  })
  const identity = createIdentity({
    connection,
    storeId: practice.storeId,
    log: createKeptLog(),
    memory: { read: () => kept.at(-1), write: (store) => kept.push(store) },
    onLearned: () => undefined,
  })
  const beat = (times: number): void => {
    for (let nth = 0; nth < times; nth++) identity.beat()
  }
  return { platform, asked, identity, beat }
}

test('a store that could not be asked for is asked for once in six beats, and kept once it is known', async () => {
  const kept: unknown[] = []
  const { platform, asked, identity, beat } = await open(kept)
  platform.isDown = true
  beat(6)
  await expect.poll(() => asked.length).toBe(1)
  expect(identity.store).toBeNull()
  platform.isDown = false
  beat(1)
  await expect.poll(() => identity.store).not.toBeNull()
  expect(asked).toHaveLength(2)
  expect(kept).toEqual([identity.store])
})

test('a store that is known stands at once, and is asked for again at the start alone', async () => {
  const known = { id: 'old', name: 'Old name', timeZone: 'UTC', websiteId: 'w' }
  const kept: unknown[] = [known]
  const { asked, identity, beat } = await open(kept)
  expect(identity.store).toBe(known)
  beat(13)
  await expect.poll(() => identity.store).not.toBe(known)
  expect(asked).toHaveLength(1)
})
