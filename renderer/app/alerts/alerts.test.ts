import { expect, test, vi } from 'vitest'
import {
  deliveryKinds,
  type DeliveryKind,
  type DeliveryReason,
  type DeliveryState,
  type PendingDecision,
} from '#contract/deliveries/delivery.ts'
import type { PrintJob } from '#contract/printers/printers.ts'
import type { AppError } from '#contract/shared/result.ts'
import type { Status } from '#contract/status/status.ts'

import { hasMessage } from '../../locales/i18n.ts'
import { quietStatus } from '../../test-support/fake-bridge.ts'
import { makeBoard } from '../../test-support/sample-board.ts'
import { byPressure, titlesOf, type Alert } from './alert.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'
import { awayPrinterAlerts, deliveryAlerts } from './delivery-alerts.ts'
import { rooms } from '../rooms.ts'
import { guessAlerts } from './guess-alerts.ts'
import { openingAlerts } from './opening-alerts.ts'
import { statusAlerts, type AlertContext } from './status-alerts.ts'

// A component, which these tests can't load.
vi.mock('../../wall/WallView.vue', () => ({ default: {} }))

const around: AlertContext = {
  isCutOff: false,
  isSilent: false,
  isDamageSeen: false,
  isArchiveSeen: false,
  isManager: true,
  resume: () => undefined,
  giveToken: () => undefined,
  seeDamage: () => undefined,
  seeArchive: () => undefined,
}
const ids = (alerts: readonly Alert[]) => alerts.map(({ id, tone }) => `${id} ${tone}`)
const everything: Status = {
  ...quietStatus(),
  inbox: { unread: 2, elsewhere: 0, refusing: true },
  outbox: { ...quietStatus().outbox, paused: { code: 'unauthorised' } },
  damage: { kind: 'damaged', keptAs: 'store-1/quarantine/1-live.sqlite', restoredFrom: null },
  setAside: 1,
}

test.for<[string, Status | null, Partial<AlertContext>, string[]]>([
  ['nothing is wrong', quietStatus(), {}, []],
  ['nothing is known yet', null, {}, []],
  [
    'a store that the token does not see',
    { ...quietStatus(), storeSeen: { state: 'not-seen', stores: 1, names: ['Colón'] } },
    {},
    ['wrong-store bad'],
  ],
  [
    'a store of which nobody has said anything yet',
    { ...quietStatus(), storeSeen: { state: 'unknown', stores: null, names: [] } },
    {},
    [],
  ],
  [
    'a clock that is more than two minutes off',
    { ...quietStatus(), skewMs: 121_000 },
    {},
    ['wrong-clock warn'],
  ],
  ['a clock that is less than that off', { ...quietStatus(), skewMs: -120_000 }, {}, []],
  ['silence', quietStatus(), { isSilent: true }, ['silent bad']],
  [
    'everything is wrong',
    everything,
    { isSilent: true },
    ['refusing bad', 'silent bad', 'paused bad', 'damaged bad', 'unread note', 'set-aside note'],
  ],
  [
    'the damage was seen',
    { ...quietStatus(), damage: { kind: 'damaged', keptAs: 'x', restoredFrom: null } },
    { isDamageSeen: true },
    [],
  ],
  [
    'a damaged archive',
    { ...quietStatus(), archive: { kind: 'damaged', isOut: true, keptAs: 'x', copied: 0 } },
    {},
    ['archive warn'],
  ],
  [
    'a damaged archive was seen',
    { ...quietStatus(), archive: { kind: 'damaged', isOut: false, keptAs: 'x', copied: 9 } },
    { isArchiveSeen: true },
    [],
  ],
  ['a lost host: of the rest nothing is known', everything, { isCutOff: true }, ['cut-off bad']],
])('%s', ([, status, some, expected]) => {
  expect(ids(byPressure(statusAlerts(status, { ...around, ...some }), true))).toEqual(expected)
})

