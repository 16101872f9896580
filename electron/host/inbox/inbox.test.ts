import { expect, test } from 'vitest'
import { createDialect } from '#platform/dialect.ts'
import { contextOf } from '#test/support/context.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { sample, sampleText } from '#test/support/samples.ts'
import { newDatabase } from '#test/support/new-database.ts'
import { systemClock, type Clock } from '../clock/clock.ts'
import { openDatabase, WatchedDatabase, type Database } from '../db/open.ts'
import type { Context } from '../noun.ts'
import { Inbox, type NewInboxMessage } from './inbox.ts'
import { Reader } from './reader.ts'

const inboxMessage = (key: string, body = sampleText('order-created-pickup')): NewInboxMessage => ({
  key,
  type: 'ecommerce.order.created',
  source: 'webhook',
  receivedAt: '2026-11-20T15:30:00.000Z',
  reportedAt: null,
  body,
})

function openInbox(): { db: Database; inbox: Inbox; refusals: boolean[] } {
  const db = openDatabase(newDatabase())
  const refusals: boolean[] = []
  const inbox: Inbox = new Inbox(db, createRecordingLog(), {
    onStored: () => undefined,
    onStatus: () => refusals.push(inbox.refusing),
  })
  return { db, inbox, refusals }
}

const ourWebsite = { ids: new Set<string>(), websiteId: 'ErCkmcyCEovseJq5E' }

const readerOf = (
  context: Partial<Context>,
  inbox: Inbox,
  own: ConstructorParameters<typeof Reader>[2],
  onOrder: (received: { orderId: string }) => unknown,
) =>
  new Reader(
    contextOf({
      clock: systemClock,
      log: createRecordingLog(),
      dialect: createDialect(),
      dateOf: (date) => date,
      storeZone: () => null,
      announce: () => Promise.resolve(),
      ...context,
    }),
    inbox,
    own,
    {
      onOrder(received) {
        onOrder(received)
        return { state: 'done', orderId: received.orderId }
      },
      onInstruction: () => ({ state: 'done' }),
    },
  )

test('events that arrive in one turn share a commit, and each sender gets its own answer', async () => {
  const { db, inbox } = openInbox()
  let commits = 0
  const counted = new Inbox(
    new WatchedDatabase(db, {
      committed: () => (commits += 1),
      rolledBack: () => undefined,
    }),
    createRecordingLog(),
    { onStored: () => undefined, onStatus: () => undefined },
  )
  const outcomes = await Promise.all(
    ['a', 'b', 'a', 'c'].map((key) => counted.receive(inboxMessage(key))),
  )
  expect(outcomes).toEqual(['kept', 'kept', 'repeat', 'kept'])
  expect(commits).toBe(1)
  expect(await inbox.receive(inboxMessage('b'))).toBe('repeat')
  db.close()
})

test('a full disk refuses every sender, keeps nothing, and is over when there is room', async () => {
  const { db, inbox, refusals } = openInbox()
  await inbox.receive(inboxMessage('first'))
  // SQLite answers "database or disk is full" where a file may not grow any more.
  const pages = Number(db.get('PRAGMA page_count')?.['page_count'])
  db.run(`PRAGMA max_page_count = ${pages}`)
  const large = 'x'.repeat(100_000)
  const refused = await Promise.allSettled([
    inbox.receive(inboxMessage('small')),
    inbox.receive(inboxMessage('large', large)),
  ])
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(inbox.refusing).toBe(true)
  db.run('PRAGMA max_page_count = 1000000')
  expect(await inbox.receive(inboxMessage('large', large))).toBe('kept')
  expect(inbox.refusing).toBe(false)
  expect(refusals).toEqual([true, false])
  expect(inbox.arrived(10).map(({ key }) => key)).toEqual(['first', 'large'])
  db.close()
})

