import { watch, type ShallowRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { StockKey } from '#contract/stock.ts'
import { useStock } from '../state/stock/stock.ts'
import type { StockFilter } from './list/use-stock-list.ts'

/** What of the board's list an address can set. */
interface Shown {
  filter: ShallowRef<StockFilter>
  search: ShallowRef<string>
  start: (keys: readonly StockKey[]) => void
}

/**
 * Shows what an alert leads to: `choose=opening` selects what is asked about at the opening, `show=off` lists what is sold
 * out, `item=<key>` finds one. Done once; the address is the board's own again.
 */
export function useBoardQuery({ filter, search, start }: Shown): void {
  const stock = useStock()
  const route = useRoute()
  const router = useRouter()

  watch(
    [() => route.query, () => stock.board],
    ([{ choose, show, item }, board]) => {
      if (board === null || (choose ?? show ?? item) === undefined) return
      const found = typeof item === 'string' ? stock.item(item) : undefined
      search.value = found?.name ?? ''
      filter.value = found === undefined ? 'off' : 'all'
      if (choose === 'opening' && board.opening !== null) start(board.opening.keys)
      void router.replace('/stock')
    },
    { immediate: true },
  )
}
