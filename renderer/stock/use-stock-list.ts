import { computed, shallowRef, watch } from 'vue'
import type { StockItem, StockState } from '#contract/stock.ts'
import { whenIdle } from '../clock/when-idle.ts'
import { useStock } from '../stores/stock.ts'
import { findNames, foldInSlices } from './fold.ts'
import { linesByGroup, linesOfFound } from './lines.ts'

const slicesAtOnce = 5

/**
 * What the filter "sold out" shows: also what is on its way back, so that no line leaves from under a finger, and a count
 * that needs a person; a count that stands is on sale.
 */
const countsAsOff = ({ state, truth }: StockState): boolean =>
  state !== 'counted' || truth === 'refused' || truth === 'unconfirmed' || truth === 'ask-again'

export type StockFilter = 'all' | 'product' | 'option' | 'off'

/** Which items the board shows, and in which lines: by what is searched for, the filter and the columns. */
export function useStockList() {
  const stock = useStock()
  const search = shallowRef('')
  const filter = shallowRef<StockFilter>('all')
  /** How many items fit beside each other; 0 until the list has a width. */
  const columns = shallowRef(0)

  const items = computed<readonly StockItem[]>(() => stock.board?.items ?? [])
  const folded = computed(() => foldInSlices(items.value.map(({ name }) => name)))
  // Folding some thousands of names takes a moment: in idle ones, not at the first key.
  function foldWhenIdle(): void {
    let left = slicesAtOnce
    if (!folded.value.slice(() => left-- > 0)) whenIdle(foldWhenIdle)
  }
  watch(folded, () => whenIdle(foldWhenIdle), { immediate: true })

  const found = computed(() => {
    const wanted = search.value.trim()
    return wanted === '' ? null : findNames(folded.value.all(), wanted)
  })

  const off = computed(
    () => new Set([...stock.states.values()].filter(countsAsOff).map(({ key }) => key)),
  )

  const shown = computed<readonly StockItem[]>(() => {
    const all = items.value
    const candidates = found.value?.flatMap((nth) => all[nth] ?? []) ?? all
    const kind = filter.value
    if (kind === 'all') return candidates
    if (kind === 'off') return candidates.filter(({ key }) => off.value.has(key))
    return candidates.filter((item) => item.kind === kind)
  })

  const lines = computed(() => {
    if (columns.value === 0) return []
    return found.value === null
      ? linesByGroup(stock.board?.groups ?? [], shown.value, columns.value)
      : linesOfFound(shown.value, columns.value)
  })

  return {
    search,
    filter,
    columns,
    lines,
    shown,
    searching: computed(() => found.value !== null),
    offCount: computed(() => [...off.value].filter((key) => stock.item(key) !== undefined).length),
  }
}
