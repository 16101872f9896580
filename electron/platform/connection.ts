import type { Dialect } from './dialect.ts'
import type { Pace } from './call/pace.ts'

/** How to reach one website's platform. Addresses have no slash at the end. */
export interface Connection {
  /** Ends in /v3. */
  v3Url: string
  /** Null where the shop has not given it: what needs it says so. */
  v1Url: string | null
  tabsUrl: string | null
  /** Of version 3 and of version 1. */
  token: string
  /** The outside sales channel's own, for complete-order. */
  channelToken: string | null
  /** The id of that channel; null or absent where the shop has given none. */
  salesChannelConfigId?: string | null
  dialect: Dialect
  /** Whether addresses with http may be asked that are not this machine's own; default not: nothing is sent there. */
  allowHttp?: boolean
  /** The store's zone (IANA): the clock of an instant that names none. Without it such an instant is left out. */
  readonly timeZone?: string | null
  /** Nothing that writes leaves. */
  readOnly?: boolean
  /** How long an answer may take; default 35 s, since slow answers reach 30 s. */
  answerWithinMs?: number
  /** How long an answer may be once it is decoded; default 16 MiB. */
  mostAnswerBytes?: number
  /** How quickly its lists ask; default five requests a second. Shared by every copy of the connection. */
  pace?: Pace
  /** Hears the platform's clock (header Date, epoch milliseconds) as each of version 3's answers comes. */
  onAnswer?: (answeredAt: number) => void
}
