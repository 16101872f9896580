import { expect, test } from 'vitest'
import { failed, type CallResult } from '#platform/call/failure.ts'
import type { Reconciled } from './rules.ts'
import type { DeliveryKind } from '#contract/deliveries/delivery.ts'
import { lost, openOutbox, yes, type Platform } from '#test/support/outbox.ts'
import { tries } from '#test/support/tries.ts'

test('what is enqueued is sent once without a request, and its noun receives each step', async () => {
  const { clock, sent, steps, enqueue } = openOutbox({})
  enqueue('one')
  expect(sent).toEqual([])
  await clock.advance(60_000)
  expect(sent).toEqual([['one']])
  expect(steps).toEqual([
    ['one sending', undefined],
    ['one confirmed', 'taken'],
  ])
})

test('nothing comes between the mark of an attempt and its request', async () => {
  const { clock, happened, enqueue } = openOutbox({})
  enqueue('one')
  await clock.advance(60_000)
  expect(happened.join(' ')).toMatch(/^commit screens catch up commit request /)
})

test('entries that the catch-up enqueues are sent in the same run, without another wake', async () => {
  const { clock, worker, happened, sent } = openOutbox({ due: ['one'] })
  worker.wake()
  await clock.advance(0)
  expect(sent).toEqual([['one']])
  // The wake itself, and the one after an attempt.
  expect(happened.filter((each) => each === 'catch up')).toHaveLength(2)
})

test('what is rolled back is not sent', async () => {
  const { clock, db, sent, add, enqueue } = openOutbox({})
  expect(() =>
    db.transact(() => {
      add('one', 'stock', { dish: 'soup' })
      throw new Error('a bug')
    }),
  ).toThrow('a bug')
  await clock.advance(60_000)
  expect(sent).toEqual([])
  enqueue('two')
  await clock.advance(60_000)
  expect(sent).toEqual([['two']])
})

test('the entries of a batch share requests up to the limit', async () => {
  const { clock, worker, sent, enqueue } = openOutbox({ together: 2 })
  for (const subject of ['a', 'b', 'c']) enqueue(subject, subject === 'b' ? 'stock' : 'stock')
  worker.wake()
  await clock.advance(60_000)
  expect(sent).toEqual([['a', 'b'], ['c']])
})

test('an entry with an unreadable payload waits for a person, and the others are sent', async () => {
  const { clock, sent, entry, enqueue } = openOutbox({ together: 9 })
  enqueue('one')
  enqueue('two', 'stock', { drink: 7 })
  await clock.advance(60_000)
  expect(sent).toEqual([['one']])
  expect(entry('two')).toMatchObject({ state: 'refused', reason: 'unreadable-payload' })
})

const read = (value: Reconciled): CallResult<Reconciled> => ({ ok: true, value, answeredAt: null })

test.each<[string, Platform, { sends: number; steps: string }]>([
  [
    'of what must not be repeated is for a person',
    { answers: [lost] },
    { sends: 1, steps: 'sending unknown/undecided' },
  ],
  [
    'of what can be repeated is followed by a repeat',
    { answers: [lost, yes], repeatable: true },
    { sends: 2, steps: 'sending unknown sending confirmed' },
  ],
  [
    'is settled by reading: it happened',
    { answers: [lost], reads: [read('happened')] },
    { sends: 1, steps: 'sending unknown sending confirmed' },
  ],
  [
    'is settled by reading: it did not happen, and is sent again',
    { answers: [lost, yes], reads: [read('did-not-happen')] },
    { sends: 2, steps: 'sending unknown sending queued sending confirmed' },
  ],
  [
    'is read again where reading failed',
    { answers: [lost], reads: [failed('not-sent', 'refused'), read('happened')] },
    { sends: 1, steps: 'sending unknown sending unknown sending confirmed' },
  ],
  [
    'is for a person where reading fails for too long',
    { answers: [lost], reads: [failed('not-sent', 'refused')] },
    { sends: 1, steps: `sending ${'unknown sending '.repeat(5)}unknown/undecided` },
  ],
])('a lost answer %s', async (_what, platform, expected) => {
  const { clock, sent, steps, enqueue } = openOutbox(platform)
  enqueue('one')
  await clock.advance(11 * 60_000)
  expect(sent).toHaveLength(expected.sends)
  expect(steps.map(([step]) => step.replace('one ', '')).join(' ')).toBe(expected.steps)
})

