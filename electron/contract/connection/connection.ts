import { z } from 'zod'
import type { KeyArea } from './key-access.ts'
import { maxRelayFile } from '../shared/text-file-limits.ts'
import { answers, answersManager, defineContract, event, none } from '../shared/operation.ts'
import { minWebhookToken } from './webhook-token.ts'

const maxLetters = 4096

/**
 * A platform token is printable ASCII without spaces. Anything else can't be a header, and the
 * error that rejects it would repeat the token.
 */
const printable = /^[\x21-\x7e]+$/
export const isToken = (text: string): boolean => text.length <= maxLetters && printable.test(text)

/** Bearer tokens of events, one per line. During a rotation two are valid. */
export const areBearers = (text: string): boolean =>
  text.length <= maxLetters && text.split('\n').every((line) => printable.test(line.trim()))

/** `params` is the reason that a screen shows (host/dispatch.ts). The message must not repeat the value. */
const wrong = {
  error: 'is no token: it has a space, a line break or a letter that no token has, or is too long',
  params: { reason: 'bad-token' },
}

/** A token as people copy it: with the word of the header before it, and spaces around it. */
const withoutBearer = (text: string): string => text.replace(/^\s*bearer\s+(?=\S)/i, '').trim()

/** A token from a person or a file, without what was copied with it. */
export const tokenSchema = z.string().overwrite(withoutBearer).refine(isToken, wrong)
export const bearersSchema = z.string().trim().refine(areBearers, wrong)

/** The text that a person typed. The host finds out which address it means. */
const typedAddress = z.string().trim().min(1).max(300)

/** How to reach a store's platform. Tokens are secrets: they go in and never come out. */
const connectInput = z.strictObject({
  v3Url: typedAddress,
  v1Url: typedAddress.optional(),
  tabsUrl: typedAddress.optional(),
  token: tokenSchema,
  storeId: z.string().min(1).max(100),
  /**
   * The bearer token that the platform sends to the webhook listener. When absent, the listener's
   * token stays.
   */
  webhookToken: bearersSchema.pipe(z.string().min(minWebhookToken)).optional(),
  /** The external sales channel; absent when there is none. It needs `tabsUrl`. */
  salesChannelConfigId: z.string().trim().min(1).max(100).optional(),
  /** The channel's own token. When absent, the stored one stays. */
  channelToken: tokenSchema.optional(),
  /** Allows http addresses, where others can read the token, orders and guest data. */
  allowHttp: z.boolean().optional(),
})
export type ConnectInput = z.infer<typeof connectInput>

const tryTokenInput = connectInput.pick({ v3Url: true, token: true, allowHttp: true })
const testEventInput = z.strictObject({ address: typedAddress })
const giveTokenInput = z.strictObject({ token: tokenSchema })
const addWebhookTokenInput = z.strictObject({
  token: tokenSchema.pipe(z.string().min(minWebhookToken)),
})
/** The position of the token among those that are valid. */
const removeWebhookTokenInput = z.strictObject({ nth: z.int().min(0).max(1) })

/** The text of the file. */
const useRelayInput = z.strictObject({ file: z.string().max(maxRelayFile) })

/** What a token gives access to (platform/README.md, Token info). */
export interface TokenView {
  /** The address of the platform that was found for the typed text. */
  v3Url: string
  brand: string
  countryCode: string
  stores: { id: string; externalId: string | null; name: string; timeZone: string }[]
  /** The token's permissions as the platform names them. `admin` is the only documented one. */
  permissions: string[]
  /** The areas that these permissions leave out, as far as it is known. */
  notAllowed: KeyArea[]
  /** How far this machine's clock is behind the platform's; null if the platform gave no time. */
  skewMs: number | null
}

/** The type of the event that tests the way to the listener. No platform sends it. */
export const testEventType = 'kitchen-pass.test'

