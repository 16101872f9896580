/*
 * What a receipt printer says, by the bits that ESC/POS fixes. Every byte has to be one of these; a server of another kind
 * gives itself away with its first words.
 */

/** The first of the four bytes that it sends unasked when its state changes ("automatic status back"). */
const startsUnasked = (byte: number): boolean => (byte & 0x93) === 0x10
/** The other three of them. */
const goesOnUnasked = (byte: number): boolean => (byte & 0x90) === 0
const unaskedLength = 4

/** XON and XOFF, when its memory has room again or is full. */
const isFlow = (byte: number): boolean => byte === 0x11 || byte === 0x13

/** The answer to `DLE EOT`, at once, whatever it is doing. */
const isRealTime = (byte: number): boolean => (byte & 0x93) === 0x12

/** The answer to `GS r 1`, once it has worked off what came before: two sensors of two bits each, always alike. */
const isPaper = (byte: number): boolean =>
  (byte & 0x90) === 0 &&
  [0b00, 0b11].includes(byte & 0b11) &&
  [0b00, 0b11].includes((byte >> 2) & 3)

/** What can be asked of a printer. */
export type Question = 'real-time' | 'paper'

/** Reads what a printer says, over several pieces. */
export function createAnswerReader() {
  const open = { 'real-time': 0, paper: 0 }
  let unasked = 0

  /** Null for what is no answer. */
  function questionOf(byte: number): Question | null | 'foreign' {
    if (unasked > 0) {
      unasked--
      return goesOnUnasked(byte) ? null : 'foreign'
    }
    if (isFlow(byte)) return null
    if (startsUnasked(byte)) {
      unasked = unaskedLength - 1
      return null
    }
    const question = isRealTime(byte) ? 'real-time' : 'paper'
    if (question === 'paper' && !isPaper(byte)) return 'foreign'
    // Nobody asked, or it has answered already.
    if (open[question] === 0) return 'foreign'
    open[question]--
    return question
  }

  return {
    /** A question has been sent. */
    asked: (question: Question) => void open[question]++,
    /** Which questions these bytes answer; `foreign` where no printer would have sent them. */
    read(bytes: Uint8Array): ReadonlySet<Question> | 'foreign' {
      const answered = new Set<Question>()
      for (const byte of bytes) {
        const question = questionOf(byte)
        if (question === 'foreign') return 'foreign'
        if (question !== null) answered.add(question)
      }
      return answered
    },
    /** Whether it has not answered this question as often as it was asked. */
    owes: (question: Question) => open[question] > 0,
    /** Whether it is in the middle of what it says, which no printer stays. */
    get isHalfway() {
      return unasked > 0
    },
  }
}
