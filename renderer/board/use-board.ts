import { computed, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { StockAct, StockKey } from '#contract/stock/stock.ts'
import { hostNow } from '../clock/host-clock.ts'
import { useStock } from '../state/stock/stock.ts'
import { useLinkedSearch } from '../ui/page/use-linked-search.ts'
import { isSoon } from './act/until.ts'
import type { useStockList } from './list/use-stock-list.ts'

/**
 * What a cook does on the board, for one item or several, and the dialogs and notices that follow.
 */
export function useBoard({ filter, search }: ReturnType<typeof useStockList>) {
  const stock = useStock()
  const route = useRoute()
  const router = useRouter()
  /** The items that the dialog asks about; `counting` puts the quantity first. */
  const asked = shallowRef<{ keys: readonly StockKey[]; counting: 'first' | 'last' } | null>(null)
  /** The last item that was sold out with one tap. `nth` distinguishes taps. */
  const followUp = shallowRef<{ key: StockKey; nth: number } | null>(null)
  const batch = shallowRef<{ keys: readonly StockKey[]; act: StockAct } | null>(null)
  /** The selected items; null if the board is not in selection mode. */
  const selected = shallowRef<ReadonlySet<StockKey> | null>(null)
  /** The item that a link leads to, until its switch has the focus. */
  const sought = shallowRef<StockKey | null>(null)
  const select = (keys: Iterable<StockKey> = []) => void (selected.value = new Set(keys))
  /** A change of items that the chain sold out, until a person confirms it. */
  const chainAsked = shallowRef<{ keys: readonly StockKey[]; act: StockAct } | null>(null)
  let taps = 0

  const isOutByChain = (key: StockKey): boolean => {
    const state = stock.stateOf(key)
    return state?.byChain === true && state.state === 'out'
  }

  /** False if the host didn't store it, or if a person is asked first. */
  async function set(keys: readonly StockKey[], act: StockAct): Promise<boolean> {
    asked.value = null
    const staysOut = act.kind === 'out' && act.until.kind === 'notice'
    if (staysOut || !keys.some(isOutByChain)) return setUnasked(keys, act)
    chainAsked.value = { keys, act }
    return false
  }

  async function confirmChainAsked(): Promise<boolean> {
    const confirmed = chainAsked.value
    chainAsked.value = null
    return confirmed !== null && setUnasked(confirmed.keys, confirmed.act)
  }

  async function setUnasked(keys: readonly StockKey[], act: StockAct): Promise<boolean> {
    followUp.value = null
    const isSet = await stock.set(keys, act)
    if (isSet && keys.length > 1) batch.value = { keys, act }
    return isSet
  }

  /**
   * A tap on a switch: back on sale, or sold out until the next opening if that is known. If the
   * opening is only minutes away, a dialog asks for how long.
   */
  async function setByTap(key: StockKey): Promise<void> {
    if (stock.stateOf(key)?.state === 'out') {
      await set([key], { kind: 'back' })
      return
    }
    const opens = stock.board?.nextOpening ?? null
    if (opens !== null && isSoon(Date.parse(opens), hostNow())) {
      asked.value = { keys: [key], counting: 'last' }
      return
    }
    const kind = opens === null ? 'notice' : 'opening'
    if (await set([key], { kind: 'out', until: { kind } })) followUp.value = { key, nth: ++taps }
  }

  useLinkedSearch((text) => {
    search.value = text
    filter.value = 'all'
  })
  // The links of alerts and of the search over all rooms: `choose=opening` selects the items of the
  // question at the opening, `show=off` lists what is sold out, `item=<key>` finds one. Applied
  // once; then the address is the board's own again.
  watch(
    [() => route.query, () => stock.board],
    ([{ choose, show, item }, board]) => {
      if (board === null || (choose ?? show ?? item) === undefined) return
      const soughtItem = typeof item === 'string' ? stock.item(item) : undefined
      search.value = soughtItem?.name ?? ''
      filter.value = soughtItem === undefined ? 'off' : 'all'
      sought.value = soughtItem?.key ?? null
      if (choose === 'opening' && board.opening !== null) select(board.opening.keys)
      void router.replace('/stock')
    },
    { immediate: true },
  )

  return {
    asked,
    /** Those of `chainAsked` that the chain sold out. */
    ofChain: computed(() => (chainAsked.value?.keys ?? []).filter(isOutByChain)),
    chainAsked,
    confirmChainAsked,
    followUp,
    batch,
    selected,
    sought,
    set,
    setByTap,
    ask: (keys: readonly StockKey[], counting: 'first' | 'last' = 'last') =>
      void (asked.value = { keys, counting }),
    select,
    toggle(key: StockKey): void {
      const next = new Set(selected.value)
      if (!next.delete(key)) next.add(key)
      selected.value = next
    },
    stopSelecting: () => void (selected.value = null),
  }
}