/** What became of a test event. Only `arrived` came back to the listener. */
export type TestEventOutcome =
  | 'arrived'
  | 'no-address'
  | 'unencrypted'
  /** No bearer of events is stored, so the listener accepts none. */
  | 'no-bearer'
  | 'wrong-bearer'
  /** The listener doesn't know the address's host name. */
  | 'unknown-name'
  | 'other-answer'
  | 'no-such-name'
  /** A certificate that isn't valid for the address, or a server without encryption. */
  | 'not-secure'
  | 'no-answer'

/**
 * Why secrets aren't stored here, or no longer can be. `session-only` stores nothing beyond the
 * process; `basic-text` and `unavailable` are about the system's key store, the others about the
 * key file.
 */
export type VaultWeakness =
  | 'session-only'
  | 'basic-text'
  | 'unavailable'
  | 'in-data-folder'
  | 'open-to-others'
  | 'not-ours'
  | 'unreadable'
  | 'damaged'
  | 'no-passphrase'
  | 'wrong-passphrase'
  | 'not-writable'

/** Where secrets are stored: by the system, in a key file, or only until the program ends. */
export type VaultPlace = 'system' | 'file' | 'encrypted-file' | 'memory'

export interface ConnectionView {
  mode: 'practice' | 'store'
  v3Url: string | null
  v1Url: string | null
  tabsUrl: string | null
  storeId: string | null
  /** The external sales channel; null when there is none. */
  salesChannelConfigId: string | null
  /** Whether this connection may use http addresses. */
  allowHttp: boolean
  hasToken: boolean
  hasWebhookToken: boolean
  hasChannelToken: boolean
  /** The chain's relay that events come by, with the hosts of its servers; null when there is none. */
  relay: { storeName: string; websiteId: string; servers: string[] } | null
  /**
   * The listener's port when the command line or environment set it for this run (0: any free
   * port); null when the setting applies.
   */
  webhookPort: number | null
  /** False with a reason when this machine can't store a token safely. `file` is the key file. */
  vault: { safe: boolean; reason: VaultWeakness | null; place: VaultPlace; file: string | null }
  /**
   * The address where the practice platform can be controlled (start a rush, lose a driver) while
   * it is in use; else null.
   */
  practiceControl: string | null
}

export const connectionContract = defineContract({
  name: 'connection',
  operations: {
    'connection.get': answers<ConnectionView>()(none),
    /** Finds the platform for the typed text and reads what the token gives access to. Stores nothing. */
    'connection.tryToken': answersManager<TokenView>()(tryTokenInput),
    /** Leaves the practice store, or changes the store or its token. */
    'connection.connect': answersManager<null>()(connectInput),
    /** Replaces the token of the connected store, when none is stored or the platform rejects the old one. */
    'connection.saveToken': answersManager<null>()(giveTokenInput),
    /** Accepts a second token of the platform's events too, so that senders can change over. */
    'connection.addWebhookToken': answersManager<null>()(addWebhookTokenInput),
    /** Accepts one of two tokens no longer. */
    'connection.removeWebhookToken': answersManager<null>()(removeWebhookTokenInput),
    /** Fetches events by the relay of this file, a secret, which must be for the connected store. */
    'connection.useRelay': answersManager<null>()(useRelayInput),
    'connection.leaveRelay': answersManager<null>()(none),
    /** Sends a test event to this computer's public address. Stores nothing. */
    'connection.testEvents': answersManager<TestEventOutcome>()(testEventInput),
    /** Returns to the practice store. What the real store still has to send stays in its own database. */
    'connection.practise': answersManager<null>()(none),
  },
  events: {
    /** Something of `connection.get` changed while the store stays open. */
    'connection.changed': event(),
  },
})

/** The operations that the store's own host answers. The others belong to the process that opens stores. */
export const storeContract = defineContract({
  name: 'store',
  operations: {
    /** Lets a paused outbox and the poller try again now. */
    'connection.resume': answers<null>()(none),
  },
  events: {},
})
