import type { ReadOptions } from '../call/call-options.ts'
import type { CallResult } from '../call/failure.ts'
import type { Pace } from '../call/pace.ts'
import { askInTurn, type ListOptions } from './list-step.ts'

/** The parts of a list, of which one is asked for ahead: while one is read, the platform works at the next. */
export interface AskedAhead<At, Part> {
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
