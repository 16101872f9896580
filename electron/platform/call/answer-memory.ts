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

interface MemoryOptions {
  /** How many questions are remembered; the least recently asked one is dropped first. */
  max: number
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

/**
 * Remembers the last answer to each question of one caller. Operations then ask conditionally, and
 * don't parse the same bytes twice (`repeated` in the result). In memory only, as long as its
 * caller.
 */
export class AnswerMemory {
  readonly #options: MemoryOptions
  readonly #answers = new Map<string, Remembered>()
  #bytes = 0

  constructor(options: MemoryOptions) {
    this.#options = options
  }

  /** How many bytes of bodies were received. */
  get bytes(): number {
    return this.#bytes
  }

  /** Counts the bytes of a body as received. */
  count(bytes: number): void {
    this.#bytes += bytes
  }

  /** The validators for a conditional request; null if nothing is remembered. */
  markOf(question: string): AnswerMark | null {
    const answer = this.find(question)
    if (answer === null) return null
    const { mark, readAt } = answer
    const isValid = this.#options.now() - readAt < this.#options.validForMs
    return isValid ? mark : { ...mark, etag: null, lastModified: null }
  }

  find(question: string): Remembered | null {
    return this.#answers.get(question) ?? null
  }

  /** The body arrived: complete, or with the same bytes as before if `value` is missing. */
  keep(question: string, mark: AnswerMark, read?: Pick<Remembered, 'value' | 'unread'>): void {
    const answer = read ?? this.find(question)
    if (answer === null) return
    const { now, slim } = this.#options
    const value = read === undefined || slim === undefined ? answer.value : slim(answer.value)
    this.#put(question, { mark, readAt: now(), value, unread: answer.unread })
  }

  /** Forgets everything, because the caller couldn't store what was read. */
  clear(): void {
    this.#answers.clear()
  }

  #put(question: string, answer: Remembered): void {
    this.#answers.delete(question)
    this.#answers.set(question, answer)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > this.#options.max && oldest !== undefined) this.#answers.delete(oldest)
  }
}
