import { expect, test } from 'vitest'
import { ok } from '#contract/result.ts'
import type { HandlersOf } from './dispatch.ts'
import { handlersOf, outboxOf, type Noun } from './noun.ts'
import type { OutboxKinds, OutboxRules } from './outbox/rules.ts'
import { z } from 'zod'

const rules: OutboxRules = {
  payload: z.unknown(),
  mayRepeat: () => true,
  send: () => Promise.resolve([]),
  changed: () => undefined,
  choices: () => [],
  title: () => '',
}

interface Bumps extends Noun {
  readonly handlers: Pick<HandlersOf<'tickets'>, 'tickets.undo'>
  readonly outbox: Pick<OutboxKinds, 'preparation-ready'>
}
interface Board extends Noun {
  readonly handlers: Pick<HandlersOf<'stock'>, 'stock.answerOpening'>
  readonly outbox: Pick<OutboxKinds, 'stock'>
}
interface Offers extends Noun {
  readonly handlers: Pick<HandlersOf<'coupons'>, 'coupons.change'>
  readonly outbox: Pick<OutboxKinds, 'coupon-change'>
}
interface Book extends Noun {
  readonly handlers: Pick<HandlersOf<'reservations'>, 'reservations.undoCancel'>
  readonly outbox: Pick<OutboxKinds, 'reservation' | 'reservation-cancel'>
}
interface Channel extends Noun {
  readonly handlers: Pick<HandlersOf<'channelOrders'>, 'channelOrders.list'>
  readonly outbox: Pick<OutboxKinds, 'complete-order'>
}
interface Papers extends Noun {
  readonly outbox: Pick<OutboxKinds, 'print'>
}
interface Doctor extends Noun {
  readonly handlers: Pick<HandlersOf<'doctor'>, 'doctor.examine'>
}

const bumps: Bumps = {
  handlers: { 'tickets.undo': () => ok(null) },
  outbox: { 'preparation-ready': rules },
}
const board: Board = {
  handlers: { 'stock.answerOpening': () => ok(null) },
  outbox: { stock: rules },
}
const offers: Offers = {
  handlers: { 'coupons.change': () => ok(null) },
  outbox: { 'coupon-change': rules },
}
const book: Book = {
  handlers: { 'reservations.undoCancel': () => ok(null) },
  outbox: { reservation: rules, 'reservation-cancel': rules },
}
const channel: Channel = {
  handlers: { 'channelOrders.list': () => ok({ hasChannel: false, orders: [] }) },
  outbox: { 'complete-order': rules },
}
const papers: Papers = { handlers: {}, outbox: { print: rules } }
const doctor: Doctor = { handlers: { 'doctor.examine': () => ok(null) } }

test('the kinds of all nouns together are the outbox’s, and one that nobody claims does not compile', () => {
  const all: OutboxKinds = outboxOf([bumps, board, offers, book, channel, papers, doctor] as const)
  expect(Object.keys(all)).toEqual([
    'preparation-ready',
    'stock',
    'coupon-change',
    'reservation',
    'reservation-cancel',
    'complete-order',
    'print',
  ])
  // @ts-expect-error nobody claims the kinds of stock
  const some: OutboxKinds = outboxOf([bumps, offers, book, channel, papers, doctor] as const)
  expect(Object.keys(some)).toEqual([
    'preparation-ready',
    'coupon-change',
    'reservation',
    'reservation-cancel',
    'complete-order',
    'print',
  ])
})

test('an operation that no noun handles does not compile', () => {
  type Wanted = Bumps['handlers'] & Board['handlers'] & Doctor['handlers']
  const all: Wanted = handlersOf([bumps, board, doctor] as const)
  expect(Object.keys(all)).toHaveLength(3)
  // @ts-expect-error nobody handles stock.answerOpening
  const some: Wanted = handlersOf([bumps, doctor] as const)
  expect(Object.keys(some)).toHaveLength(2)
})
