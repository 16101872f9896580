import { expect, test, vi } from 'vitest'
import type { PrintJob } from '#contract/printers/printers.ts'
import type { AppError } from '#contract/result.ts'
import type { Status } from '#contract/status/status.ts'
import { quietStatus } from '../../test-support/fake-bridge.ts'
import { makeBoard, makeDelivery, makeItem, makeState } from '../../test-support/sample-board.ts'
import { bumps, makeTicket } from '../../test-support/sample-ticket.ts'
import { byPressure, titlesOf, type Alert } from './alert.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'
import { guessAlerts } from './guess-alerts.ts'
import { openingAlerts } from './opening-alerts.ts'
import { printAlerts } from './print-alerts.ts'
import { statusAlerts, type Around } from './status-alerts.ts'
import { stockAlerts, ticketAlerts } from './thing-alerts.ts'

const around: Around = {
  isCutOff: false,
  isSilent: false,
  isDamageSeen: false,
  resume: () => undefined,
  giveToken: () => undefined,
  seeDamage: () => undefined,
}
const ids = (alerts: readonly Alert[]) => alerts.map(({ id, tone }) => `${id} ${tone}`)
const everything: Status = {
  ...quietStatus(),
  inbox: { unread: 2, elsewhere: 0, refusing: true },
  outbox: { ...quietStatus().outbox, paused: { code: 'unauthorised' } },
  damage: { kind: 'damaged', keptAs: 'store.bad', salvaged: 1, restoredFrom: null },
  setAside: 1,
}

test.for<[string, Status | null, Partial<Around>, string[]]>([
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
    { ...quietStatus(), damage: { kind: 'damaged', keptAs: 'x', salvaged: 0, restoredFrom: null } },
    { isDamageSeen: true },
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
    'Not connected to the platform',
    ['Enter the access token'],
  ],
  [
    'an address with http',
    { code: 'unreachable', reason: 'unencrypted' },
    {},
    'Nothing is sent to the platform',
    [],
  ],
  [
    'a refused token',
    { code: 'unauthorised', reason: 'token-refused' },
    {},
    'Nothing is sent to the platform',
    ['Enter the access token', 'Try again now'],
  ],
  [
    'a refused token of the practice store',
    { code: 'unauthorised', reason: 'token-refused' },
    { mode: 'practice' },
    'Nothing is sent to the platform',
    ['Try again now'],
  ],
])('%s: what can be done about it', ([, paused, some, title, words]) => {
  const asked = vi.fn()
  const status = { ...quietStatus(), outbox: { ...quietStatus().outbox, paused }, ...some }
  const [alert] = statusAlerts(status, { ...around, giveToken: () => void asked() })
  expect(alert?.title).toBe(title)
  expect(alert?.actions.map((action) => action.words)).toEqual(words)
  alert?.actions[0]?.run()
  expect(asked).toHaveBeenCalledTimes(words.includes('Enter the access token') ? 1 : 0)
})

