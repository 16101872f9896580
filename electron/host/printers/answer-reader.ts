/*
 * The bytes that a receipt printer can send, by the bits that ESC/POS fixes. Every byte has to be
 * one of these, so another kind of server reveals itself with its first bytes.
 */

/**
 * The first of the four bytes that a printer sends unasked when its state changes ("automatic
 * status back").
 */
const startsUnasked = (byte: number): boolean => (byte & 0x93) === 0x10
/** The other three of those bytes. */
const continuesStatus = (byte: number): boolean => (byte & 0x90) === 0
const unaskedLength = 4

/** XON and XOFF: the printer's memory has room again, or is full. */
const isFlow = (byte: number): boolean => byte === 0x11 || byte === 0x13

/** The answer to `DLE EOT`, which comes at once, even while the printer is busy. */
const isRealTime = (byte: number): boolean => (byte & 0x93) === 0x12

/**
 * The answer to `GS r 1`, which comes after everything before it is processed: two sensors of two
 * bits each, whose two bits are always equal.
 */
const isPaper = (byte: number): boolean =>
  (byte & 0x90) === 0 &&
  [0b00, 0b11].includes(byte & 0b11) &&
  [0b00, 0b11].includes((byte >> 2) & 3)

export type Question = 'real-time' | 'paper'

/** Reads the answers of a printer from several chunks. */
export class AnswerReader {
  readonly #open = { 'real-time': 0, paper: 0 }
  #state = 0
  /** How many bytes of an unasked status are still to come. */
  #unasked = 0

  /** The byte of the last answer that came at once. */
  get state(): number {
    return this.#state
  }

  /** Whether an answer is incomplete. A printer always completes it. */
  get isHalfway(): boolean {
    return this.#unasked > 0
  }

  /** Call this when a question has been sent. */
  asked(question: Question): void {
    this.#open[question]++
  }

  /** Whether the question was asked more often than it was answered. */
  isPending(question: Question): boolean {
    return this.#open[question] > 0
  }

  /** The questions that these bytes answer; `foreign` if no printer would send them. */
  read(bytes: Uint8Array): ReadonlySet<Question> | 'foreign' {
    const answered = new Set<Question>()
    for (const byte of bytes) {
      const question = this.#questionOf(byte)
      if (question === 'foreign') return 'foreign'
      if (question !== null) answered.add(question)
    }
    return answered
  }

  /** Null for a byte that is not an answer. */
  #questionOf(byte: number): Question | null | 'foreign' {
    if (this.#unasked > 0) {
      this.#unasked--
      return continuesStatus(byte) ? null : 'foreign'
    }
    if (isFlow(byte)) return null
    if (startsUnasked(byte)) {
      this.#unasked = unaskedLength - 1
      return null
    }
    const question = isRealTime(byte) ? 'real-time' : 'paper'
    if (question === 'paper' && !isPaper(byte)) return 'foreign'
    // The question was not asked, or was answered already.
    if (this.#open[question] === 0) return 'foreign'
    this.#open[question]--
    if (question === 'real-time') this.#state = byte
    return question
  }
}
