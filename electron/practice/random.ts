const letters = 'ABCDEFGHJKLMNPQRSTWXYZabcdefghijkmnopqrstuvwxyz23456789'.split('')

/** Hashes the seeds to 32 bits, so that similar seeds give very different numbers (FNV-1a). */
function hash(text: string): number {
  let bits = 0x81_1c_9d_c5
  for (const letter of text) {
    bits = Math.imul(bits ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93)
  }
  return bits
}

/**
 * A seeded random source (mulberry32): the same seeds give the same sequence on every machine.
 * `pick` and `weighted` throw for an empty list.
 */
export class Random {
  #state: number

  constructor(...seeds: (string | number)[]) {
    this.#state = hash(seeds.join('/'))
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  /** A whole number, both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('nothing to pick from')
    return list[this.between(0, list.length - 1)] as T
  }

  /** Like `pick`, but an entry of weight 2 comes twice as often as one of weight 1. */
  weighted<T>(entries: readonly (readonly [value: T, weight: number])[]): T {
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of entries) {
      rest -= weight
      if (rest < 0) return value
    }
    throw new Error('nothing to pick from')
  }

  /** An id of letters and digits. */
  id(length: number): string {
    return Array.from({ length }, () => this.pick(letters)).join('')
  }
}