test.for<[string[], string]>([
  [['Colón'], 'Its orders do not come in. The token sees 1 store: Colón.'],
  [['Colón', 'Far'], 'Its orders do not come in. The token sees 2 stores: Colón, Far.'],
  [[], 'Its orders do not come in. The token sees no store.'],
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
  alert?.actions[0]?.run()
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

test('what is the counter’s never comes before what is the kitchen’s on a cook’s screen', () => {
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

test('what cuts the kitchen off is named beside whatever comes first', () => {
  const silent = alert('No sign', { isCutting: true })
  const full = alert('Full', { isCutting: true })
  const bump = alert('1001')
  expect(titlesOf(bump, [bump, silent])).toBe('1001 · No sign')
  expect(titlesOf(full, [full, silent, bump])).toBe('Full · No sign')
  expect(titlesOf(silent, [silent, bump])).toBe('No sign')
})

function bumped(id: string, state: 'refused' | 'unconfirmed', message = '') {
  const bump = bumps[state]
  const delivery = message === '' ? bump.delivery : { ...bump.delivery, message }
  return makeTicket({ id, code: id, bump: { ...bump, delivery } })
}

test('a refused bump says so in the platform’s words, and both ways out decide on it', async () => {
  const decide = vi.fn()
  const [one, other] = ticketAlerts(
    [bumped('7', 'refused', 'Closed'), bumped('8', 'unconfirmed')],
    { decide },
  )
  expect(one?.text).toContain('refused')
  expect(one?.text).toContain('Closed')
  expect(other?.text).toContain('never confirmed')
  for (const { run } of one?.actions ?? []) await run()
  expect(decide.mock.calls).toEqual([
    [['7'], 'retry'],
    [['7'], 'mark-done'],
  ])
})

test('many bumps of a kind are one alert that decides on all of them; a few stay each for itself', async () => {
  const decide = vi.fn(() => Promise.resolve(null))
  const deciding = { decide }
  const refused = ['1', '2', '3', '4'].map((id) => bumped(id, 'refused', 'Closed'))
  const unconfirmed = ['5', '6', '7'].map((id) => bumped(id, 'unconfirmed'))
  const [together, ...rest] = ticketAlerts([...unconfirmed, ...refused], deciding)
  expect(together).toMatchObject({
    tone: 'bad',
    title: '4 bumps were refused',
    text: '1, 2, 3, 4 · Closed',
    jump: { to: { path: '/', query: { recall: '' } } },
  })
  expect(rest.map(({ title }) => title)).toEqual(['5', '6', '7'])
  expect(together?.actions.map(({ words }) => words)).toEqual([
    'Send all 4 again',
    'Count all 4 as done',
  ])
  expect(together?.actions.map(({ confirm }) => confirm)).toEqual([
    {
      title: 'Send “Ready” again for 4 orders?',
      text: 'Orders 1, 2, 3, 4. What the platform has heard already it hears a second time.',
    },
    {
      title: 'Count 4 orders as done?',
      text: 'Orders 1, 2, 3, 4. Nothing more is sent to the platform about them.',
    },
  ])
  const choices = ['retry', 'mark-done']
  for (const [nth, { run }] of (together?.actions ?? []).entries()) {
    decide.mockClear()
    await run()
    expect(decide.mock.calls).toEqual([[['1', '2', '3', '4'], choices[nth]]])
  }
  const seven = ['1', '2', '3', '4', '5', '6', '7'].map((id) => bumped(id, 'refused'))
  expect(ticketAlerts(seven, deciding)[0]?.text).toBe('1, 2, 3, 4, 5, 6, …')
  const again = ticketAlerts([...unconfirmed, bumped('8', 'unconfirmed')], deciding)
  expect(again.map(({ title }) => title)).toEqual(['4 bumps were never confirmed'])
})

test('items in trouble stand each for itself, many of one kind together, unknown ones nowhere', () => {
  const decide = vi.fn()
  const known = {
    decide,
    item: (key: string) => (key === 'product:gone' ? undefined : makeItem(key, `Name ${key}`)),
  }
  const few = [
    makeState('product:a', { delivery: makeDelivery('refused', 'No') }),
    makeState('product:b', { delivery: makeDelivery('expired', '429 busy') }),
    makeState('product:c'),
    makeState('product:gone', { delivery: makeDelivery('refused') }),
  ]
  expect(stockAlerts(few, known).map(({ id }) => id)).toEqual([
    'stock product:a',
    'stock product:b',
  ])
  expect(stockAlerts(few, known)[0]?.text).toContain(': No')
  expect(stockAlerts(few, known)[1]?.text).not.toContain('429')
  const many = ['a', 'b', 'c', 'd'].map((id) =>
    makeState(`product:${id}`, { delivery: makeDelivery('refused') }),
  )
  const [together, ...rest] = stockAlerts([...many, ...few.slice(1, 2)], known)
  expect(together?.actions.map(({ words }) => words)).toEqual(['Send all 4 again', 'Leave all 4'])
  expect(together?.actions[1]?.confirm?.title).toBe('Leave 4 items as they are?')
  together?.actions[1]?.run()
  const keys = many.map(({ key }) => key)
  expect(decide.mock.calls).toEqual([[keys, 'mark-done']])
  const counts = many.map((state) => ({ ...state, state: 'counted' as const, left: 3 }))
  expect(stockAlerts(counts, known)[0]?.actions).toEqual([])
  expect(together).toMatchObject({ title: '4 items', jump: { to: { query: { show: 'off' } } } })
  expect(rest.map(({ id }) => id)).toEqual(['stock product:b'])
})

test('at the opening: nothing to ask, something to ask, and brought back before it is answered', async () => {
  const bringBack = vi.fn(() => Promise.resolve(false))
  const answer = vi.fn()
  const opening = { at: '2026-03-01T12:00:00.000Z', keys: ['product:a'] }
  const ask = (keys: string[]) =>
    openingAlerts(makeBoard({ opening: { ...opening, keys } }), true, { bringBack, answer })
  expect(ask([])).toEqual([])
  const [alert] = ask(opening.keys)
  await alert?.actions[0]?.run()
  expect(bringBack).toHaveBeenCalledWith(['product:a'])
  expect(answer).not.toHaveBeenCalled()
  bringBack.mockResolvedValue(true)
  await alert?.actions[0]?.run()
  expect(answer).toHaveBeenCalledOnce()
})

const paper = (id: string, fields: Partial<PrintJob> = {}): PrintJob => ({
  id,
  printerId: 'p1',
  kind: 'ticket',
  title: id,
  createdAt: '2026-11-20T15:30:00.000Z',
  delivery: {
    state: 'unknown',
    since: '2026-11-20T15:30:00.000Z',
    choices: ['retry', 'mark-done'],
  },
  ...fields,
})

test('paper that may be there asks somebody to look; many are one alert, and both words reach all of them', async () => {
  const decide = vi.fn()
  const around = { nameOf: () => 'Grill', decide }
  const few = printAlerts([paper('7'), paper('8', { kind: 'close-out' })], [], around)
  expect(few.map(({ title }) => title)).toEqual(['Order 7', 'Close-out 8'])
  expect(few[0]?.text).toBe('Grill went silent. Look whether the paper is there.')
  expect(few.map(({ isFront }) => isFront)).toEqual([undefined, true])
  const many = ['1', '2', '3', '4'].map((id) => paper(id))
  const [together, ...rest] = printAlerts(many, [], around)
  expect(rest).toEqual([])
  for (const { run } of together?.actions ?? []) await run()
  expect(decide.mock.calls).toEqual([
    [many, 'retry'],
    [many, 'mark-done'],
  ])
})

test('a printer that cannot be reached for long is one alert, which leads to the printers', () => {
  const waiting = ['1', '2'].map((id) =>
    paper(id, {
      delivery: { state: 'queued', since: '2026-11-20T15:30:00.000Z', reason: 'too-slow' },
    }),
  )
  const around = { nameOf: () => 'Grill', decide: vi.fn() }
  expect(printAlerts([], waiting, around)).toMatchObject([
    { title: 'Grill cannot be reached', text: '2 papers wait', jump: { to: '/setup/printers' } },
  ])
})

test('a manager is told at which screen PINs are guessed, and again when it goes on', () => {
  const all = [{ id: 'grill', name: 'Grill', role: 'kitchen' as const }]
  const guessedAt = (lastAt: string) =>
    sampleScreens({}, { hasPin: true, all, guesses: [{ screenId: 'grill', wrong: 5, lastAt }] })
  const screens = guessedAt('2026-11-20T15:30:00.000Z')
  const seen = new Set<string>()
  const [alert] = guessAlerts(screens, seen, (id) => void seen.add(id))
  expect(alert).toMatchObject({ tone: 'warn', title: 'Wrong PINs at Grill' })
  alert?.actions[0]?.run()
  expect(guessAlerts(screens, seen, () => undefined)).toEqual([])
  const later = guessedAt('2026-11-20T15:31:00.000Z')
  expect(guessAlerts(later, seen, () => undefined)).toHaveLength(1)
  expect(guessAlerts(sampleScreens(), seen, () => undefined)).toEqual([])
})
