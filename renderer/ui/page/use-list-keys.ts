import type { ShallowRef } from 'vue'
import { usePageKeys } from './use-page-keys.ts'

interface ListKeys {
  /** Selector of the rows that the arrow keys move through. */
  rows: string
  list: Readonly<ShallowRef<HTMLElement | null>>
  search: () => void
  /** Escape: leaves the search or closes the details. */
  leave: () => void
}

/** Elements that use arrows, Escape or letters themselves. */
const typing = 'input, textarea, select, [role=spinbutton], [role=tab], [role=switch]'

/** The keyboard of a list with details beside it. The browser handles Enter on a row. */
export function useListKeys({ rows: selector, list, search, leave }: ListKeys): void {
  function move(step: 1 | -1): void {
    const rows = [...(list.value?.querySelectorAll<HTMLElement>(selector) ?? [])]
    const at = rows.findIndex((row) => row === document.activeElement)
    const next = rows[at + step] ?? (at < 0 ? rows[0] : undefined)
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }

  usePageKeys(({ key, defaultPrevented }, target) => {
    if (defaultPrevented) return false
    const inSearch = target.matches('input[type=search]')
    const isRow = target.matches(selector) || target === document.body
    if (target.matches(typing) && !inSearch) return false
    if (key === 'Escape') leave()
    else if (key === 'ArrowDown' && (inSearch || isRow)) move(1)
    else if (key === 'ArrowUp' && isRow) move(-1)
    else if (key === '/' && !inSearch) search()
    else return false
    return true
  })
}
