/** What shows whether an answer equals the last one to the same question. */
export interface AnswerMark {
  /** Header ETag; null if the platform sends none. */
  etag: string | null
  /** Header Last-Modified if it is reliable; otherwise null. */
  lastModified: string | null
  /** Hash of the decoded body. */
  digest: string
}

interface Remembered {
  mark: AnswerMark
  /** When the body last arrived, on the monotonic clock. */
  readAt: number
  value: unknown
  unread: readonly string[] | undefined
}

/**
 * Remembers the last answer to each question of one caller. Operations then ask conditionally, and
 * don't parse the same bytes twice (`repeated` in the result). In memory only, as long as its
 * caller.
 */
export interface AnswerMemory {
  /** The validators for a conditional request; null if nothing is remembered. */
  markOf(question: string): AnswerMark | null
  find(question: string): Pick<Remembered, 'value' | 'unread'> | null
  /** The body arrived: complete, or with the same bytes as before if `value` is missing. */
  keep(question: string, mark: AnswerMark, read?: Pick<Remembered, 'value' | 'unread'>): void
  /** Forgets everything, because the caller couldn't store what was read. */
  clear(): void
  /** Counts the bytes of a body as received. */
  count(bytes: number): void
  /** The total. */
  readonly bytes: number
}

interface MemoryOptions {
  /** How many questions are remembered; the least recently asked one is dropped first. */
  most: number
  /**
   * For how long after its body last arrived a question may be asked conditionally, in ms. Then it
   * is asked without conditions once, so that a broken cache that always says "not modified" can't
   * hide changes for longer.
   */
  validForMs: number
  /** Monotonic ms. */
  now: () => number
  /** What to remember of a value; all of it by default. */
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
