import { expect, onTestFinished, test } from 'vitest'
import { failed } from '#platform/call/failure.ts'
import { createHold } from '#test/support/hold.ts'
import { openOutbox, yes, type Platform } from '#test/support/outbox.ts'
import { isNotSending, markedDone } from './outbox.ts'
import type { SendOutcome } from './rules.ts'
import type { TokenVerdict } from './token.ts'

const away: SendOutcome = { state: 'queued', reason: 'nobody-listens' }
const silent: SendOutcome = { state: 'unknown', reason: null }

/** An outbox whose `print` entries have a lane for each dish; `inLane` or the test answers them. */
function openLanes(platform: Platform = {}) {
  const lanes = createHold<string, SendOutcome>()
  const opened = openOutbox({ inLane: lanes.arrive, ...platform })
  // Nothing is being sent any more when the worker stops.
  onTestFinished(() => lanes.answerAll(silent))
  return {
    ...opened,
    give: (subject: string, dish: string) => opened.enqueue(subject, 'print', { dish }),
    answer: (subject: string, what: SendOutcome = yes) =>
      lanes.arrived.findLast(({ input }) => input === subject)?.answer(what),
    stateOf: (subject: string) => opened.outbox.delivery('print', subject)?.state,
  }
}

test('one at a time in each lane, in the order in which they were enqueued; lanes do not wait for each other', async () => {
  const { clock, give, answer, sent, stateOf } = openLanes()
  for (const nth of ['1', '2']) {
    give(`soup ${nth}`, 'soup')
    give(`pie ${nth}`, 'pie')
  }
  await clock.advance(60_000)
  expect(sent.flat().toSorted()).toEqual(['pie 1', 'soup 1'])
  await answer('soup 1')
  await clock.advance(60_000)
  expect(sent.flat()).toHaveLength(3)
  expect(sent.at(-1)).toEqual(['soup 2'])
  await answer('soup 2')
  await answer('pie 1', silent)
  await clock.advance(60_000)
  expect(stateOf('pie 1')).toBe('unknown')
  // An entry that needs a decision holds up nothing.
  expect(sent.at(-1)).toEqual(['pie 2'])
})

test('the first that waits holds up the others of its lane: after 1 s, doubling to 30 s, and at once when somebody adds one', async () => {
  const reached: [number, string][] = []
  const { clock, give, outbox, stateOf } = openLanes({
    inLane(subject) {
      reached.push([clock.monotonic() / 1_000, subject])
      return Promise.resolve(subject.startsWith('pie') ? yes : away)
    },
  })
  give('soup 1', 'soup')
  await clock.advance(100_000)
  expect(reached.map(([at]) => at)).toEqual([0, 1, 3, 7, 15, 31, 61, 91])
  expect(outbox.delivery('print', 'soup 1')).toMatchObject({
    state: 'queued',
    reason: 'nobody-listens',
  })
  give('pie', 'pie')
  await clock.advance(0)
  expect(stateOf('pie')).toBe('confirmed')
  give('soup 2', 'soup')
  await clock.advance(2_000)
  expect(reached.slice(9)).toEqual([
    [100, 'soup 1'],
    [101, 'soup 1'],
  ])
  outbox.hurry('soup')
  await clock.advance(0)
  expect(reached.at(-1)).toEqual([102, 'soup 1'])
})

test('a person’s decision makes its lane try at once', async () => {
  const outcomes: SendOutcome[] = [silent, away, away, away]
  const { clock, db, outbox, give, sent } = openLanes({
    inLane: () => Promise.resolve(outcomes.shift() ?? yes),
  })
  give('one', 'soup')
  give('two', 'soup')
  await clock.advance(4_000)
  expect(sent.flat()).toEqual(['one', 'two', 'two', 'two'])
  db.transact(() => outbox.move('print', 'one', isNotSending, markedDone))
  await clock.advance(0)
  expect(sent.flat()).toHaveLength(5)
})

