import { expect, test, vi } from 'vitest'
import type { AppError } from '#contract/result.ts'
import type { Status } from '#contract/status.ts'
import type { BumpState } from '#contract/ticket.ts'
import { quietStatus } from '../../test-support/fake-bridge.ts'
import { makeBoard, makeItem, makeState } from '../../test-support/sample-board.ts'
import { makeTicket } from '../../test-support/sample-ticket.ts'
import { byPressure, type Alert } from './alert.ts'
import { openingAlerts } from './opening-alerts.ts'
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
  damage: { keptAs: 'store.bad', salvaged: 1 },
  setAside: 1,
}

test.for<[string, Status | null, Partial<Around>, string[]]>([
  ['nothing is wrong', quietStatus(), {}, []],
  ['nothing is known yet', null, {}, []],
  ['silence', quietStatus(), { isSilent: true }, ['silent warn']],
  [
    'everything is wrong',
    everything,
    { isSilent: true },
    ['refusing bad', 'paused bad', 'damaged bad', 'unread note', 'set-aside note'],
  ],
  [
    'the damage was seen',
    { ...quietStatus(), damage: { keptAs: 'x', salvaged: 0 } },
    { isDamageSeen: true },
    [],
  ],
  ['a lost host: of the rest nothing is known', everything, { isCutOff: true }, ['cut-off bad']],
])('%s', ([, status, some, expected]) => {
  expect(ids(byPressure(statusAlerts(status, { ...around, ...some })))).toEqual(expected)
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

const bumped = (id: string, state: BumpState, words: string | null = null) =>
  makeTicket({ id, code: id, bump: { state, bumpedAt: '', undoUntil: '', words } })

test('a refused bump says so in the platform’s words, and both ways out decide on it', async () => {
  const decide = vi.fn()
  const [one, other] = ticketAlerts(
    [bumped('7', 'refused', 'Closed'), bumped('8', 'unconfirmed')],
    decide,
  )
  expect(one?.text).toContain('refused')
  expect(one?.text).toContain('Closed')
  expect(other?.text).toContain('never confirmed')
  for (const { run } of one?.actions ?? []) await run()
  expect(decide.mock.calls).toEqual([
    ['7', 'send-again'],
    ['7', 'settle'],
  ])
})

test('many bumps of a kind are one alert that decides on all of them; a few stay each for itself', async () => {
  const decide = vi.fn(() => Promise.resolve(null))
  const refused = ['1', '2', '3', '4'].map((id) => bumped(id, 'refused', 'Closed'))
  const unconfirmed = ['5', '6', '7'].map((id) => bumped(id, 'unconfirmed'))
  const [together, ...rest] = ticketAlerts([...unconfirmed, ...refused], decide)
  expect(together).toMatchObject({
    tone: 'bad',
    title: '4 bumps were refused',
    text: '1, 2, 3, 4 · Closed',
    jump: { to: { path: '/', query: { recall: '' } } },
  })
  expect(rest.map(({ title }) => title)).toEqual(['5', '6', '7'])
  expect(together?.actions.map(({ words }) => words)).toEqual([
    'Send all again',
    'Count all as done',
  ])
  const choices = ['send-again', 'settle']
  for (const [nth, { run }] of (together?.actions ?? []).entries()) {
    decide.mockClear()
    await run()
    expect(decide.mock.calls).toEqual(['1', '2', '3', '4'].map((id) => [id, choices[nth]]))
  }
  const seven = ['1', '2', '3', '4', '5', '6', '7'].map((id) => bumped(id, 'refused'))
  expect(ticketAlerts(seven, decide)[0]?.text).toBe('1, 2, 3, 4, 5, 6, …')
  const again = ticketAlerts([...unconfirmed, bumped('8', 'unconfirmed')], decide)
  expect(again.map(({ title }) => title)).toEqual(['4 bumps were never confirmed'])
})

test('items in trouble stand each for itself, many of one kind together, unknown ones nowhere', () => {
  const known = (key: string) => (key === 'product:gone' ? undefined : makeItem(key, `Name ${key}`))
  const few = [
    makeState('product:a', { truth: 'refused', words: 'No' }),
    makeState('product:b', { truth: 'ask-again' }),
    makeState('product:c'),
    makeState('product:gone', { truth: 'refused' }),
  ]
  expect(stockAlerts(few, known).map(({ id }) => id)).toEqual([
    'stock product:a',
    'stock product:b',
  ])
  const many = ['a', 'b', 'c', 'd'].map((id) => makeState(`product:${id}`, { truth: 'refused' }))
  const [together, ...rest] = stockAlerts([...many, ...few.slice(1, 2)], known)
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
