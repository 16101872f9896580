import { expect, test } from 'vitest'
import type { DeliveryState } from '#contract/deliveries/delivery.ts'
import {
  type MenuReport,
  viewOf,
  type Desired,
  type Reported,
  type Requested,
  type StockEntry,
  type StockRow,
} from './row.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString()
const now = Date.parse(at(30))

const desired = (change: Partial<Desired> = {}): Desired => ({
  state: 'out',
  left: null,
  until: null,
  tapId: 'tap',
  ingredientId: null,
  setAt: at(10),
  setBy: 'Grill',
  ...change,
})
const requested = (change: Partial<Requested> = {}): Requested => ({
  state: 'out',
  left: null,
  until: null,
  tapId: 'tap',
  processId: 'p',
  listedAt: at(11),
  ...change,
})
const entry = (state: DeliveryState, tapId = 'tap'): StockEntry => ({
  tapId,
  delivery: { state, since: at(11) },
})
const reported = (change: Partial<Reported> = {}): Reported => ({
  state: 'out',
  left: null,
  until: null,
  listedAt: at(20),
  at: at(20),
  ...change,
})
/** What a menu reported at a minute, and since when; without `since` it never changed. */
const menu = (available: boolean, minute: number, since?: number): MenuReport => ({
  available,
  at: at(minute),
  since: since === undefined ? '' : at(since),
})

/** Without an entry given, the entry is confirmed. */
const cases: [string, Partial<StockRow>, MenuReport | null, string | null, (StockEntry | null)?][] =
  [
    ['nothing known', {}, null, null],
    ['on sale in the menu', {}, menu(true, 5), null],
    ['sold out in the menu', {}, menu(false, 5), 'out menu'],
    [
      'wanted and not sent yet',
      { desired: desired() },
      menu(true, 5),
      'out queued',
      entry('queued'),
    ],
    [
      'something newer desired than what is under way',
      { desired: desired({ tapId: 'newer', setAt: at(12) }), requested: requested() },
      null,
      'out queued',
      entry('accepted'),
    ],
    [
      'back in the queue',
      { desired: desired(), requested: requested() },
      null,
      'out queued',
      entry('queued'),
    ],
    [
      'on the wire',
      { desired: desired(), requested: requested() },
      null,
      'out sending',
      entry('sending'),
    ],
    [
      'taken',
      { desired: desired(), requested: requested() },
      null,
      'out accepted',
      entry('accepted'),
    ],
    [
      'confirmed, and its entry is gone',
      { desired: desired(), requested: requested() },
      null,
      'out confirmed',
      null,
    ],
    [
      'not listed, and its entry is gone',
      { desired: desired(), requested: requested({ listedAt: null }) },
      null,
      'out queued',
      null,
    ],
    ['confirmed', { desired: desired(), requested: requested() }, menu(true, 5), 'out confirmed'],
    [
      'confirmed, and the menu agrees',
      { desired: desired(), requested: requested() },
      menu(false, 15),
      'out confirmed',
    ],
    [
      'confirmed, and the menu has changed to otherwise since',
      { desired: desired(), requested: requested() },
      menu(true, 20, 18),
      null,
    ],
    [
      'confirmed, and the menu says what it always said',
      { desired: desired(), requested: requested() },
      menu(true, 29),
      'out confirmed',
    ],
    [
      'confirmed, and the menu says what it has said since before',
      { desired: desired(), requested: requested() },
      menu(true, 29, 10),
      'out confirmed',
    ],
    [
      'confirmed, and the menu says otherwise so soon after that it may tell of before',
      { desired: desired(), requested: requested() },
      menu(true, 15, 15),
      'out confirmed',
    ],
    [
      'refused',
      { desired: desired(), requested: requested() },
      menu(true, 15),
      'out refused',
      entry('refused'),
    ],
    [
      'another system has set it since',
      { desired: desired(), requested: requested(), reported: reported({ state: 'on-sale' }) },
      null,
      'on-sale elsewhere',
    ],
    [
      'another system had set it before',
      { desired: desired(), requested: requested(), reported: reported({ listedAt: at(5) }) },
      null,
      'out confirmed',
    ],
    ['set by another system alone', { reported: reported() }, menu(true, 5), 'out elsewhere'],
    [
      'set by another system, and the menu has changed to otherwise since',
      { reported: reported() },
      menu(true, 26, 24),
      null,
    ],
    [
      'set by another system, and the menu says what it always said',
      { reported: reported() },
      menu(true, 29),
      'out elsewhere',
    ],
    [
      'brought back by another system',
      { reported: reported({ state: 'on-sale' }) },
      menu(true, 5),
      null,
    ],
    [
      'its time is over',
      { desired: desired({ until: at(29) }), requested: requested() },
      menu(true, 5),
      null,
    ],
    ['its time is over, elsewhere', { reported: reported({ until: at(29) }) }, menu(true, 5), null],
    [
      'a count',
      { desired: desired({ state: 'counted', left: 3 }), requested: requested() },
      menu(true, 15),
      'counted confirmed',
    ],
    [
      'a count that has run out',
      { desired: desired({ state: 'counted', left: 0 }), requested: requested() },
      null,
      'out confirmed',
    ],
    [
      'brought back here',
      { desired: desired({ state: 'on-sale' }), requested: requested() },
      menu(true, 15),
      'on-sale confirmed',
    ],
    [
      'brought back here, and the menu tells of before',
      { desired: desired({ state: 'on-sale' }), requested: requested() },
      menu(false, 15),
      'on-sale confirmed',
    ],
    [
      'brought back here, and off the menu all the same',
      { desired: desired({ state: 'on-sale' }), requested: requested() },
      menu(false, 17),
      'out menu',
    ],
  ]

test.each(cases)('%s', (_title, row, word, expected, sent = entry('confirmed')) => {
  const state = viewOf(
    { key: 'product:P', desired: null, requested: null, reported: null, ...row },
    word,
    now,
    sent,
  )
  const shown = state && `${state.state} ${state.delivery?.state ?? state.source}`
  expect(shown).toBe(expected)
  if (state !== null) expect(state.source === 'here').toBe(state.delivery !== null)
})

test('a change that waits for an earlier one is queued since it was set', () => {
  const row = {
    key: 'product:P',
    desired: desired({ tapId: 'newer' }),
    requested: null,
    reported: null,
  }
  expect(viewOf(row, null, now, entry('sending'))?.delivery).toEqual({
    state: 'queued',
    since: at(10),
  })
})
