import { describe, expect, test, vi } from 'vitest'
import { failed } from '#platform/call/failure.ts'
import { isQueued, withdrawn } from './outbox.ts'
import { readTokenVerdict, type TokenVerdict } from './token.ts'
import { createHold } from '#test/support/hold.ts'
import { openOutbox, yes } from '#test/support/outbox.ts'

describe('a 401', () => {
  const refused = failed('answered', 'no', 401)

  test('the token is checked once, whichever entry got the 401, and nothing else is sent meanwhile', async () => {
    const { arrive: token, arrived, answerAll } = createHold<undefined, TokenVerdict>()
    const { clock, sent, entry, enqueue } = openOutbox({ answers: [refused, refused, yes], token })
    enqueue('one')
    enqueue('two')
    await clock.advance(500)
    enqueue('three')
    await clock.advance(60_000)
    expect(arrived).toHaveLength(1)
    expect(sent).toEqual([['one'], ['two']])
    await answerAll({ kind: 'accepted' })
    await clock.advance(60_000)
    expect(sent).toEqual([['one'], ['two'], ['three']])
    for (const each of ['one', 'two'])
      expect(entry(each)).toMatchObject({ state: 'refused', message: '401 no' })
  })

  test('with a good token does not reject an entry that was withdrawn meanwhile', async () => {
    const { arrive: token, answerAll } = createHold<undefined, TokenVerdict>()
    const { clock, db, outbox, steps, enqueue } = openOutbox({ answers: [refused], token })
    enqueue('one')
    await clock.advance(500)
    db.transact(() => outbox.move('stock', 'one', isQueued, withdrawn))
    await answerAll({ kind: 'accepted' })
    await clock.advance(500)
    expect(outbox.history('stock', 'one')).toMatchObject([{ state: 'withdrawn' }])
    expect(steps.map(([step]) => step)).not.toContain('one refused/undecided')
  })

  test('of a token that is refused stops everything until it is good again', async () => {
    const text: TokenVerdict[] = [
      { kind: 'refused', error: { code: 'unauthorised', reason: 'token-refused' } },
      { kind: 'unknown' },
      { kind: 'accepted' },
    ]
    const token = vi.fn(() => Promise.resolve(text.shift() ?? { kind: 'accepted' as const }))
    const { clock, worker, sent, enqueue } = openOutbox({ answers: [refused, yes], token })
    enqueue('one')
    await clock.advance(30_000)
    enqueue('two')
    await clock.advance(95_000)
    expect(worker.paused).toMatchObject({ reason: 'token-refused' })
    // Once for the 401, and once a minute from then on.
    expect(token).toHaveBeenCalledTimes(2)
    expect(sent).toEqual([['one']])
    await clock.advance(60_000)
    expect(worker.paused).toBeNull()
    expect(sent.slice(1).flat().toSorted()).toEqual(['one', 'two'])
  })

  test('without a verdict on the token is retried at growing intervals', async () => {
    const token = vi.fn(() => Promise.resolve<TokenVerdict>({ kind: 'unknown' }))
    const { clock, worker, sent, entry, enqueue } = openOutbox({ answers: [refused], token })
    enqueue('one')
    await clock.advance(60_000)
    expect(worker.paused).toBeNull()
    expect(entry('one')).toMatchObject({ state: 'queued', message: '401 no' })
    // At once, and after 1, 2, 4, 8 and then 15 seconds.
    expect(sent).toHaveLength(8)
  })
})

test.each([
  ['it is taken', { ok: true, value: {}, answeredAt: null } as const, 'accepted'],
  ['its answer lacks something', failed('unreadable', 'data.website', 200), 'accepted'],
  ['it is refused', failed('answered', 'no', 401), 'refused'],
  ['its rights are refused', failed('answered', 'no', 403), 'refused'],
  ['there is no such endpoint', failed('answered', 'none', 404), 'unknown'],
  ['the platform is busy', failed('answered', 'later', 503), 'unknown'],
  ['no answer', failed('lost', 'cut'), 'unknown'],
  ['a sign-in page', failed('portal', 'a page', 200), 'unknown'],
])('of a token: %s', (_what, me, kind) => {
  expect(readTokenVerdict(me).kind).toBe(kind)
})
