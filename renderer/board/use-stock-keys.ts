import type { ShallowRef } from 'vue'
import {
  arrows,
  nearestInDirection,
  usePageKeys,
  type Direction,
} from '../ui/page/use-page-keys.ts'

interface StockKeys {
  list: Readonly<ShallowRef<HTMLElement | null>>
  search: () => void
  /** Escape: leaves the search or the selection. */
  leave: () => void
  map: () => void
}

/** Elements that use arrows, space and letters themselves. */
const typing = 'input:not([type=checkbox]), textarea, select, [contenteditable]'

const topOf = (element: Element): number => element.getBoundingClientRect().top

/**
 * The keyboard of the board; its map is in board-keys.ts. The browser handles Space on a switch.
 */
export function useStockKeys({ list, search, leave, map }: StockKeys): void {
  function move(direction: Direction): void {
    const places = [...(list.value?.querySelectorAll<HTMLElement>('[data-stock]') ?? [])]
    const from = places.find((place) => place === document.activeElement)
    const first = (frame: Element) => places.find((place) => topOf(place) >= topOf(frame))
    const isInLine = (place: Element) =>
      from !== undefined && Math.abs(topOf(place) - topOf(from)) < from.offsetHeight
    const within = direction.x === 0 ? places : places.filter(isInLine)
    const next =
      from === undefined
        ? list.value && first(list.value)
        : nearestInDirection(from, within, direction)
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }

  usePageKeys(({ key }, target) => {
    const direction = arrows[key]
    if (key === 'Escape') leave()
    else if (target.matches('input[type=search]') && key === 'ArrowDown') move({ x: 0, y: 1 })
    else if (target.matches(typing)) return false
    else if (key === '/') search()
    else if (direction !== undefined) move(direction)
    else if (key === '?') map()
    else return false
    return true
  })
}