test('neither a pause nor a token in doubt nor slow answers hold up a lane, and no lane holds up the platform', async () => {
  const token = createHold<undefined, TokenVerdict>()
  const refused = failed('answered', 'no', 401)
  const { clock, give, answer, enqueue, worker, sent, stateOf } = openLanes({
    answers: [refused, yes],
    token: token.arrive,
  })
  for (const nth of [1, 2, 3, 4, 5, 6]) give(`job ${String(nth)}`, `dish ${String(nth)}`)
  await clock.advance(0)
  expect(sent).toHaveLength(6)
  enqueue('a')
  await clock.advance(0)
  expect(sent.at(-1)).toEqual(['a'])
  // The token is being checked.
  give('while in doubt', 'soup')
  await clock.advance(0)
  await answer('while in doubt')
  await clock.advance(0)
  expect(stateOf('while in doubt')).toBe('confirmed')
  await token.answerAll({
    kind: 'refused',
    error: { code: 'unauthorised', reason: 'token-refused' },
  })
  await clock.advance(0)
  expect(worker.paused).not.toBeNull()
  give('while paused', 'soup')
  await clock.advance(0)
  await answer('while paused')
  await clock.advance(0)
  expect(stateOf('while paused')).toBe('confirmed')
})

test('an entry that is deleted while it is being sent stays deleted', async () => {
  const { clock, db, give, answer, outbox, stateOf, sent } = openLanes()
  give('one', 'soup')
  give('two', 'soup')
  give('three', 'pie')
  await clock.advance(0)
  db.transact(() => outbox.forgetLane('soup'))
  await answer('one', silent)
  await clock.advance(60_000)
  expect(stateOf('one')).toBeUndefined()
  expect(stateOf('three')).toBe('sending')
  expect(sent.flat().toSorted()).toEqual(['one', 'three'])
})

test('what a full disk does not take is not sent, and an outcome that it refuses is written once there is room', async () => {
  const { clock, db, give, sent, stateOf, steps } = openLanes({
    inLane: () => Promise.resolve(yes),
    settled({ state }) {
      const text = 'x'.repeat(100_000)
      if (state === 'confirmed')
        db.run(`INSERT OR REPLACE INTO settings (name, value) VALUES ('large', ?)`, text)
    },
  })
  give('one', 'soup')
  give('two', 'soup')
  db.run(`PRAGMA max_page_count = ${Number(db.get('PRAGMA page_count')?.['page_count'])}`)
  await clock.advance(60_000)
  // The next one waits, because the outcome of the first is not on disk yet.
  expect(sent).toEqual([['one']])
  expect(stateOf('one')).toBe('sending')
  db.run('PRAGMA max_page_count = 1000000')
  await clock.advance(5_000)
  expect(steps.map(([step]) => step)).toContain('one confirmed')
  expect(sent).toEqual([['one'], ['two']])
})

test('one whose receiver is gone is not sent again, and what nobody can read waits for a person', async () => {
  const { clock, db, give, sent, stateOf } = openLanes({
    inLane: () => Promise.resolve({ state: 'withdrawn', reason: 'not-needed' }),
  })
  give('one', 'soup')
  give('two', 'soup')
  db.run(`UPDATE outbox SET payload = payload || '}' WHERE id = 'id-two'`)
  await clock.advance(60_000)
  expect(sent).toEqual([['one']])
  expect(stateOf('one')).toBe('withdrawn')
  // Its row was damaged, so it was set aside.
  expect(stateOf('two')).toBeUndefined()
})

test('with thousands of waiting entries, the worker reads only the first of each lane', async () => {
  const { clock, db, worker, outbox } = openLanes({ inLane: () => Promise.resolve(away) })
  db.transact(() => {
    for (let nth = 0; nth < 2_000; nth++) {
      const dish = `dish ${String(nth % 3)}`
      outbox.enqueue({
        id: `id-${String(nth)}`,
        kind: 'print',
        subject: `job ${String(nth)}`,
        payload: { dish },
      })
    }
  })
  await clock.advance(20_000)
  let read = 0
  const [all, get] = [db.all.bind(db), db.get.bind(db)]
  db.all = (sql, ...values) => {
    const rows = all(sql, ...values)
    read += rows.length
    return rows
  }
  db.get = (sql, ...values) => {
    read += 1
    return get(sql, ...values)
  }
  worker.wake()
  expect(read).toBeLessThan(20)
})
