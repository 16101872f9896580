/** What tells whether an answer is the same as the last one to the same question. */
export interface AnswerMark {
  /** Header ETag; null where the platform sends none. */
  etag: string | null
  /** Header Last-Modified, where it may be relied on; else null. */
  lastModified: string | null
  /** Hash of the decoded body. */
  digest: string
}

interface Remembered {
  mark: AnswerMark
  /** By the forward-only clock: when the body itself last came. */
  readAt: number
  value: unknown
  unread: readonly string[] | undefined
}

/**
 * Remembers the last answer to each question of one caller. With it an operation asks conditionally, and does not parse
 * an answer whose bytes it has parsed before (`repeated` in its result). Lives as long as its caller, in memory alone.
 */
export interface AnswerMemory {
  /** What may be asked conditionally; null where nothing is remembered. */
  markOf(question: string): AnswerMark | null
  find(question: string): Pick<Remembered, 'value' | 'unread'> | null
  /** The body came: whole, or with the same bytes as before where `value` is left out. */
  keep(question: string, mark: AnswerMark, read?: Pick<Remembered, 'value' | 'unread'>): void
  /** Forgets everything: what was read could not be kept by whoever asked. */
  clear(): void
  /** Counts the bytes of a body as they came off the wire. */
  count(bytes: number): void
  /** All that was counted. */
  readonly bytes: number
}

interface MemoryOptions {
  /** How many questions are remembered; the one asked least recently goes first. */
  most: number
  /**
   * For how long a question may be asked conditionally after its body last came, in milliseconds. Then it is asked
   * plainly once, so that a cache on the way that always says "not modified" hides nothing for longer.
   */
  validForMs: number
  /** Milliseconds that only go forward. */
  now: () => number
  /** What of a value is worth its memory; default all of it. */
  slim?: (value: unknown) => unknown
}

export function createAnswerMemory({
  most,
  validForMs,
  now,
  slim = (value) => value,
}: MemoryOptions): AnswerMemory {
  const answers = new Map<string, Remembered>()
  let bytes = 0

  function put(question: string, answer: Remembered): void {
    answers.delete(question)
    answers.set(question, answer)
    const [oldest] = answers.keys()
    if (answers.size > most && oldest !== undefined) answers.delete(oldest)
  }

  return {
    markOf(question) {
      const known = answers.get(question)
      if (known === undefined) return null
      const isValid = now() - known.readAt < validForMs
      return isValid ? known.mark : { ...known.mark, etag: null, lastModified: null }
    },
    find: (question) => answers.get(question) ?? null,
    keep(question, mark, read) {
      const known = read ?? answers.get(question)
      if (known === undefined) return
      const value = read === undefined ? known.value : slim(known.value)
      put(question, { mark, readAt: now(), value, unread: known.unread })
    },
    clear: () => {
      answers.clear()
    },
    count(more) {
      bytes += more
    },
    get bytes() {
      return bytes
    },
  }
}
