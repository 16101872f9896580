import type { Dialect } from './dialect.ts'
import type { KeyVerdict } from './key-areas.ts'
import type { Pace } from './call/pace.ts'

/** How to reach the platform of one website. Addresses have no slash at the end. */
export interface Connection {
  /** Ends in /v3. */
  v3Url: string
  /** Null if not given; operations that need it report that. */
  v1Url: string | null
  tabsUrl: string | null
  /** For version 3 and version 1. */
  token: string
  /** The external sales channel's token, for complete-order. */
  channelToken: string | null
  /** The id of that channel; null or missing if not given. */
  salesChannelConfigId?: string | null
  dialect: Dialect
  /**
   * Whether http may be used for addresses outside this computer; not by default, and then nothing
   * is sent there.
   */
  allowHttp?: boolean
  /**
   * The store's time zone (IANA) for instants without one. If missing, such instants are left out.
   */
  readonly timeZone?: string | null
  /** Whether nothing at all is sent, because another computer has the store now. */
  isMoved?: () => boolean
  /** Nothing that writes is sent. */
  readOnly?: boolean
  /** How long an answer may take; 35 s by default, because slow answers take 30 s. */
  answerWithinMs?: number
  /** The maximum size of a decoded answer; 16 MiB by default. */
  mostAnswerBytes?: number
  /**
   * How fast its lists are requested; five requests a second by default. All copies of the
   * connection share it.
   */
  pace?: Pace
  /** Gets the platform's clock (header Date, epoch ms) with each of version 3's answers. */
  onAnswer?: (answeredAt: number) => void
  /** Gets whether the platform let the key use an operation, with each answer that tells. */
  onVerdict?: (verdict: KeyVerdict) => void
}
