import type { ReadOptions } from '../call/retry.ts'
import { failed, type CallFailure, type CallResult } from '../call/failure.ts'
import { EvenPace, type Pace } from '../call/pace.ts'
import { askAgain, asksForLaterRetry, isTemporary } from '../call/retry.ts'

export interface ListProgress {
  pages: number
  /** Delivered so far, each once. */
  items: number
  /** Records that couldn't be read and aren't among the items. */
  leftOut: number
  /** The platform's total; null if it gives none. */
  totalPages: number | null
  totalCount: number | null
}

/** Before the first answer. */
export const nothingRead: ListProgress = {
  pages: 0,
  items: 0,
  leftOut: 0,
  totalPages: null,
  totalCount: null,
}

/** A part of a list, from one answer. */
export interface ListPart<Item, Start> {
  ok: true
  /** Items that no earlier part had. */
  value: Item[]
  answeredAt: number | null
  /** The same answer as before (call/answer-memory.ts). */
  repeated?: true
  /** Paths in `data` that couldn't be read (tolerant/tolerant.ts). */
  unread?: readonly string[]
  /** The same by item: the unread fields of each. */
  unreadOf: ReadonlyMap<Item, readonly string[]>
  /** How many whole records are among them. */
  leftOut: number
  progress: ListProgress
  /** Where the rest starts; null after the last part. */
  resume: Start | null
  /** In the last part: whether everything was read, as far as the platform says; null before it. */
  complete: boolean | null
}

/** Why reading ended early. Always the last step. */
export interface ListFailure<Start> {
  ok: false
  failure: CallFailure
  progress: ListProgress
  resume: Start
}

export type ListStep<Item, Start> = ListPart<Item, Start> | ListFailure<Start>

export interface ListOptions<Start> extends Omit<ReadOptions, 'onRaw'> {
  /** Where to start: the `resume` of an earlier read; null or missing for the start. */
  start?: Start | null | undefined
  /**
   * How often to retry one request. If missing: three times if the platform asks to wait (429,
   * `Retry-After`), otherwise never.
   */
  retries?: number | undefined
}

/** Asks at the list's pace, and again if the platform asks to wait. */
function askInTurn<T>(
  ask: (options: ReadOptions) => Promise<CallResult<T>>,
  { pace, retries, signal, answerWithinMs }: ReadOptions & { pace?: Pace | undefined },
): Promise<CallResult<T>> {
  const how = {
    retries: retries ?? 3,
    isWorth: retries === undefined ? asksForLaterRetry : isTemporary,
    pace: pace ?? new EvenPace(),
    signal,
  }
  return askAgain(async () => {
    await pace?.turn(signal)
    return signal?.aborted === true
      ? failed('called-off', 'called off between two requests')
      : ask({ signal, answerWithinMs })
  }, how)
}

/** One item, or why reading ended early. */
export type ItemResult<Item, Start> = { ok: true; value: Item } | ListFailure<Start>

/**
 * The items of a list one by one. A failure comes last, so that no loop takes half of a list for
 * the whole. The return value is the last step: whether it was complete, and what was left out.
 */
export async function* eachItem<Item, Start>(
  steps: AsyncIterable<ListStep<Item, Start>>,
): AsyncGenerator<ItemResult<Item, Start>, ListStep<Item, Start> | null> {
  let last: ListStep<Item, Start> | null = null
  for await (const step of steps) {
    last = step
    if (!step.ok) yield step
    else for (const value of step.value) yield { ok: true, value }
  }
  return last
}

/** Requests the parts of a list, and the next one already while a part is used. */
export class PartsAhead<At, Part> {
  readonly #ask: (at: At, options: ReadOptions) => Promise<CallResult<Part>>
  readonly #how: ListOptions<unknown> & { pace?: Pace }
  readonly #unwanted = new AbortController()
  readonly #signal: AbortSignal
  #ahead: { at: At; answer: Promise<CallResult<Part>> } | null = null

  constructor(
    ask: (at: At, options: ReadOptions) => Promise<CallResult<Part>>,
    how: ListOptions<unknown> & { pace?: Pace },
  ) {
    this.#ask = ask
    this.#how = how
    const signals = [this.#unwanted.signal, ...(how.signal === undefined ? [] : [how.signal])]
    this.#signal = AbortSignal.any(signals)
  }

  /** The part that starts there. */
  take(at: At): Promise<CallResult<Part>> {
    const ahead = this.#ahead
    this.#ahead = null
    return ahead?.at === at ? ahead.answer : this.#request(at)
  }

  /** Requests the part that will be taken next. */
  prepare(at: At): void {
    this.#ahead = { at, answer: this.#request(at) }
  }

  /** Cancels what isn't needed. */
  close(): void {
    this.#unwanted.abort()
  }

  #request(at: At): Promise<CallResult<Part>> {
    const how = { ...this.#how, signal: this.#signal }
    return askInTurn((options) => this.#ask(at, options), how)
  }
}
