import { computed } from 'vue'
import { Utensils } from '@lucide/vue'
import { joinTexts } from '#contract/shared/isolate-text.ts'
import type { StockItem } from '#contract/stock/stock.ts'
import { rankOfText } from '../locales/match.ts'
import { topResults, type SearchSource } from '../state/search/search-source.ts'
import { useStock } from '../state/stock/stock.ts'
import { say } from './messages.ts'

/** Products and options, from the board that this screen has. */
export const dishSource: SearchSource = {
  kind: 'dishes',
  at: '/stock',
  use({ query }) {
    const stock = useStock()
    const groupNames = computed(
      () => new Map(stock.board?.groups.map(({ kind, id, name }) => [`${kind} ${id}`, name])),
    )
    function detailOf({ key, kind, groups }: StockItem): string {
      const home = kind === 'product' ? 'category' : 'modifier'
      const names = groups.flatMap((id) => groupNames.value.get(`${home} ${id}`) ?? [])
      const state = stock.soldOut.has(key) ? [say('stock.notOnSale')] : []
      return joinTexts([...state, ...names], ' · ')
    }
    const items = computed(() => {
      const names = stock.index.names()
      return (stock.board?.items ?? []).map((item, nth) => ({ item, name: names[nth] ?? '' }))
    })
    return {
      found: computed(() => {
        const typed = query.value
        return topResults(
          typed === null ? [] : items.value,
          ({ name }) => typed && rankOfText(name, typed),
          ({ item }) => ({
            id: item.key,
            icon: Utensils,
            title: item.name,
            detail: detailOf(item),
            to: `/stock?item=${encodeURIComponent(item.key)}`,
          }),
        )
      }),
      loading: {
        busy: computed(() => query.value !== null && stock.board === null && stock.error === null),
        error: computed(() => (stock.board === null ? stock.error : null)),
        ask: () => stock.refresh(),
      },
    }
  },
}
