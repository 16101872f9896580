import { computed, shallowRef, watch } from 'vue'
import type { StockItem } from '#contract/stock.ts'
import { useStock } from '../stores/stock.ts'
import { findNames, foldInSlices } from './fold.ts'
import { linesByGroup, linesOfFound } from './lines.ts'

export type StockFilter = 'all' | 'product' | 'option' | 'off'

/** Which items the board shows, and in which lines: by what is searched for, the filter and the columns. */
export function useStockList() {
  const stock = useStock()
  const search = shallowRef('')
  const filter = shallowRef<StockFilter>('all')
  const columns = shallowRef(1)

  const items = computed<readonly StockItem[]>(() => stock.board?.items ?? [])
  const folded = computed(() => foldInSlices(items.value.map(({ name }) => name)))
  // Folding some thousands of names takes a moment: in idle ones, not at the first key.
  function foldWhenIdle(deadline: IdleDeadline): void {
    if (!folded.value.slice(() => deadline.timeRemaining() > 1)) requestIdleCallback(foldWhenIdle)
  }
  watch(folded, () => requestIdleCallback(foldWhenIdle), { immediate: true })

  const found = computed(() => {
    const wanted = search.value.trim()
    return wanted === '' ? null : findNames(folded.value.all(), wanted)
  })

  /** Every item that is not plainly on sale. */
  const off = computed(() => items.value.filter(({ key }) => stock.states.has(key)))

  const shown = computed<readonly StockItem[]>(() => {
    const all = items.value
    const candidates = found.value?.flatMap((nth) => all[nth] ?? []) ?? all
    const kind = filter.value
    if (kind === 'all') return candidates
    if (kind === 'off') return candidates.filter(({ key }) => stock.states.has(key))
    return candidates.filter((item) => item.kind === kind)
  })

  const lines = computed(() =>
    found.value === null
      ? linesByGroup(stock.board?.groups ?? [], shown.value, columns.value)
      : linesOfFound(shown.value, columns.value),
  )

  return {
    search,
    filter,
    columns,
    lines,
    shown,
    searching: computed(() => found.value !== null),
    offCount: computed(() => off.value.length),
  }
}
