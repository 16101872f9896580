import { shallowRef } from 'vue'
import type { StockAct, StockKey } from '#contract/stock.ts'
import { hostNow } from '../clock/host-clock.ts'
import { useStock } from '../state/stock/stock.ts'
import { isSoon } from './act/until.ts'

/** What a cook does on the board, and what is asked or shown because of it. */
export function useBoard() {
  const stock = useStock()
  /** Items of which someone is being asked what is to become; `counting` puts the count first. */
  const asked = shallowRef<{ keys: readonly StockKey[]; counting: 'first' | 'last' } | null>(null)
  /** The last item that was sold out with one tap. `nth` tells one tap from the next. */
  const followUp = shallowRef<{ key: StockKey; nth: number } | null>(null)
  /** The last act on several items. */
  const batch = shallowRef<{ keys: readonly StockKey[]; act: StockAct } | null>(null)
  let taps = 0

  async function act(keys: readonly StockKey[], what: StockAct): Promise<boolean> {
    asked.value = null
    followUp.value = null
    const taken = await stock.set(keys, what)
    if (taken && keys.length > 1) batch.value = { keys, act: what }
    return taken
  }

  /**
   * A tap on a switch: back on sale, or sold out until the next opening, where one is known. Where that is minutes away,
   * somebody is asked for how long.
   */
  async function turn(key: StockKey): Promise<void> {
    if (stock.stateOf(key)?.state === 'out') {
      await act([key], { kind: 'back' })
      return
    }
    const opens = stock.board?.nextOpening ?? null
    if (opens !== null && isSoon(Date.parse(opens), hostNow())) {
      asked.value = { keys: [key], counting: 'last' }
      return
    }
    const kind = opens === null ? 'notice' : 'opening'
    if (await act([key], { kind: 'out', until: { kind } })) followUp.value = { key, nth: ++taps }
  }

  return {
    asked,
    followUp,
    batch,
    act,
    turn,
    ask: (keys: readonly StockKey[], counting: 'first' | 'last' = 'last') =>
      void (asked.value = { keys, counting }),
  }
}
