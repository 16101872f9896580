import type { RawAnswer } from './call/answer.ts'
import type { Dialect } from './dialect.ts'
import type { KeyVerdict } from './key-areas.ts'
import type { CallFailure, CallResult } from './call/failure.ts'
import type { Pace } from './call/pace.ts'
import type { AnswerSpec, HowToRead, ReadAnswer } from './read-answer.ts'

/** Whether the platform's servers answer (host/outbox/reachability.ts). */
export interface Reachable {
  /** Monotonic milliseconds. */
  now(): number
  /** Why nothing may be sent to the server of an address; null while it answers. */
  whyOut(url: string): CallFailure | null
  /** Gets the result of each request that was sent to an address at `askedAt`. */
  report(url: string, result: CallResult<unknown>, askedAt: number): void
}

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
  maxAnswerBytes?: number
  /**
   * How fast its lists are requested; five requests a second by default. All copies of the
   * connection share it.
   */
  pace?: Pace
  /** Holds back requests to servers that are out. Without it everything is sent. */
  reach?: Reachable | undefined
  /** Reads a long answer elsewhere, so that nothing waits meanwhile (host/worker). Never rejects. */
  readLong?: (spec: AnswerSpec, answer: RawAnswer, how: HowToRead) => Promise<ReadAnswer>
  /** Gets the platform's clock (header Date, epoch ms) with each of version 3's answers. */
  onAnswer?: (answeredAt: number) => void
  /** Gets whether the platform let the key use an operation, with each answer that tells. */
  onVerdict?: (verdict: KeyVerdict) => void
}
