import { computed, shallowRef, watch } from 'vue'
import type { StockItem } from '#contract/stock/stock.ts'
import { inOwnFrame } from '../../clock/one-per-frame.ts'
import { useHostQuery } from '../../state/host-query.ts'
import { useStations } from '../../state/stations/stations.ts'
import { useStock } from '../../state/stock/stock.ts'
import { findNames } from '../../locales/match.ts'
import { linesOfFound, linesOfGroups } from './lines.ts'

/** `here`: what the stations of this screen make. */
export type StockFilter = 'here' | 'all' | 'product' | 'option' | 'off'

export function useStockList() {
  const stock = useStock()
  const stations = useStations()
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

  const matches = computed(() =>
    searched.value === '' ? null : findNames(stock.index.names(), searched.value),
  )

  const plan = useHostQuery('stations.plan', () => (stations.own.length > 0 ? {} : null))
  const madeHere = computed(() => {
    const products = plan.data.value?.products ?? []
    const own = products.filter((product) =>
      product.stations.some((id) => stations.own.includes(id)),
    )
    return new Set(own.map(({ key }) => key))
  })
  // A station's screen opens with what it makes.
  watch(
    () => stations.own.length > 0,
    (isStation) => {
      if (isStation) filter.value = 'here'
      else if (filter.value === 'here') filter.value = 'all'
    },
    { immediate: true },
  )
  /** Whether everything is listed. A search also finds what other stations make. */
  const isWhole = computed(
    () =>
      filter.value === 'all' ||
      (filter.value === 'here' && (matches.value !== null || plan.data.value === null)),
  )

  const passes = computed(() => {
    const kind = filter.value
    if (isWhole.value) return () => true
    if (kind === 'here') {
      const here = madeHere.value
      return (item: StockItem) => here.has(item.key)
    }
    const { soldOut } = stock
    return (item: StockItem) => (kind === 'off' ? soldOut.has(item.key) : item.kind === kind)
  })

  const shown = computed<readonly StockItem[]>(() => {
    const all = stock.board?.items ?? []
    const candidates = matches.value?.flatMap((nth) => all[nth] ?? []) ?? all
    return isWhole.value ? candidates : candidates.filter(passes.value)
  })

  const lines = computed(() => {
    if (columns.value === 0) return []
    return matches.value === null
      ? linesOfGroups(stock.index.groups, passes.value, columns.value)
      : linesOfFound(shown.value, columns.value)
  })

  return {
    search,
    filter,
    columns,
    lines,
    shown,
    searching: computed(() => matches.value !== null),
    /** Whether the rows are already those of the search. */
    isCurrent: computed(() => searched.value === search.value.trim()),
  }
}
