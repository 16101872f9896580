import { expect, test } from 'vitest'
import { openGoBetween } from '#test/support/go-between.ts'
import { createKeptLog } from '#test/support/kept-log.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createConnection } from './connection.ts'

/** A store before a platform that is down or not; `kept` is what outlives a restart. */
async function open(kept: unknown[]) {
  const platform = { isDown: false }
  const { asked, connection, practice } = await openGoBetween({
    answer: () => (platform.isDown ? { status: 503 } : undefined),
  })
  const clock = new FakeClock()
  const noun = createConnection({
    connection,
    storeId: practice.storeId,
    clock,
    log: createKeptLog(),
    values: (_name, schema) => ({
      read: () => schema.safeParse(kept.at(-1)).data ?? null,
      write: (store) => kept.push(store),
    }),
    onLearned: () => undefined,
    resume: () => undefined,
  })
  /** Catches up so often, ten seconds apart. */
  const beat = async (times: number): Promise<void> => {
    for (let nth = 0; nth < times; nth++) {
      noun.catchUp?.()
      await clock.advance(10_000)
    }
  }
  return { platform, asked, noun, beat }
}

test('a store that could not be asked for is asked for once a minute, and kept once it is known', async () => {
  const kept: unknown[] = []
  const { platform, asked, noun, beat } = await open(kept)
  platform.isDown = true
  await beat(6)
  await expect.poll(() => asked.length).toBe(1)
  expect(noun.store).toBeNull()
  platform.isDown = false
  await beat(1)
  await expect.poll(() => noun.store).not.toBeNull()
  expect(asked).toHaveLength(2)
  expect(kept).toEqual([noun.store])
})

test('a store that is known stands at once, and is asked for again at the start alone', async () => {
  const known = {
    id: 'old',
    name: 'Old name',
    brand: '',
    countryCode: '',
    timeZone: 'UTC',
    websiteId: 'w',
  }
  const kept: unknown[] = [known]
  const { asked, noun, beat } = await open(kept)
  expect(noun.store).toEqual(known)
  await beat(13)
  await expect.poll(() => noun.store).not.toEqual(known)
  expect(asked).toHaveLength(1)
})
