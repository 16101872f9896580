import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { exportedLoyaltyClients } from '../lists.ts'
import type { SeenRequest } from '../odd-platform.fixture.ts'
import { connect, data, records, collectSteps } from './list.fixture.ts'
import { eachCursorPage } from './cursor-pages.ts'

const thousand = records(1, 1000)
const cursorOf = ({ query }: SeenRequest) => query.get('lastSeenId')

test('a full page without a next cursor continues after its last client', async () => {
  const { connection, seen } = await connect((request) =>
    data({ items: cursorOf(request) === null ? thousand : records(1001, 1002) }),
  )
  const { ids, last } = await collectSteps(exportedLoyaltyClients(connection))
  expect(ids).toHaveLength(1002)
  expect(seen.map(cursorOf)).toEqual([null, 'c1000'])
  expect(last).toMatchObject({ resume: null, complete: true })
})

test('a cursor that cannot be read is a failure, not the end', async () => {
  const { connection } = await connect(() => data({ items: thousand, nextLastSeenId: {} }))
  expect(await collectSteps(exportedLoyaltyClients(connection))).toMatchObject({
    ids: [],
    last: { failure: { kind: 'unreadable', message: 'data.nextLastSeenId: unreadable' } },
  })
})

test('a platform that repeats the cursor’s item yields it once', async () => {
  const { connection } = await connect((request) =>
    cursorOf(request) === null
      ? data({ items: records(1, 3), nextLastSeenId: 'c3' })
      : data({ items: records(3, 5), nextLastSeenId: null }),
  )
  const { parts } = await collectSteps(exportedLoyaltyClients(connection))
  expect(parts).toEqual([
    ['c1', 'c2', 'c3'],
    ['c4', 'c5'],
  ])
})

test('a long circle is detected although only one cursor is remembered', async () => {
  // Ten pages, then the last seven of them forever.
  const next = (at: number) => (at < 10 ? at + 1 : 4)
  const { connection, seen } = await connect((request) => {
    const at = next(Number(cursorOf(request) ?? 0))
    return data({ items: [{ _id: `x${at}` }], nextLastSeenId: String(at) })
  })
  const { last } = await collectSteps(exportedLoyaltyClients(connection))
  expect(last).toMatchObject({
    failure: { message: 'data.nextLastSeenId: came a second time' },
  })
  expect(seen.length).toBeLessThan(40)
})

test('continues where it failed', async () => {
  let isDown = true
  const { connection } = await connect((request) => {
    const cursor = cursorOf(request)
    if (cursor === null) return data({ items: records(1, 2), nextLastSeenId: 'c2' })
    if (isDown) return { status: 500, body: {} }
    return data({ items: records(3, 4), nextLastSeenId: null })
  })
  const { ids, last } = await collectSteps(exportedLoyaltyClients(connection))
  expect(last).toMatchObject({ ok: false, resume: { cursor: 'c2' }, progress: { items: 2 } })
  isDown = false
  const rest = await collectSteps(exportedLoyaltyClients(connection, { start: last?.resume }))
  expect([...ids, ...rest.ids]).toEqual(['c1', 'c2', 'c3', 'c4'])
})

test('the next page is requested while one is used, and cancelled if nobody needs it', async () => {
  const asked: (string | null)[] = []
  const signals: (AbortSignal | undefined)[] = []
  const steps = eachCursorPage(
    (cursor, { signal }) => {
      asked.push(cursor)
      signals.push(signal)
      const nextLastSeenId = String(Number(cursor ?? 0) + 1)
      const value = { items: [{ _id: nextLastSeenId }], nextLastSeenId }
      return Promise.resolve({ ok: true, value, answeredAt: 0 })
    },
    { pageSize: 1, idOf: ({ _id }) => _id },
  )
  expect(await steps.next()).toMatchObject({ value: { value: [{ _id: '1' }] } })
  // The second one is there but not taken, and no third is requested.
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  expect(asked).toEqual([null, '1'])
  expect(await steps.next()).toMatchObject({ value: { value: [{ _id: '2' }] } })
  await expect.poll(() => asked).toEqual([null, '1', '2'])
  expect(signals.at(-1)?.aborted).toBe(false)
  await steps.return()
  expect(signals.at(-1)?.aborted).toBe(true)
})
