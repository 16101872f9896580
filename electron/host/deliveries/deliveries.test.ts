import { expect, test } from 'vitest'
import type { Caller } from '#contract/shared/caller.ts'
import type { DeliveryChoice, DeliveryKind } from '#contract/deliveries/delivery.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { failed } from '#platform/call/failure.ts'
import { openOutbox, yes, type Platform } from '#test/support/outbox.ts'

const refused = failed('answered', 'no', 400)
const cook: Caller = { screen: 'grill', name: 'Grill', role: 'kitchen' }
const counter: Caller = { ...cook, role: 'counter' }

/** An outbox in which these dishes were rejected. */
async function withRefused(dishes: readonly string[], platform: Platform = {}) {
  const opened = openOutbox({
    answers: [...dishes.map(() => refused), yes],
    ...platform,
  })
  for (const dish of dishes) {
    opened.enqueue(dish)
    await opened.clock.advance(1_000)
  }
  const { handlers } = opened.deliveries
  const decide = (choice: DeliveryChoice, subjects: readonly string[], caller = cook) =>
    handlers['deliveries.decide'](
      { entries: subjects.map((subject) => ({ kind: 'stock' as DeliveryKind, subject })), choice },
      caller,
    )
  const pending = (caller = cook) => handlers['deliveries.pending']({}, caller)
  return { ...opened, decide, pending }
}

test('what was refused is listed with what a person can do, the newest first', async () => {
  const { pending, clock } = await withRefused(['soup', 'pie'])
  expect(pending()).toEqual(
    ok({
      total: 2,
      decisions: ['pie', 'soup'].map((subject) => ({
        kind: 'stock',
        subject,
        title: `Title of ${subject}`,
        about: {},
        createdAt: expect.any(String) as string,
        delivery: {
          state: 'refused',
          since: expect.any(String) as string,
          message: '400 no',
          choices: ['retry', 'mark-done', 'dismiss'],
        },
      })),
    }),
  )
  expect(clock.now()).toBeGreaterThan(0)
})

test.each<[DeliveryChoice, object]>([
  ['retry', { state: 'confirmed' }],
  ['mark-done', { state: 'confirmed', reason: 'by-person' }],
  ['dismiss', { state: 'withdrawn', reason: 'by-person' }],
])('%s', async (choice, after) => {
  const { clock, outbox, sent, steps, decide, pending } = await withRefused(['soup'])
  const [before] = [steps.length]
  expect(decide(choice, ['soup'])).toEqual(ok(1))
  // Its noun is notified of the decision.
  expect(steps).toHaveLength(before + 1)
  await clock.advance(1_000)
  expect(outbox.delivery('stock', 'soup')).toMatchObject(after)
  expect(outbox.delivery('stock', 'soup')).not.toHaveProperty('choices')
  expect(sent).toHaveLength(choice === 'retry' ? 2 : 1)
  expect(pending()).toEqual(ok({ decisions: [], total: 0 }))
  expect(decide(choice, ['soup'])).toEqual(fail('too-late'))
})

test('one decision about many entries decides those that are still undecided', async () => {
  const { decide, outbox } = await withRefused(['soup', 'pie', 'cake'])
  await decide('dismiss', ['pie'])
  expect(decide('mark-done', ['soup', 'pie', 'cake', 'nothing'])).toEqual(ok(2))
  const states = ['soup', 'pie', 'cake'].map((dish) => outbox.delivery('stock', dish)?.state)
  expect(states).toEqual(['confirmed', 'withdrawn', 'confirmed'])
})

test('nobody can decide about entries that are being sent, are waiting, or belong to another role', async () => {
  const { enqueue, outbox, decide, deliveries, pending, clock, db } = await withRefused(['soup'])
  db.transact(() =>
    outbox.enqueue({
      id: 'pie',
      kind: 'stock',
      subject: 'pie',
      payload: { dish: 'pie' },
      undoMs: 60_000,
    }),
  )
  expect(decide('dismiss', ['pie'])).toEqual(fail('too-late'))
  enqueue('table', 'reservation')
  await clock.advance(1_000)
  db.transact(() => outbox.adopt({ id: 'x', kind: 'reservation', subject: 'other', payload: {} }))
  const entries = [{ kind: 'reservation' as const, subject: 'other' }]
  const input = { entries, choice: 'dismiss' as const }
  expect(pending()).toMatchObject(ok({ total: 1, decisions: [{ subject: 'soup' }] }))
  expect(pending(counter)).toMatchObject(ok({ total: 2 }))
  expect(deliveries.handlers['deliveries.decide'](input, cook)).toEqual(fail('not-allowed'))
  expect(deliveries.handlers['deliveries.decide'](input, counter)).toEqual(ok(1))
})

test('entries of another role do not take places in a role’s list', async () => {
  const { outbox, pending, db } = await withRefused(['soup', 'pie'])
  db.transact(() => {
    for (let at = 0; at < 600; at++) {
      const id = `table ${String(at)}`
      outbox.adopt({ id, kind: 'reservation', subject: id, payload: {} })
    }
  })
  expect(pending()).toMatchObject(
    ok({ total: 2, decisions: [{ subject: 'pie' }, { subject: 'soup' }] }),
  )
  expect(pending(counter)).toMatchObject(ok({ total: 602 }))
})

test('a retry sends what the entry’s kind returns, or nothing if nothing is left to send', async () => {
  const { decide, outbox, sent } = await withRefused(['soup', 'pie'], {
    retried: ({ subject }) => (subject === 'pie' ? null : { dish: 'hot soup' }),
  })
  expect(decide('retry', ['soup', 'pie'])).toEqual(ok(2))
  expect(outbox.newest('stock', 'soup')).toMatchObject({
    state: 'queued',
    payload: { dish: 'hot soup' },
  })
  expect(outbox.delivery('stock', 'pie')).toMatchObject({ state: 'confirmed' })
  expect(sent).toHaveLength(2)
})

test('screens are notified when a decision is needed, and when none is needed any more', async () => {
  const { reported, decide, enqueue, clock } = await withRefused(['soup'])
  const changed = () => reported.splice(0)
  expect(changed()).toEqual([{ type: 'deliveries.changed' }])
  expect(changed()).toEqual([])
  enqueue('pie')
  await clock.advance(1_000)
  expect(changed()).toEqual([])
  await decide('mark-done', ['soup'])
  expect(changed()).toEqual([{ type: 'deliveries.changed' }])
})