test.for<[string, AppError, Partial<Status>, string, string[]]>([
  [
    'no token',
    { code: 'unauthorised', reason: 'no-token' },
    {},
    'Access key missing',
    ['Enter access key'],
  ],
  [
    'an address with http',
    { code: 'unreachable', reason: 'unencrypted' },
    {},
    'Updates aren’t being sent to the platform',
    [],
  ],
  [
    'a refused token',
    { code: 'unauthorised', reason: 'token-refused' },
    {},
    'Updates aren’t being sent to the platform',
    ['Enter access key', 'Try again now'],
  ],
  [
    'a refused token of the practice store',
    { code: 'unauthorised', reason: 'token-refused' },
    { mode: 'practice' },
    'Updates aren’t being sent to the platform',
    ['Try again now'],
  ],
])('%s: what can be done about it', ([, paused, some, title, sentence]) => {
  const asked = vi.fn()
  const status = { ...quietStatus(), outbox: { ...quietStatus().outbox, paused }, ...some }
  const [alert] = statusAlerts(status, { ...around, giveToken: () => void asked() })
  expect(alert?.title).toBe(title)
  expect(alert?.actions.map((action) => action.label)).toEqual(sentence)
  alert?.actions[0]?.run?.()
  expect(asked).toHaveBeenCalledTimes(sentence.includes('Enter access key') ? 1 : 0)
})

test('a backup that a person restored says what its state is, where the other is, and names no damage', () => {
  const damage = {
    kind: 'chosen',
    keptAs: 'store-1/quarantine/1-live.sqlite',
    restoredFrom: '2026-11-25T12:30:00.000Z',
  } as const
  const [alert] = statusAlerts({ ...quietStatus(), damage }, around)
  expect(alert?.title).toBe('A backup was restored')
  expect(alert?.text).toMatch(/^The data is as it was on .*25 Nov.*\. Check the kitchen/)
  expect(alert?.text).toContain(
    'What was here before is kept as store-1/quarantine/1-live.sqlite. To go back',
  )
  expect(alert?.text).not.toMatch(/damage/)
})

test.for([true, false])('a backup that failed its test is an alert, manager: %s', (isManager) => {
  const backup = { lastAt: '2026-11-25T12:30:00.000Z', failing: false }
  expect(statusAlerts({ ...quietStatus(), backup }, { ...around, isManager })).toEqual([])
  const failed = { ...backup, testFailedAt: backup.lastAt }
  const [alert] = statusAlerts({ ...quietStatus(), backup: failed }, { ...around, isManager })
  expect(alert).toMatchObject({ id: 'backup-test', title: 'The weekly test of a backup failed' })
  expect(alert?.jump?.to).toBe(isManager ? '/setup/backups' : undefined)
})

test.for<[string[], string]>([
  [['Colón'], 'Orders for this store don’t come in. The access key is for 1 store: Colón.'],
  [
    ['Colón', 'Far'],
    'Orders for this store don’t come in. The access key is for 2 stores: Colón, Far.',
  ],
  [[], 'Orders for this store don’t come in. The access key isn’t for any store.'],
])('a wrong store names those that the token sees: %s', ([names, text]) => {
  const resume = vi.fn()
  const storeSeen = { state: 'not-seen', stores: names.length, names } as const
  const [alert] = statusAlerts(
    { ...quietStatus(), storeSeen: { ...storeSeen, names } },
    {
      ...around,
      resume: () => void resume(),
    },
  )
  expect(alert).toMatchObject({ text, jump: { to: '/connection' } })
  alert?.actions[0]?.run?.()
  expect(resume).toHaveBeenCalledOnce()
})

const alert = (id: string, some: Partial<Alert> = {}): Alert => ({
  id,
  tone: 'warn',
  title: id,
  text: '',
  actions: [],
  jump: null,
  ...some,
})

test('on a cook’s screen, alerts of the counter never come before alerts of the kitchen', () => {
  const mixed = [
    alert('a reservation', { isFront: true, tone: 'bad' }),
    alert('a printer'),
    alert('an event', { tone: 'note' }),
    alert('a bump', { tone: 'bad' }),
  ]
  expect(byPressure(mixed, true).map(({ id }) => id)).toEqual([
    'a bump',
    'a printer',
    'an event',
    'a reservation',
  ])
  expect(byPressure(mixed, false).map(({ id }) => id)).toEqual([
    'a reservation',
    'a bump',
    'a printer',
    'an event',
  ])
})

