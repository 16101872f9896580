import { z } from 'zod'
import { answers, answersManager, defineContract, none } from './operation.ts'

const mostLetters = 4096

/**
 * What every token of the platform is made of: printable ASCII without white space. Anything else cannot stand in a header,
 * and what refuses it there would repeat it.
 */
const printable = /^[\x21-\x7e]+$/
export const isToken = (text: string): boolean => text.length <= mostLetters && printable.test(text)

/** Bearers of events, one a line: two are good during a rotation. */
export const areBearers = (text: string): boolean =>
  text.length <= mostLetters && text.split('\n').every((line) => printable.test(line.trim()))

/** `params` is the reason that a screen is told (host/dispatch.ts); the message has nothing of what was given. */
const wrong = {
  error: 'is no token: it has a space, a line break or a letter that no token has, or is too long',
  params: { reason: 'bad-token' },
}

/** A token as a person or a file gives it: what stands around it is cut off. */
export const tokenSchema = z.string().trim().refine(isToken, wrong)
export const bearersSchema = z.string().trim().refine(areBearers, wrong)

/** As a person types it: the host finds out what it means. */
const typedAddress = z.string().trim().min(1).max(300)

/** A name that this machine goes by to itself: what is sent there never leaves it. */
const thisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether what is sent to an address can be read by whoever is on its way: http, to any machine but this one. */
export function isUnencrypted(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !thisMachine.test(hostname)
}

/** How to reach a store's platform. The tokens are secrets: they go in, and never come out again. */
const connectInput = z.strictObject({
  v3Url: typedAddress,
  v1Url: typedAddress.optional(),
  tabsUrl: typedAddress.optional(),
  token: tokenSchema,
  storeId: z.string().min(1).max(100),
  /** What the platform sends as bearer to the webhook listener; absent leaves the listener as it is. */
  webhookToken: bearersSchema.pipe(z.string().min(8)).optional(),
  /** The outside sales channel; absent where there is none. It needs `tabsUrl`. */
  salesChannelConfigId: z.string().trim().min(1).max(100).optional(),
  /** Its own token; absent leaves the one that is kept for this channel. */
  channelToken: tokenSchema.optional(),
  /** Lets token, orders and guests' data go to addresses with http, where others can read them. */
  allowHttp: z.boolean().optional(),
})
export type ConnectInput = z.infer<typeof connectInput>

const tryTokenInput = connectInput.pick({ v3Url: true, token: true, allowHttp: true })
const giveTokenInput = z.strictObject({ token: tokenSchema })

/** What a token sees (platform/README.md, Token info). */
export interface TokenView {
  /** Where the platform was found, by what was typed. */
  v3Url: string
  brand: string
  countryCode: string
  stores: { id: string; externalId: string | null; name: string; timeZone: string }[]
}

/** The connection as a screen may see it. */
export interface ConnectionView {
  mode: 'practice' | 'store'
  v3Url: string | null
  /** Null where none was given. */
  v1Url: string | null
  tabsUrl: string | null
  storeId: string | null
  /** Of the outside sales channel; null where there is none. */
  salesChannelConfigId: string | null
  /** Whether unencrypted addresses are allowed to this connection. */
  allowHttp: boolean
  hasToken: boolean
  hasWebhookToken: boolean
  /** Whether that channel's token is kept. */
  hasChannelToken: boolean
  /** The listener's port where it was given from outside for this run (0: any free one); null where the setting holds. */
  webhookPort: number | null
  /** False with a reason where this machine cannot keep a token safely. */
  vault: { safe: boolean; reason: 'session-only' | 'basic-text' | 'unavailable' | null }
  /** Where the practice platform can be steered while it is behind the glass: start a rush, lose the driver. Else null. */
  practiceControl: string | null
}

export const connectionContract = defineContract({
  name: 'connection',
  operations: {
    'connection.read': answers<ConnectionView>()(none),
    /** Finds the platform by what was typed, and asks it what a token sees, before anything is kept. */
    'connection.tryToken': answersManager<TokenView>()(tryTokenInput),
    /** Leaves the practice store, or changes the store or its token. */
    'connection.connect': answersManager<null>()(connectInput),
    /** Another token for the store that is connected: where none was kept, or the platform takes the old one no more. */
    'connection.giveToken': answersManager<null>()(giveTokenInput),
    /** Goes back to the practice store; what the real one is to hear stays in its own database. */
    'connection.practise': answersManager<null>()(none),
  },
  events: {},
})

/** What the store's own host answers; the rest goes to what opens one store or another. */
export const storeContract = defineContract({
  name: 'store',
  operations: {
    /** Lets a paused outbox and the poller try again. */
    'connection.resume': answers<null>()(none),
  },
  events: {},
})
