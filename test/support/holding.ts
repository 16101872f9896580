import { expect } from 'vitest'
import { openGoBetween, type Answer, type GoBetween } from './go-between.ts'

/** A request on the wire, which ends when it is told how: undefined lets the platform answer. */
type End = (so?: Answer) => void

/** A platform that holds requests as long as a test likes. */
export interface Holding {
  between: GoBetween
  /** From now on; null holds none. Those that are held stay held. */
  hold(isHeld: ((path: string, url: URL) => boolean) | null): void
  /** The next one that is held, once it is there. */
  next(): Promise<End>
}

export async function openHolding(): Promise<Holding> {
  const held: End[] = []
  let isHeld: Parameters<Holding['hold']>[0] = null
  const between = await openGoBetween({
    answer(path, url) {
      if (isHeld?.(path, url) !== true) return undefined
      const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
      held.push(resolve)
      return promise
    },
  })
  return {
    between,
    hold(next) {
      isHeld = next
    },
    async next() {
      await expect.poll(() => held.length).toBeGreaterThan(0)
      const end = held.shift()
      if (end === undefined) throw new Error('nothing is held')
      return end
    },
  }
}
