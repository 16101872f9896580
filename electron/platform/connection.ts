import type { Dialect } from './dialect.ts'

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
  dialect: Dialect
  /** Nothing that writes leaves. */
  readOnly?: boolean
  /** How long an answer may take; default 35 s, since slow answers reach 30 s. */
  answerWithinMs?: number
}
