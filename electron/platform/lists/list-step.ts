import type { ReadOptions } from '../call/retry.ts'
import { failed, type CallFailure, type CallResult } from '../call/failure.ts'
import { createPace, type Pace } from '../call/pace.ts'
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

export interface ListOptions<Start> extends Omit<ReadOptions, 'onData'> {
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
  const inTurn = async (): Promise<CallResult<T>> => {
    await pace?.turn(signal)
    return signal?.aborted === true
      ? failed('called-off', 'called off between two requests')
      : ask({ signal, answerWithinMs })
  }
  return askAgain(inTurn, {
    retries: retries ?? 3,
    isWorth: retries === undefined ? asksForLaterRetry : isTemporary,
    pace: pace ?? createPace(),
    signal,
  })
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

/**
 * The parts of a list, with one requested ahead: while one is read, the platform works on the next.
 */
interface PartsAhead<At, Part> {
  /** The part that starts there. The next one is requested before this answer is parsed. */
  take(at: At): Promise<CallResult<Part>>
  /** Cancels what isn't needed. */
  close(): void
}

interface Asked<At, Part> {
  at: At
  answer: Promise<CallResult<Part>>
  /** The next part according to its answer; null before that is known, and after the last. */
  next: At | null
}

/** `nextIn` returns what follows a part, from an unparsed answer; null if it doesn't say. */
export function createPartsAhead<At, Part>(
  ask: (at: At, options: ReadOptions) => Promise<CallResult<Part>>,
  how: ListOptions<unknown> & { pace?: Pace },
  nextIn: (data: unknown, at: At) => At | null,
): PartsAhead<At, Part> {
  const unwanted = new AbortController()
  const signals = [unwanted.signal, ...(how.signal === undefined ? [] : [how.signal])]
  const signal = AbortSignal.any(signals)
  /** Only the next part is requested ahead. */
  let taken: Asked<At, Part> | null = null
  let ahead: Asked<At, Part> | null = null

  function goAhead(): void {
    if (taken?.next != null && ahead === null) ahead = begin(taken.next)
  }

  function begin(at: At): Asked<At, Part> {
    const onData = (data: unknown): void => {
      asked.next = nextIn(data, at)
      goAhead()
    }
    const answer = askInTurn((options) => ask(at, { ...options, onData }), { ...how, signal })
    const asked: Asked<At, Part> = { at, answer, next: null }
    return asked
  }

  return {
    take(at) {
      taken = ahead?.at === at ? ahead : begin(at)
      ahead = null
      goAhead()
      return taken.answer
    },
    close: () => unwanted.abort(),
  }
}
