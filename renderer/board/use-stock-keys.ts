import { onBeforeUnmount, onMounted, type ShallowRef } from 'vue'
import { isDialogOpen } from '../ui/dialog/open-dialogs.ts'

export interface StockKeys {
  list: Readonly<ShallowRef<HTMLElement | null>>
  /** Puts the cursor into the search. */
  search: () => void
  /** Escape: out of the search, or of the selection. */
  leave: () => void
  map: () => void
}

/** What takes arrows, space and letters for itself. */
const typing = 'input:not([type=checkbox]), textarea, select, [contenteditable]'

const directions: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The next of `places` from `from` in a direction: the nearest in the same column or line. */
function ahead(
  from: Element,
  places: readonly HTMLElement[],
  { x, y }: { x: number; y: number },
): HTMLElement | undefined {
  const start = from.getBoundingClientRect()
  return places
    .map((place) => {
      const { left, top } = place.getBoundingClientRect()
      return { place, dx: left - start.left, dy: top - start.top }
    })
    .filter(({ dx, dy }) => dx * x + dy * y > 1 && (x === 0 || Math.abs(dy) < start.height))
    .sort((one, other) => {
      const far = ({ dx, dy }: typeof one) => Math.abs(dy) + Math.abs(dx)
      return far(one) - far(other)
    })[0]?.place
}

/** The keyboard of the board; its map is in board-keys.ts. Space on a switch is the browser's own. */
export function useStockKeys({ list, search, leave, map }: StockKeys): void {
  function move(direction: { x: number; y: number }): void {
    const places = [...(list.value?.querySelectorAll<HTMLElement>('[data-stock]') ?? [])]
    const from = places.find((place) => place === document.activeElement)
    const next =
      from === undefined
        ? places.find((place) => {
            const frame = list.value?.getBoundingClientRect()
            return frame !== undefined && place.getBoundingClientRect().top >= frame.top
          })
        : ahead(from, places, direction)
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { target } = event
    if (!(target instanceof Element) || isDialogOpen()) return
    const direction = directions[event.key]
    const inSearch = target.matches('input[type=search]')
    if (event.key === 'Escape') leave()
    else if (inSearch && event.key === 'ArrowDown') move({ x: 0, y: 1 })
    else if (target.matches(typing)) return
    else if (event.key === '/') search()
    else if (direction !== undefined) move(direction)
    else if (event.key === '?') map()
    else return
    event.preventDefault()
  }

  onMounted(() => addEventListener('keydown', press))
  onBeforeUnmount(() => removeEventListener('keydown', press))
}
