/** Bytes that a printer sends unasked when its state changes ("automatic status back"): four, of which the first looks so. */
const isUnasked = (byte: number): boolean => (byte & 0x93) === 0x10
const unaskedLength = 4
/** An answer to "tell the state of the paper" has neither bit; XON and XOFF have one. */
const isState = (byte: number): boolean => (byte & 0x90) === 0

/** Reads what a printer says: answers whether the state that was asked for is among it, over several pieces. */
export function createAnswerReader(): (bytes: Uint8Array) => boolean {
  let skip = 0
  return (bytes) => {
    for (const byte of bytes)
      if (skip > 0) skip--
      else if (isUnasked(byte)) skip = unaskedLength - 1
      else if (isState(byte)) return true
    return false
  }
}
