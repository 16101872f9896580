import { expect, test } from 'vitest'
import { noRelay } from '#contract/status/relay.ts'
import type { Status } from '#contract/status/status.ts'
import { quietStatus } from '../../test-support/fake-bridge.ts'
import type { Tone } from './health.ts'
import { overallHealth } from './overall-health.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString()
const refused = { code: 'unauthorised' } as const

const received = {
  state: 'listening',
  address: null,
  lastEventAt: ago(5),
  message: null,
  tokensUsedAt: [],
} as const
const quietHour = { ...received, lastEventAt: ago(3600) } as const
const listening = { ...received, lastEventAt: null } as const
const checked = { state: 'fresh', lastOkAt: ago(5), error: null } as const
const failing = { state: 'failing', lastOkAt: ago(300), error: { code: 'unreachable' } } as const
const none = { state: 'unsupported', lastOkAt: null, error: null } as const

const relayed = {
  ...noRelay,
  state: 'connected',
  lastContactAt: ago(5),
  lastEventAt: ago(5),
} as const
const quietRelay = { ...relayed, lastEventAt: ago(3600) } as const
const brokenRelay = { ...quietRelay, state: 'failing', problem: 'not-reached' } as const

const outbox = (some: Partial<Status['outbox']>) => ({ ...quietStatus().outbox, ...some })
const inbox = { unread: 0, elsewhere: 0, refusing: true }
const notSeen: Status['storeSeen'] = { state: 'not-seen', stores: 1, names: ['Colón'] }
/** No contact with the platform for minutes. */
const away = { webhook: quietHour, poller: failing }
const answered = { ...failing, error: refused }

test.for<[string, Partial<Status>, string]>([
  ['both feeds fresh, all confirmed', { webhook: received, poller: checked }, 'good well'],
  [
    'both feeds fresh, of a store that the token does not see',
    {
      webhook: received,
      poller: checked,
      storeSeen: notSeen,
    },
    'bad wrong-store',
  ],
  ['a quiet hour with a healthy order list', { webhook: quietHour, poller: checked }, 'good well'],
  ['no event ever, the list fresh', { webhook: listening, poller: checked }, 'good well'],
  ['events fresh, no order list', { webhook: received, poller: none }, 'good well'],
  ['a quiet hour without an order list', { webhook: quietHour, poller: none }, 'quiet listening'],
  [
    'a quiet hour without an order list, the platform in reach',
    { webhook: quietHour, poller: { ...none, lastOkAt: ago(39) } },
    'quiet listening',
  ],
  [
    'a quiet hour without an order list, the platform silent',
    { webhook: quietHour, poller: { ...none, lastOkAt: ago(40) } },
    'bad no-news',
  ],
  [
    'an event a moment ago from a platform that answers nothing',
    { webhook: received, poller: { ...none, lastOkAt: ago(40) } },
    'good well',
  ],
  [
    'a list that is loaded every two minutes',
    { webhook: quietHour, poller: { ...checked, lastOkAt: ago(110), pauseMs: 120_000 } },
    'good well',
  ],
  [
    'a list that is loaded every two minutes, and was not',
    { webhook: quietHour, poller: { ...checked, lastOkAt: ago(160), pauseMs: 120_000 } },
    'bad no-news',
  ],
  [
    'an event by the relay, no order list',
    { webhook: listening, poller: none, relay: relayed },
    'good well',
  ],
  [
    'a quiet hour of the relay, no order list',
    { webhook: listening, poller: none, relay: quietRelay },
    'quiet listening',
  ],
  [
    'a quiet hour of the relay, the platform silent',
    { webhook: listening, poller: { ...none, lastOkAt: ago(40) }, relay: quietRelay },
    'bad no-news',
  ],
  [
    'the relay failing, the list fresh',
    { webhook: listening, poller: checked, relay: brokenRelay },
    'stale attention',
  ],
  [
    'the relay refuses its file, no order list',
    { webhook: listening, poller: none, relay: { ...brokenRelay, state: 'refused' } },
    'stale attention',
  ],
  ['events fresh, the list failing', { webhook: received, poller: failing }, 'stale attention'],
  ['nothing fresh, the list failing', { webhook: quietHour, poller: failing }, 'bad no-news'],
  [
    'before the first answer',
    { webhook: listening, poller: { ...none, state: 'waiting' } },
    'quiet waiting',
  ],
  [
    'nowhere to listen and no order list',
    { webhook: { ...listening, state: 'failed' }, poller: none },
    'bad no-news',
  ],
  [
    'a clock that is eleven minutes ahead, all else well',
    { webhook: received, poller: checked, skewMs: -11 * 60_000 },
    'stale wrong-clock',
  ],
  ['a clock that is nine minutes behind', { webhook: received, skewMs: 9 * 60_000 }, 'good well'],
  ['a clock of which nobody knows', { webhook: received, skewMs: null }, 'good well'],
  ['something to send', { webhook: received, outbox: outbox({ pending: 2 }) }, 'quiet to-send 2'],
  [
    'no answer yet',
    { webhook: received, outbox: outbox({ pending: 1, unknown: 1 }) },
    'stale unanswered 1',
  ],
  [
    'somebody must decide',
    { webhook: received, outbox: outbox({ needsPerson: 3 }) },
    'bad to-decide 3',
  ],
  [
    'a refused token',
    { webhook: received, outbox: outbox({ paused: refused }) },
    'bad not-sending',
  ],
  [
    'the platform out of reach, and somebody must decide',
    { ...away, outbox: outbox({ needsPerson: 1 }) },
    'bad no-news to-decide 1',
  ],
  [
    'the platform out of reach, and an answer is missing',
    { ...away, outbox: outbox({ unknown: 1 }) },
    'bad no-news unanswered 1',
  ],
  [
    'the platform out of reach once the token was refused',
    { ...away, outbox: outbox({ paused: refused }) },
    'bad no-news not-sending',
  ],
  [
    'a platform that refuses the token is not out of reach',
    { webhook: quietHour, poller: answered, outbox: outbox({ paused: refused }) },
    'bad not-sending',
  ],
  [
    'an address that is not asked says nothing of the platform',
    {
      webhook: quietHour,
      poller: { ...failing, error: { code: 'unreachable', reason: 'unencrypted' } },
      outbox: outbox({ paused: { code: 'unreachable', reason: 'unencrypted' } }),
    },
    'bad not-sending',
  ],
  [
    'the platform out of reach, of a store that it did not show',
    { ...away, storeSeen: notSeen },
    'bad no-news wrong-store',
  ],
  ['a full disk, and the platform out of reach', { ...away, inbox }, 'bad not-saving no-news'],
  [
    'the list failing, and somebody must decide',
    { webhook: received, poller: failing, outbox: outbox({ needsPerson: 1 }) },
    'bad to-decide 1 attention',
  ],
  [
    'everything at once',
    {
      ...away,
      inbox,
      skewMs: 60 * 60_000,
      outbox: outbox({ needsPerson: 2, unknown: 1, pending: 4, paused: refused }),
    },
    'bad not-saving no-news not-sending to-decide 2 unanswered 1 wrong-clock',
  ],
  [
    'a full disk, worse than a refused token',
    { webhook: received, inbox, outbox: outbox({ paused: refused }) },
    'bad not-saving not-sending',
  ],
])('%s', ([, some, expected]) => {
  const { tone, findings } = overallHealth({ ...quietStatus(), poller: none, ...some }, false, now)
  const reported = findings.flatMap(({ state, n }) => (n === 0 ? [state] : [state, n]))
  expect([tone, ...reported].join(' ')).toBe(expected)
})