test('an alert about a lost connection is named next to the first alert', () => {
  const silent = alert('No contact', { isCutting: true })
  const full = alert('Full', { isCutting: true })
  const bump = alert('1001')
  expect(titlesOf(bump, [bump, silent])).toBe('1001 · No contact')
  expect(titlesOf(full, [full, silent, bump])).toBe('Full · No contact')
  expect(titlesOf(silent, [silent, bump])).toBe('No contact')
})

const entry = (
  kind: DeliveryKind,
  subject: string,
  state: DeliveryState = 'refused',
  { message, ...some }: Partial<PendingDecision> & { message?: string } = {},
): PendingDecision => ({
  kind,
  subject,
  title: subject.toUpperCase(),
  about: {},
  createdAt: '2026-11-20T15:30:00.000Z',
  delivery: {
    state,
    since: '2026-11-20T15:30:00.000Z',
    choices: ['retry', 'mark-done'],
    ...(message === undefined ? {} : { message }),
  },
  ...some,
})
const many = (kind: DeliveryKind, n: number, some: Partial<PendingDecision> = {}) =>
  Array.from({ length: n }, (_, nth) => entry(kind, `s${String(n - nth)}`, 'refused', some))
const nothing = () => undefined

test.for<[Status['archive'], RegExp]>([
  [
    { kind: 'damaged', isOut: true, keptAs: 'store-1/quarantine/1-archive.sqlite', copied: 0 },
    /^The kitchen works as usual\. .*copying .* kept as store-1\/quarantine\/1-archive\.sqlite\.$/,
  ],
  [
    { kind: 'missing', isOut: false, keptAs: null, copied: 1 },
    /usual\. 1 older order was copied.*\.$/,
  ],
  [{ kind: 'closed', isOut: true, keptAs: null, copied: 0 }, /The disk may be full or read-only/],
])('an alert says what becomes of older orders: %o', ([archive, text]) => {
  const [alert] = statusAlerts({ ...quietStatus(), ...(archive && { archive }) }, around)
  expect(alert?.text).toMatch(text)
})

test('an alert says what happened, keeps the platform’s text for Details, and offers the choices', () => {
  const decide = vi.fn()
  const [bump, other] = deliveryAlerts(
    [
      entry('preparation-ready', '8', 'unknown'),
      entry('preparation-ready', '7', 'refused', { message: 'Closed' }),
    ],
    decide,
  )
  expect(bump).toMatchObject({
    tone: 'bad',
    title: '7',
    text: 'The platform rejected “Ready”',
    details: 'Closed',
    jump: { to: { path: '/', query: { recall: '7' } } },
  })
  expect(other?.text).toBe('“Ready” was sent but not confirmed')
  expect(other).not.toHaveProperty('details')
  expect(bump?.actions.map(({ label }) => label)).toEqual(['Send again', 'Mark as done'])
  for (const { run } of bump?.actions ?? []) run?.()
  expect(decide.mock.calls).toEqual([
    ['preparation-ready', ['7'], 'retry'],
    ['preparation-ready', ['7'], 'mark-done'],
  ])
})

test('many entries with one problem are one alert about all of them; a few stay separate', () => {
  const bumps = many('preparation-ready', 7, entry('preparation-ready', '', 'refused'))
  const refused = bumps.map((one, nth) => ({
    ...one,
    subject: String(7 - nth),
    title: String(7 - nth),
  }))
  const unknown = ['c', 'b', 'a'].map((id) => entry('preparation-ready', id, 'unknown'))
  const [together, ...rest] = deliveryAlerts([...refused, ...unknown], nothing).toSorted(
    (one, next) => one.id.localeCompare(next.id) * -1,
  )
  expect(together).toMatchObject({
    id: 'preparation-ready refused',
    title: '“Ready” rejected for 7 tickets',
    text: '1, 2, 3, 4, 5, 6, …',
    jump: { to: { path: '/', query: { recall: '' } } },
  })
  expect(together?.actions.map(({ label }) => label)).toEqual(['Decide'])
  expect(together?.actions[0]?.entries?.map(({ subject }) => subject)).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
  ])
  expect(rest.map(({ title }) => title).toSorted()).toEqual(['A', 'B', 'C'])
  const four = [...unknown, entry('preparation-ready', 'd', 'unknown')]
  expect(deliveryAlerts(four, nothing)).toMatchObject([
    { title: '“Ready” not confirmed for 4 tickets' },
  ])
})

