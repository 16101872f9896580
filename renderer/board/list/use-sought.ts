import { nextTick, watch } from 'vue'
import type { StockKey } from '#contract/stock/stock.ts'
import type { StockLine } from './lines.ts'

interface SoughtItem {
  /** The item that somebody came for; null if none, or while its search isn't applied. */
  sought: () => StockKey | null
  lines: () => readonly StockLine[]
  /** The rows that are rendered. */
  seen: () => unknown
  scroller: () => HTMLElement | null
  scrollTo: (line: number) => void
  met: () => void
}

const holds = (line: StockLine, key: StockKey): boolean =>
  line.kind === 'items' && line.items.some((item) => item.key === key)

/** Scrolls to the item that somebody came for, and focuses its switch, so that one more key turns it off. */
export function useSought({ sought, lines, seen, scroller, scrollTo, met }: SoughtItem): void {
  watch([sought, lines], async ([key, all]) => {
    const line = key === null ? -1 : all.findIndex((each) => holds(each, key))
    await nextTick()
    if (line > 0) scrollTo(line)
  })
  watch(
    [sought, seen],
    ([key]) => {
      if (key === null) return
      const row = scroller()?.querySelector(`[data-item="${CSS.escape(key)}"]`)
      if (!row) return
      row.querySelector<HTMLElement>('[data-stock]')?.focus()
      met()
    },
    { flush: 'post' },
  )
}