const unanswered = { webhook: received, outbox: outbox({ pending: 1, unknown: 1 }) }
const refusedToken = { webhook: received, outbox: outbox({ paused: refused }) }
const toSend = { webhook: received, outbox: outbox({ pending: 2 }) }

test.for<[Partial<Status>, Tone | null, string]>([
  [{ webhook: received }, null, 'good well'],
  [{ webhook: received }, 'stale', 'stale attention'],
  [{ webhook: received }, 'bad', 'bad attention'],
  [toSend, 'stale', 'stale attention'],
  [unanswered, null, 'stale unanswered'],
  [unanswered, 'stale', 'stale unanswered'],
  [unanswered, 'bad', 'bad attention unanswered'],
  [{ webhook: received, poller: failing }, 'bad', 'bad attention'],
  [refusedToken, 'stale', 'bad not-sending'],
  [refusedToken, 'bad', 'bad not-sending'],
  [away, 'bad', 'bad no-news'],
])('%j and the worst alert %s: %s', ([some, worst, expected]) => {
  const status = { ...quietStatus(), poller: none, ...some }
  const { tone, findings } = overallHealth(status, false, now, worst)
  expect([tone, ...findings.map(({ state }) => state)].join(' ')).toBe(expected)
})

test('a screen that has lost its host says only that, whatever it received last', () => {
  const well = { ...quietStatus(), webhook: received, poller: checked }
  expect(overallHealth(well, false, now)).toMatchObject({ tone: 'good' })
  expect(overallHealth(well, true, now, 'stale')).toEqual({
    tone: 'bad',
    findings: [{ state: 'cut-off', n: 0 }],
  })
  expect(overallHealth(null, false, now)).toMatchObject({
    tone: 'quiet',
    findings: [{ state: 'waiting' }],
  })
})