test('a count can be counted again from the alert, one or many', () => {
  const about = { isCount: true } as const
  const [one] = deliveryAlerts([entry('stock', 'a', 'expired', { about, message: '429' })], nothing)
  expect(one).toMatchObject({
    text: 'Count again: the number couldn’t be sent in time',
    actions: [],
    jump: { to: { path: '/stock', query: { item: 'a' } } },
  })
  expect(deliveryAlerts(many('stock', 4, { about }), nothing)[0]?.actions).toEqual([])
  const [mixed] = deliveryAlerts(
    [...many('stock', 4), entry('stock', 'counted', 'refused', { about })],
    nothing,
  )
  expect(mixed).toMatchObject({ tone: 'warn', jump: { to: { query: { show: 'off' } } } })
  expect(mixed?.actions[0]?.entries).toHaveLength(4)
})

test.for<[string, PendingDecision, Partial<Alert>]>([
  [
    'a reservation is shown among the reservations',
    entry('reservation', 'r', 'unknown', {
      about: { reservation: { id: 'r', day: '2026-11-21' } },
    }),
    {
      isFront: true,
      actions: [],
      jump: {
        label: 'Show',
        to: { path: '/reservations', query: { day: '2026-11-21', open: 'r' } },
      },
    },
  ],
  [
    'of a change the new one says what is left to do',
    entry('reservation-cancel', 'old', 'unknown', {
      about: { change: 'cancel-by-hand', reservation: { id: 'new', day: '2026-11-21' } },
    }),
    { text: 'A reservation was changed. Cancel the old one on the platform.' },
  ],
  [
    'a rejected pause says that orders may still arrive',
    entry('pause', 'store', 'refused', { title: '' }),
    {
      tone: 'bad',
      isFront: true,
      title: 'Order pause',
      text: 'The platform rejected the pause. Orders may still arrive.',
      jump: { label: 'Show', to: { path: '/store' } },
    },
  ],
  [
    'the end of a pause that was not confirmed says that orders may still be paused',
    entry('pause', 'store', 'unknown', { title: '', about: { change: 'opening' } }),
    {
      title: 'Order pause',
      text: 'The platform didn’t confirm that the store is open again. Orders may still be paused.',
    },
  ],
  [
    'a preparation time that was too late',
    entry('preparation-time', 'store', 'expired', { title: '' }),
    {
      tone: 'warn',
      title: 'Preparation time',
      text: 'The preparation time couldn’t be sent in time. Set it again if it is still right.',
    },
  ],
  [
    'a change that took away the table',
    entry('reservation', 'new', 'refused', { about: { change: 'lost' } }),
    { text: 'The new reservation wasn’t booked, so the guest has no table' },
  ],
  [
    'a coupon is looked at on its page',
    entry('coupon-change', 'c 1'),
    { isFront: true, actions: [], jump: { label: 'Show', to: { path: '/coupons/c%201' } } },
  ],
  [
    'a printout that may be missing',
    entry('print', 'p', 'unknown', { title: '7', about: { printed: 'ticket', printer: 'Grill' } }),
    {
      title: 'Order 7',
      text: 'Grill: The printer stopped answering. Check whether it printed.',
      tone: 'warn',
      jump: null,
    },
  ],
  [
    'what is named by nothing any more',
    entry('stock', 'product:gone', 'refused', { title: '' }),
    { title: 'A menu item' },
  ],
])('%s', ([, outboxEntry, expected]) => {
  expect(deliveryAlerts([outboxEntry], nothing)).toMatchObject([expected])
})

test.each(deliveryKinds)('%s has a name, and its alerts lead to a room', (kind) => {
  expect(hasMessage(`deliveryName.${kind}`)).toBe(true)
  const withoutRoom: readonly DeliveryKind[] = ['complete-order', 'print']
  const isShown = rooms.some(({ deliveries = {} }) => kind in deliveries)
  expect(isShown || withoutRoom.includes(kind)).toBe(true)
})

