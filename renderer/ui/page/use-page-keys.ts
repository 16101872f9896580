import { onBeforeUnmount, onMounted } from 'vue'
import { isDialogOpen } from '../dialog/open-dialogs.ts'

/**
 * Listens to the keys of a room, without Ctrl, Alt or Meta, and not while a dialog is open. If
 * `press` returns true, the browser's own action is prevented.
 */
export function usePageKeys(press: (event: KeyboardEvent, target: Element) => boolean): void {
  function onKeydown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { target } = event
    if (!(target instanceof Element) || isDialogOpen()) return
    if (press(event, target)) event.preventDefault()
  }
  onMounted(() => addEventListener('keydown', onKeydown))
  onBeforeUnmount(() => removeEventListener('keydown', onKeydown))
}

export interface Direction {
  readonly x: -1 | 0 | 1
  readonly y: -1 | 0 | 1
}

export const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

function middle(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** The nearest of `places` from `from` in a direction. Sideways distance counts three times. */
export function nearestInDirection(
  from: Element,
  places: readonly HTMLElement[],
  { x, y }: Direction,
): HTMLElement | undefined {
  const start = middle(from)
  const cost = ({ dx, dy }: { dx: number; dy: number }) =>
    Math.abs(dx) * (x === 0 ? 3 : 1) + Math.abs(dy) * (y === 0 ? 3 : 1)
  return places
    .map((place) => ({ place, dx: middle(place).x - start.x, dy: middle(place).y - start.y }))
    .filter(({ dx, dy }) => dx * x + dy * y > 1)
    .sort((one, other) => cost(one) - cost(other))[0]?.place
}