test('a change that reading repeatedly does not find is resent at growing intervals', async () => {
  const { clock, sent, enqueue } = openOutbox({ answers: [lost], reads: [read('did-not-happen')] })
  enqueue('one')
  await clock.advance(10 * 60_000)
  // 3 s until it is read, and up to 15 s until it is sent.
  expect(sent.length).toBeGreaterThan(30)
  expect(sent.length).toBeLessThan(40)
})

test('an outcome that a full disk refuses is kept, and written once there is room; nothing is sent twice', async () => {
  let isLarge = true
  const { clock, db, sent, entry, steps, enqueue } = openOutbox({
    repeatable: true,
    settled({ state }) {
      const text = 'x'.repeat(100_000)
      if (state === 'confirmed' && isLarge)
        db.run(`INSERT INTO settings (name, value) VALUES ('large', ?)`, text)
    },
  })
  enqueue('one')
  db.run(`PRAGMA max_page_count = ${Number(db.get('PRAGMA page_count')?.['page_count'])}`)
  await clock.advance(12 * 60_000)
  expect(sent).toEqual([['one']])
  expect(entry('one')?.state).toBe('sending')
  db.run('PRAGMA max_page_count = 1000000')
  await clock.advance(5_000)
  expect(sent).toEqual([['one']])
  expect(entry('one')).toBeNull()
  expect(steps.at(-1)).toEqual(['one confirmed', 'taken'])
  isLarge = false
  enqueue('two')
  await clock.advance(60_000)
  expect(sent).toEqual([['one'], ['two']])
})

test('a wake reads only entries that are due, however many wait', async () => {
  const { clock, db, worker, sent, outbox } = openOutbox({})
  const waitMs = 60_000
  db.transact(() => {
    for (let nth = 0; nth < 1_000; nth++)
      outbox.enqueue({
        id: `id-${nth}`,
        kind: 'stock',
        subject: `dish ${nth}`,
        payload: { dish: 'soup' },
        undoMs: nth < 3 ? 0 : waitMs,
      })
  })
  let read = 0
  const all = db.all.bind(db)
  db.all = (sql, ...values) => {
    const rows = all(sql, ...values)
    read += rows.length
    return rows
  }
  worker.wake()
  await clock.advance(1_000)
  expect(sent).toHaveLength(3)
  expect(read).toBeLessThan(30)
})

test.each(['once', 'by others as well'])(
  'of many that are due, a turn of the loop sends and tells a few, also where answers take no time; woken %s',
  async (woken) => {
    let ofTurn = 0
    let maxOfTurn = 0
    const { clock, db, worker, sent, steps, outbox } = openOutbox({
      settled() {
        ofTurn += 1
        maxOfTurn = Math.max(maxOfTurn, ofTurn)
      },
    })
    const many = tries(250, 1_000, 1_000)
    db.transact(() => {
      for (let nth = 0; nth < many; nth++)
        outbox.enqueue({
          id: `id-${nth}`,
          kind: 'stock',
          subject: `dish ${nth}`,
          payload: { dish: 'soup' },
        })
    })
    let isCounting = true
    let turns = 0
    const count = (): void => {
      ofTurn = 0
      turns += 1
      if (woken !== 'once' && turns % 10 === 0) worker.wake()
      if (isCounting) setImmediate(count)
    }
    count()
    worker.wake()
    while (sent.length < many) await clock.advance(0)
    isCounting = false
    expect(new Set(sent.flat()).size).toBe(many)
    expect(steps.filter(([step]) => step.endsWith(' confirmed'))).toHaveLength(many)
    // At most two wakes, each of which marks four entries and settles them, and twenty notified
    // entries that wait.
    expect(maxOfTurn).toBeLessThan(40)
  },
)

const dishes = ['a', 'b', 'c', 'd', 'e', 'f']

/** An outbox with six entries whose server is away. */
function openAway(platform: Platform = {}) {
  const away = new Set<DeliveryKind>(['stock'])
  const opened = openOutbox({ away, ...platform })
  for (const dish of dishes) opened.enqueue(dish)
  return { ...opened, away }
}

test('a platform that cannot be reached is probed every five seconds and sent nothing; then all go once, in order', async () => {
  const { clock, away, sent, times, probes, entry } = openAway()
  await clock.advance(17_000)
  // As many as are sent at once, before the first of them fails.
  expect(times).toEqual([0, 0, 0, 0])
  expect(probes.map(([at]) => at)).toEqual([0, 5, 10, 15])
  expect(dishes.map((dish) => entry(dish)?.state)).toEqual(dishes.map(() => 'queued'))
  away.clear()
  sent.length = 0
  await clock.advance(2_000)
  expect(sent).toEqual([])
  await clock.advance(1_000)
  expect(sent.flat()).toEqual(dishes)
})

