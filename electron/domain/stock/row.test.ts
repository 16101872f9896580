import { expect, test } from 'vitest'
import { viewOf, type Heard, type MenuWord, type Own, type StockRow, type Told } from './row.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString()
const now = Date.parse(at(30))

const own = (change: Partial<Own> = {}): Own => ({
  state: 'out',
  left: null,
  until: null,
  tapId: 'tap',
  ingredientId: null,
  setAt: at(10),
  setBy: 'Grill',
  ...change,
})
const told = (change: Partial<Told> = {}): Told => ({
  state: 'out',
  left: null,
  until: null,
  tapId: 'tap',
  stage: 'confirmed',
  processId: 'p',
  listedAt: at(11),
  at: at(11),
  words: null,
  ...change,
})
const heard = (change: Partial<Heard> = {}): Heard => ({
  state: 'out',
  left: null,
  until: null,
  listedAt: at(20),
  at: at(20),
  ...change,
})
const menu = (available: boolean, minute: number): MenuWord => ({ available, at: at(minute) })

const cases: [string, Partial<StockRow>, MenuWord | null, string | null][] = [
  ['nothing known', {}, null, null],
  ['on sale in the menu', {}, menu(true, 5), null],
  ['sold out in the menu', {}, menu(false, 5), 'out menu'],
  ['wanted and not told yet', { own: own() }, menu(true, 5), 'out waiting'],
  [
    'a newer wish than what was told',
    { own: own({ tapId: 'newer' }), told: told() },
    null,
    'out waiting',
  ],
  ['back in the queue', { own: own(), told: told({ stage: 'queued' }) }, null, 'out waiting'],
  ['on the wire', { own: own(), told: told({ stage: 'sending' }) }, null, 'out sending'],
  ['taken', { own: own(), told: told({ stage: 'accepted' }) }, null, 'out accepted'],
  ['confirmed', { own: own(), told: told() }, menu(true, 5), 'out confirmed'],
  [
    'confirmed, and the menu agrees',
    { own: own(), told: told() },
    menu(false, 15),
    'out confirmed',
  ],
  [
    'confirmed, and the menu says otherwise since',
    { own: own(), told: told() },
    menu(true, 15),
    null,
  ],
  ['refused', { own: own(), told: told({ stage: 'refused' }) }, menu(true, 15), 'out refused'],
  [
    'another system has set it since',
    { own: own(), told: told(), heard: heard({ state: 'on-sale' }) },
    null,
    'on-sale elsewhere',
  ],
  [
    'another system had set it before',
    { own: own(), told: told(), heard: heard({ listedAt: at(5) }) },
    null,
    'out confirmed',
  ],
  ['set by another system alone', { heard: heard() }, menu(true, 5), 'out elsewhere'],
  [
    'set by another system, and the menu says otherwise since',
    { heard: heard() },
    menu(true, 25),
    null,
  ],
  ['brought back by another system', { heard: heard({ state: 'on-sale' }) }, menu(true, 5), null],
  ['its time is over', { own: own({ until: at(29) }), told: told() }, menu(true, 5), null],
  ['its time is over, elsewhere', { heard: heard({ until: at(29) }) }, menu(true, 5), null],
  [
    'a count',
    { own: own({ state: 'counted', left: 3 }), told: told() },
    menu(true, 15),
    'counted confirmed',
  ],
  [
    'a count that has run out',
    { own: own({ state: 'counted', left: 0 }), told: told() },
    null,
    'out confirmed',
  ],
  [
    'brought back here',
    { own: own({ state: 'on-sale' }), told: told() },
    menu(true, 15),
    'on-sale confirmed',
  ],
]

test.each(cases)('%s', (_title, row, word, expected) => {
  const state = viewOf({ key: 'product:P', own: null, told: null, heard: null, ...row }, word, now)
  expect(state === null ? null : `${state.state} ${state.truth}`).toBe(expected)
})
