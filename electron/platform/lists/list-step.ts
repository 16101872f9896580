import type { ReadOptions } from '../call/retry.ts'
import { failed, type CallFailure, type CallResult } from '../call/failure.ts'
import { createPace, type Pace } from '../call/pace.ts'
import { askAgain, isPutOff, mayPass } from '../call/retry.ts'

/** How far the reading of a list has come. */
export interface ListProgress {
  pages: number
  /** Told so far, each once. */
  items: number
  /** Records that could not be read, and are not among the items. */
  leftOut: number
  /** What the platform says that there are; null where it does not. */
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

/** A part of a list, as one answer had it. */
export interface ListPart<Item, Start> {
  ok: true
  /** What no part before it had. */
  value: Item[]
  answeredAt: number | null
  /** The answer was the same as before (call/answer-memory.ts). */
  repeated?: true
  /** Paths within `data` of what could not be read (reading/tolerant.ts). */
  unread?: readonly string[]
  /** The same by the item: the fields of each that could not be read. */
  unreadOf: ReadonlyMap<Item, readonly string[]>
  /** How many whole records are among them. */
  leftOut: number
  progress: ListProgress
  /** Where the rest begins; null after the last part. */
  resume: Start | null
  /** In the last part: whether everything was read, by all that the platform tells; null before it. */
  complete: boolean | null
}

/** What ended the reading early. Always the last that is told. */
export interface ListFailure<Start> {
  ok: false
  failure: CallFailure
  progress: ListProgress
  /** Where to begin again. */
  resume: Start
}

export type ListStep<Item, Start> = ListPart<Item, Start> | ListFailure<Start>

/** How a list is read. */
export interface ListOptions<Start> extends Omit<ReadOptions, 'onData'> {
  /** Where to begin: the `resume` of an earlier reading; null or nothing is the beginning. */
  start?: Start | null | undefined
  /**
   * How often one request is repeated. Where it is left out, three times where the platform says that it wants to be
   * asked later (429, `Retry-After`), and never otherwise.
   */
  retries?: number | undefined
}

/** Asks in turn, and again where the platform asks for patience. */
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
    isWorth: retries === undefined ? isPutOff : mayPass,
    pace: pace ?? createPace(),
    signal,
  })
}

/** One item, or what ended the reading early. */
export type ItemResult<Item, Start> = { ok: true; value: Item } | ListFailure<Start>

/**
 * The items of a list one by one, for those who do not care for its parts. A failure is the last thing told, so that no
 * loop takes half of a list for the whole. The generator's return value is the last step: whether it was complete, and
 * what was left out.
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

/** The parts of a list, of which one is asked for ahead: while one is read, the platform works at the next. */
interface AskedAhead<At, Part> {
  /** The part that begins there. What its answer tells to follow it is asked for before the answer itself is read. */
  take(at: At): Promise<CallResult<Part>>
  /** Calls off what nobody wants any more. */
  close(): void
}

interface Asked<At, Part> {
  at: At
  answer: Promise<CallResult<Part>>
  /** What follows it by its answer; null before that is known, and where nothing does. */
  next: At | null
}

/** `nextIn` answers what follows a part, by an answer that is not read yet; null where it does not say so. */
export function createAskedAhead<At, Part>(
  ask: (at: At, options: ReadOptions) => Promise<CallResult<Part>>,
  how: ListOptions<unknown> & { pace?: Pace },
  nextIn: (data: unknown, at: At) => At | null,
): AskedAhead<At, Part> {
  const unwanted = new AbortController()
  const signals = [unwanted.signal, ...(how.signal === undefined ? [] : [how.signal])]
  const signal = AbortSignal.any(signals)
  /** Only what follows this one is asked for ahead. */
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