test('a person who wants to go on has the platform probed at once', async () => {
  const { clock, worker, probes, away, sent } = openAway()
  await clock.advance(7_000)
  probes.length = 0
  away.clear()
  sent.length = 0
  worker.resume()
  await clock.advance(0)
  expect(probes.map(([at]) => at)).toEqual([7])
  expect(sent.flat()).toEqual(dishes)
})

test('tries that failed in an outage do not count, and it ends in the order of the taps', async () => {
  const away = new Set<DeliveryKind>()
  const { clock, sent, steps, enqueue, probes } = openOutbox({
    ...{ away, repeatable: true },
    answers: [lost, lost, yes],
  })
  enqueue('first')
  await clock.advance(0)
  // It may have happened, and its repeat is lost too.
  await clock.advance(3_000)
  away.add('stock')
  enqueue('second')
  enqueue('third')
  await clock.advance(60 * 60_000)
  expect(sent).toEqual([['first'], ['first'], ['second'], ['third']])
  expect(probes.length).toBeGreaterThan(700)
  enqueue('fourth')
  away.clear()
  sent.length = 0
  await clock.advance(5_000)
  expect(sent.flat()).toEqual(['first', 'second', 'third', 'fourth'])
  expect(steps.filter(([step]) => step.endsWith('undecided'))).toEqual([])
})

test('an entry that is on the wire at each of eight breaks is never for a person', async () => {
  const away = new Set<DeliveryKind>()
  let breaks = 0
  const { clock, sent, steps, enqueue } = openOutbox({
    ...{ away, repeatable: true, answers: [lost, yes] },
    settled({ state, attempts }) {
      if (state !== 'sending' || attempts === 1 || breaks === 8) return
      breaks += 1
      away.add('stock')
    },
  })
  enqueue('one')
  await clock.advance(3_000)
  for (let outages = 0; outages < 8; outages++) {
    await clock.advance(20_000)
    away.clear()
    await clock.advance(6_000)
  }
  expect(breaks).toBe(8)
  expect(sent.length).toBeGreaterThanOrEqual(10)
  expect(steps.filter(([step]) => step.endsWith('undecided'))).toEqual([])
  expect(steps.at(-1)).toEqual(['one confirmed', 'taken'])
})

test('a platform that answers but never takes an entry gets five repeats of it, and then a person decides', async () => {
  const { clock, times, steps, enqueue } = openOutbox({ answers: [lost], repeatable: true })
  enqueue('one')
  await clock.advance(11 * 60_000)
  expect(times).toEqual([0, 3, 12, 39, 120, 300])
  expect(steps.filter(([step]) => step === 'one unknown/undecided')).toHaveLength(1)
})

test('entries about the same subject are sent one at a time', async () => {
  const open: string[] = []
  const { clock, db, sent, outbox } = openOutbox({
    settled: ({ kind, state }) => void (state !== 'queued' && open.push(`${kind} ${state}`)),
  })
  const payload = { dish: 'soup' }
  db.transact(() => {
    for (const kind of ['pause', 'store-hours', 'preparation-time'] as const)
      outbox.enqueue({ id: kind, kind, subject: 'store', payload })
  })
  await clock.advance(1_000)
  expect(sent).toHaveLength(3)
  expect(open).toEqual(
    ['pause', 'store-hours', 'preparation-time'].flatMap((kind) => [
      `${kind} sending`,
      `${kind} confirmed`,
    ]),
  )
})

test('a server of the platform that cannot be reached holds up nothing that goes to another', async () => {
  const { clock, sent, enqueue } = openAway()
  await clock.advance(50_000)
  sent.length = 0
  for (const order of ['1', '2', '3']) enqueue(order, 'preparation-ready')
  await clock.advance(0)
  expect(sent.flat().filter((subject) => subject < 'a')).toEqual(['1', '2', '3'])
})

test('an entry that the platform postpones waits alone, and the others are sent', async () => {
  const later = failed('answered', 'later', 429)
  const { clock, sent, enqueue } = openOutbox({ answers: [later, yes] })
  for (const dish of dishes) enqueue(dish)
  await clock.advance(0)
  expect(sent.flat()).toEqual(dishes)
  await clock.advance(1_000)
  expect(sent.flat()).toEqual([...dishes, 'a'])
})
