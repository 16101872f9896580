/** A screen that lost its link repeats a call within this time. */
const lastsMs = 2 * 60_000

/** More calls than a screen has on their way. */
const maxOfScreen = 100

/** An answer that is longer only reads, so it may be read again. */
const maxAnswer = 4_096

interface Stored {
  answer: Promise<string>
  at: number
}

/**
 * Runs each call of a screen once, even if the screen sends it again because the answer was lost. In
 * memory only: after a restart of the host the call runs again.
 */
export class Repeats {
  /** A monotonic clock in ms. */
  readonly #now: () => number
  readonly #screens = new Map<string, Map<string, Stored>>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** The answer as JSON. Without an id nothing is repeated. */
  async run(
    { screenId, callId }: { screenId: string; callId: string | undefined },
    work: () => Promise<unknown>,
  ): Promise<string> {
    if (callId === undefined) return JSON.stringify(await work())
    const calls = this.#screens.get(screenId) ?? new Map<string, Stored>()
    this.#screens.set(screenId, calls)
    this.#dropOld(calls)
    const before = calls.get(callId)
    if (before !== undefined) return before.answer
    const answer = work().then((value) => JSON.stringify(value))
    calls.set(callId, { answer, at: this.#now() })
    const text = await answer
    if (text.length > maxAnswer) calls.delete(callId)
    return text
  }

  #dropOld(calls: Map<string, Stored>): void {
    for (const [id, { at }] of calls) {
      if (calls.size <= maxOfScreen && this.#now() - at < lastsMs) return
      calls.delete(id)
    }
  }
}
