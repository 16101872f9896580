import { expect, test } from 'vitest'
import type { OutboxStatus, PollerStatus, Status, WebhookStatus } from '#contract/status/status.ts'
import { noRelay, type RelayStatus } from '#contract/status/relay.ts'
import { outboxText } from './health-text.ts'
import { isSilent, outboxTone, pollerHealth, webhookHealth, type Tone } from './health.ts'

const now = Date.parse('2025-03-01T12:00:00.000Z')
const ago = (ms: number) => new Date(now - ms).toISOString()
const webhook = (fields: Partial<WebhookStatus>): WebhookStatus => ({
  state: 'listening',
  address: '127.0.0.1:4890',
  lastEventAt: null,
  message: null,
  tokensUsedAt: [],
  ...fields,
})
const poller = (fields: Partial<PollerStatus>): PollerStatus => ({
  state: 'fresh',
  lastOkAt: null,
  error: null,
  ...fields,
})

const received = { now, linkLost: false }
const unheard = { now, linkLost: true }
const webhookOnly: Partial<PollerStatus> = { state: 'unsupported' }

test.for<[Partial<WebhookStatus>, Partial<PollerStatus>, Tone, string]>([
  [{ lastEventAt: ago(39_999) }, webhookOnly, 'good', 'strip.webhookAge'],
  [{ lastEventAt: ago(40_000) }, webhookOnly, 'stale', 'strip.webhookAge'],
  [{ lastEventAt: ago(3_600_000) }, { lastOkAt: ago(39_999) }, 'quiet', 'strip.webhookAge'],
  [{ lastEventAt: ago(40_000) }, { lastOkAt: ago(40_000) }, 'stale', 'strip.webhookAge'],
  [
    { lastEventAt: ago(40_000) },
    { state: 'failing', lastOkAt: ago(1) },
    'stale',
    'strip.webhookAge',
  ],
  [{}, webhookOnly, 'quiet', 'strip.webhookSilent'],
  [{ state: 'off', lastEventAt: ago(1) }, webhookOnly, 'quiet', 'strip.webhookOff'],
  [
    { state: 'failed', lastEventAt: ago(1), message: 'EADDRINUSE' },
    webhookOnly,
    'bad',
    'strip.webhookFailed',
  ],
])('webhook %o beside %o is %s', ([fields, list, tone, label]) => {
  const feeds = { webhook: webhook(fields), poller: poller(list) }
  expect(webhookHealth(feeds, received)).toMatchObject({ tone, label })
})

test.for<[Partial<PollerStatus>, Tone, string]>([
  [{ lastOkAt: ago(4_000) }, 'good', 'strip.listAge'],
  [{ lastOkAt: ago(40_000) }, 'stale', 'strip.listAge'],
  [{ state: 'waiting' }, 'quiet', 'strip.listWaiting'],
  [{ state: 'off' }, 'quiet', 'strip.listOff'],
  [{ state: 'unsupported', lastOkAt: ago(1) }, 'quiet', 'strip.listUnsupported'],
  [{ state: 'failing', lastOkAt: ago(1) }, 'bad', 'strip.listFailing'],
  [{ state: 'failing' }, 'bad', 'strip.listNever'],
])('order list %o is %s', ([fields, tone, label]) => {
  expect(pollerHealth(poller(fields), received)).toMatchObject({ tone, label })
})

const emptyOutbox = { pending: 0, sending: 0, unknown: 0, needsPerson: 0, paused: null }

test.for<[Partial<OutboxStatus>, Tone]>([
  [{}, 'good'],
  [{ pending: 1 }, 'quiet'],
  [{ sending: 1 }, 'quiet'],
  [{ pending: 1, unknown: 1 }, 'stale'],
  [{ unknown: 1, needsPerson: 1 }, 'bad'],
  [{ paused: { code: 'unauthorised' } }, 'bad'],
])('an outbox with %o is %s', ([fields, tone]) => {
  expect(outboxTone({ ...emptyOutbox, ...fields }, received)).toBe(tone)
})

test('while the host does not answer nothing is good, and nothing is called confirmed', () => {
  const feeds = {
    webhook: webhook({ lastEventAt: ago(1_000) }),
    poller: poller({ lastOkAt: ago(1_000) }),
  }
  expect(webhookHealth(feeds, unheard).tone).toBe('stale')
  expect(pollerHealth(feeds.poller, unheard).tone).toBe('stale')
  expect(outboxTone(emptyOutbox, unheard)).toBe('stale')
  expect(outboxText(emptyOutbox, received)).toBe('all confirmed')
  expect(outboxText(emptyOutbox, unheard)).toBe('unknown for now')
  expect(outboxText({ ...emptyOutbox, pending: 2 }, unheard)).toBe('2 to send')
})

test('what comes for a store that the token does not see proves nothing: neither feed is good', () => {
  const unseen = { ...received, isStoreUnseen: true }
  const feeds = {
    webhook: webhook({ lastEventAt: ago(1_000) }),
    poller: poller({ lastOkAt: ago(1_000) }),
  }
  expect([webhookHealth(feeds, unseen), pollerHealth(feeds.poller, unseen)]).toEqual([
    { tone: 'bad', label: 'strip.storeUnseen', since: null },
    { tone: 'bad', label: 'strip.storeUnseen', since: null },
  ])
})

test.for<[string, Partial<WebhookStatus>, Partial<PollerStatus>, boolean, Partial<RelayStatus>?]>([
  ['both fresh', { lastEventAt: ago(1_000) }, { lastOkAt: ago(1_000) }, false],
  ['one fresh is enough', { lastEventAt: ago(99_000) }, { lastOkAt: ago(1_000) }, false],
  ['no list, and an event', { lastEventAt: ago(1_000) }, { state: 'off' }, false],
  ['a listener that failed', { state: 'failed', lastEventAt: ago(1) }, { state: 'off' }, true],
  ['both old', { lastEventAt: ago(40_000) }, { lastOkAt: ago(40_000) }, true],
  ['failing and never an event', {}, { state: 'failing' }, true],
  ['webhook only, and quiet', { lastEventAt: ago(60_000) }, { state: 'unsupported' }, true],
  ['before the first answer', {}, { state: 'waiting' }, false],
  ['an event by the relay', {}, webhookOnly, false, { lastEventAt: ago(1_000) }],
  [
    'a relay that answers, and no event',
    {},
    webhookOnly,
    true,
    { state: 'connected', lastContactAt: ago(1_000), lastEventAt: ago(60_000) },
  ],
  [
    'events that waited at the relay',
    {},
    webhookOnly,
    true,
    { state: 'connected', lastContactAt: ago(1), lastEventAt: ago(1), hasMore: true },
  ],
  [
    'both yet to come, of a clock set since',
    { lastEventAt: ago(-90_000_000) },
    { lastOkAt: ago(-90_000_000) },
    true,
  ],
])('%s', ([, hook, list, silent, relay = {}]) => {
  const status: Status = {
    now: ago(0),
    mode: 'store',
    store: null,
    webhook: webhook(hook),
    poller: poller(list),
    relay: { ...noRelay, ...relay },
    outbox: emptyOutbox,
    inbox: { unread: 0, elsewhere: 0, refusing: false },
    damage: null,
    backup: null,
    setAside: 0,
    skewMs: 0,
    menus: null,
    pause: null,
    guestsForgottenAt: null,
    notAllowed: [],
    storeSeen: { state: 'seen', stores: 1, names: ['Colón'] },
  }
  expect(isSilent(status, now)).toBe(silent)
})