test('an inbox message that breaks the reader is set aside, and the others are read', async () => {
  const { db, inbox } = openInbox()
  const log = createRecordingLog()
  const received: string[] = []
  const reader = readerOf({ db, log }, inbox, ourWebsite, ({ orderId }) => {
    if (orderId === 'ord-15247') throw new Error('a bug')
    received.push(orderId)
  })
  const names = ['order-created-delivery', 'order-created-large', 'order-created-pickup']
  await Promise.all(names.map((name) => inbox.receive(inboxMessage(name, sampleText(name)))))
  await reader.drain()
  expect(received.slice(-2)).toEqual(['ord-15244', 'ord-15245'])
  expect(inbox.counts()).toEqual({ unread: 1, elsewhere: 0 })
  expect(inbox.unread()).toMatchObject([{ reason: 'internal error' }])
  expect(log.text()).toContain('a bug')
  db.close()
})

test('reading ends its transaction once it took long: what arrives then is kept before the next', async () => {
  const { db, inbox } = openInbox()
  const clock = new FakeClock()
  let monotonic = 0
  const steps: string[] = []
  const turnsOnly: Clock = {
    now: () => clock.now(),
    monotonic: () => monotonic,
    after(_milliseconds, run) {
      const timer = setImmediate(() => void run())
      return () => clearImmediate(timer)
    },
  }
  const reader = readerOf({ db, clock: turnsOnly }, inbox, ourWebsite, () => {
    monotonic += 3
    steps.push('read')
    if (steps.length === 1) void inbox.receive(inboxMessage('late')).then(() => steps.push('kept'))
  })
  await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => inbox.receive(inboxMessage(key))))
  reader.wake()
  await expect.poll(() => steps).toHaveLength(8)
  expect(steps.indexOf('kept')).toBe(3)
  reader.stop()
  db.close()
})

test('what is rolled back is not counted: the counts are those of the disk', async () => {
  const { db, inbox } = openInbox()
  const own = { ids: new Set(['here']), websiteId: null }
  const reader = readerOf({ db, clock: new FakeClock() }, inbox, own, () => undefined)
  // Two of another store are counted before the third stops the whole transaction.
  db.run(
    `CREATE TRIGGER refuse BEFORE UPDATE ON inbox WHEN NEW.id = 3
     BEGIN SELECT RAISE(ABORT, 'no room'); END`,
  )
  for (const key of ['a', 'b', 'c']) await inbox.receive(inboxMessage(key))
  await expect(reader.drain()).rejects.toThrow('no room')
  expect(inbox.counts()).toEqual({ unread: 0, elsewhere: 0 })
  expect(inbox.arrived(10)).toHaveLength(3)
  db.run('DROP TRIGGER refuse')
  await reader.drain()
  expect(inbox.counts()).toEqual({ unread: 0, elsewhere: 3 })
  db.close()
})

test('inbox messages that were read are deleted after a while, unread ones are not', async () => {
  const { db, inbox } = openInbox()
  for (const key of ['done', 'unread', 'arrived']) await inbox.receive(inboxMessage(key))
  inbox.settle({ id: 1, key: 'done' }, { state: 'done' })
  inbox.settle({ id: 2, key: 'unread' }, { state: 'unread', reason: 'x' })
  expect(inbox.forget('2026-11-20T15:29:59.999Z')).toBe(0)
  expect(inbox.forget('2026-11-20T15:30:00.001Z')).toBe(1)
  expect(inbox.arrived(10)).toMatchObject([{ key: 'arrived' }])
  expect(inbox.unread()).toHaveLength(1)
  db.close()
})

test('poisoned fields stay data', async () => {
  const store = await openTestStore()
  const body = sample('order-created-pickup') as { data: { order: Record<string, unknown> } }
  Object.assign(body.data.order, {
    constructor: { prototype: { polluted: true } },
    buyerName: '<img src=x onerror=alert(1)>',
    items: [
      {
        _id: 'i',
        product: { _id: 'p', name: 'Sopa' },
        amount: '2',
        modifiers: [
          {
            name: 'm',
            countById: { toString: 2 },
            options: [{ optionId: 'toString', name: 'Pan' }],
          },
        ],
      },
    ],
  })
  expect((await store.post(body)).status).toBe(200)
  await expect
    .poll(() => store.ticket('ord-15245'))
    .toMatchObject({
      buyerName: '<img src=x onerror=alert(1)>',
      items: [{ amount: 2, modifiers: [{ options: [{ name: 'Pan', count: 2 }] }] }],
    })
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})
