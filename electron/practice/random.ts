/** A seeded random source: the same seeds give the same sequence on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  chance(share: number): boolean
  /** A whole number, both ends included. */
  between(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  /** Like `pick`, but an entry of weight 2 comes twice as often as one of weight 1. */
  weighted<T>(entries: readonly (readonly [value: T, weight: number])[]): T
  /** An id of letters and digits. */
  id(length: number): string
}

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
 * Creates a random source from any number of seeds (mulberry32). `pick` and `weighted` throw for an
 * empty list.
 */
export function createRandom(...seeds: (string | number)[]): Random {
  let state = hash(seeds.join('/'))
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('nothing to pick from')
    return list[between(0, list.length - 1)] as T
  }
  return {
    next,
    between,
    pick,
    chance: (share) => next() < share,
    weighted(entries) {
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of entries) {
        rest -= weight
        if (rest < 0) return value
      }
      throw new Error('nothing to pick from')
    },
    id: (length) => Array.from({ length }, () => pick(letters)).join(''),
  }
}