test('a close-out on paper is the manager’s; an order of the sales channel is asked about', () => {
  const about = { printed: 'close-out', printer: 'Bar' } as const
  const [paper, order] = deliveryAlerts(
    [entry('complete-order', 'web-1', 'unknown'), entry('print', 'p', 'unknown', { about })],
    nothing,
  )
  expect(paper).toMatchObject({ title: 'Close-out P', isFront: true })
  expect(order).toMatchObject({ title: 'WEB-1', isFront: true, jump: null })
  expect(order?.actions).toMatchObject([{ label: 'Decide', entries: [{ subject: 'web-1' }] }])
})

test('at the opening: nothing to ask, something to ask, and brought back before it is answered', async () => {
  const bringBack = vi.fn(() => Promise.resolve(false))
  const answer = vi.fn()
  const opening = { at: '2026-03-01T12:00:00.000Z', keys: ['product:a'] }
  const ask = (keys: string[]) =>
    openingAlerts(makeBoard({ opening: { ...opening, keys } }), true, { bringBack, answer })
  expect(ask([])).toEqual([])
  const [alert] = ask(opening.keys)
  await alert?.actions[0]?.run?.()
  expect(bringBack).toHaveBeenCalledWith(['product:a'])
  expect(answer).not.toHaveBeenCalled()
  bringBack.mockResolvedValue(true)
  await alert?.actions[0]?.run?.()
  expect(answer).toHaveBeenCalledOnce()
})

test('a printer that cannot be reached for long is one alert, which leads to the printers', () => {
  const waiting = ['1', '2'].map((id): PrintJob => ({
    id,
    printerId: 'p1',
    kind: 'ticket',
    title: id,
    createdAt: '2026-11-20T15:30:00.000Z',
    delivery: { state: 'queued', since: '2026-11-20T15:30:00.000Z', reason: 'too-slow' },
  }))
  expect(
    awayPrinterAlerts(
      waiting,
      () => 'Grill',
      () => null,
    ),
  ).toMatchObject([
    {
      title: 'Grill can’t be reached',
      text: '2 waiting to print',
      actions: [],
      jump: { to: '/setup/printers' },
    },
  ])
})

test.for<[DeliveryReason, string]>([
  ['no-paper', 'Grill has no paper'],
  ['cover-open', 'The cover of Grill is open'],
  ['printer-offline', 'Grill is paused'],
  ['too-slow', 'Grill can’t be reached'],
])('a printer that waits with %s says “%s”', ([reason, title]) => {
  const since = '2026-11-20T15:30:00.000Z'
  const job = { printerId: 'p1', kind: 'ticket', title: '1', createdAt: since } as const
  const waiting = [
    { id: 'newer', ...job, delivery: { state: 'queued', since, reason: 'cut-off' } as const },
    { id: 'older', ...job, delivery: { state: 'queued', since, reason } as const },
  ]
  expect(awayPrinterAlerts(waiting, () => 'Grill', null)).toMatchObject([{ title, actions: [] }])
  const printAnyway = vi.fn<(printerId: string) => null>()
  const [alert] = awayPrinterAlerts(waiting, () => 'Grill', printAnyway)
  const isPaused = reason === 'printer-offline'
  expect(alert?.actions.map(({ label }) => label)).toEqual(isPaused ? ['Print anyway'] : [])
  alert?.actions[0]?.run?.()
  expect(printAnyway.mock.calls).toEqual(isPaused ? [['p1']] : [])
})

test('a manager sees at which screen PINs are guessed, and again when it continues', () => {
  const all = [
    {
      id: 'grill',
      name: 'Grill',
      role: 'kitchen' as const,
      isConnected: false,
      lastSeenAt: null,
      network: null,
    },
  ]
  const guessedAt = (lastAt: string) =>
    sampleScreens({}, { hasPin: true, all, guesses: [{ screenId: 'grill', wrong: 5, lastAt }] })
  const screens = guessedAt('2026-11-20T15:30:00.000Z')
  const seen = new Set<string>()
  const [alert] = guessAlerts(screens, seen, (id) => void seen.add(id))
  expect(alert).toMatchObject({ tone: 'warn', title: 'Wrong PINs on Grill' })
  alert?.actions[0]?.run?.()
  expect(guessAlerts(screens, seen, () => undefined)).toEqual([])
  const later = guessedAt('2026-11-20T15:31:00.000Z')
  expect(guessAlerts(later, seen, () => undefined)).toHaveLength(1)
  expect(guessAlerts(sampleScreens(), seen, () => undefined)).toEqual([])
})
