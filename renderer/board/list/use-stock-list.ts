import { computed, shallowRef, watch } from 'vue'
import type { StockItem } from '#contract/stock.ts'
import { inOwnFrame } from '../../clock/one-per-frame.ts'
import { useStock } from '../../state/stock/stock.ts'
import { findNames } from '../../locales/match.ts'
import { linesOfFound, linesOfGroups } from './lines.ts'

export type StockFilter = 'all' | 'product' | 'option' | 'off'

export function useStockList() {
  const stock = useStock()
  const search = shallowRef('')
  /** The search text, one frame later than typed, so that typing never waits for the results. */
  const searched = shallowRef('')
  const filter = shallowRef<StockFilter>('all')
  /** How many items fit next to each other; 0 until the width is known. */
  const columns = shallowRef(0)

  let cancel = (): void => undefined
  watch(search, () => {
    cancel()
    cancel = inOwnFrame(() => (searched.value = search.value.trim()))
  })

  const found = computed(() =>
    searched.value === '' ? null : findNames(stock.index.names(), searched.value),
  )

  const passes = computed(() => {
    const kind = filter.value
    if (kind === 'all') return () => true
    const { soldOut } = stock
    return (item: StockItem) => (kind === 'off' ? soldOut.has(item.key) : item.kind === kind)
  })

  const shown = computed<readonly StockItem[]>(() => {
    const all = stock.board?.items ?? []
    const candidates = found.value?.flatMap((nth) => all[nth] ?? []) ?? all
    return filter.value === 'all' ? candidates : candidates.filter(passes.value)
  })

  const lines = computed(() => {
    if (columns.value === 0) return []
    return found.value === null
      ? linesOfGroups(stock.index.groups, passes.value, columns.value)
      : linesOfFound(shown.value, columns.value)
  })

  return {
    search,
    filter,
    columns,
    lines,
    shown,
    searching: computed(() => found.value !== null),
    /** Whether the rows are already those of the search. */
    isCurrent: computed(() => searched.value === search.value.trim()),
  }
}
