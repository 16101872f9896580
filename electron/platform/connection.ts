import type { Dialect } from './dialect.ts'

/** How to reach one website's platform. Addresses have no slash at the end. */
export interface Connection {
  /** Ends in /v3. */
  v3Url: string
  /** Null where the shop has not given it: what needs it says so. */
  v1Url: string | null
  tabsUrl: string | null
  /** Of version 3 and of version 1 (api.md, Authentication 1 and 4). */
  token: string
  /** The outside sales channel's own, for complete-order (api.md, Authentication 5). */
  channelToken: string | null
  dialect: Dialect
  /** Nothing that writes leaves. */
  readOnly?: boolean
  /** How long an answer may take; default 35 s, since the field's slow answers reach 30 s (outbox.md). */
  answerWithinMs?: number
}
