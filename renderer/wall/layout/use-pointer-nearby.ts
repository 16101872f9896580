import { onBeforeUnmount, watch, type ShallowRef } from 'vue'

interface Hand {
  /** A hand came near; a finger touched (true) or lifted (false); null for a move. */
  near(at: number, isDown: boolean | null): void
  /**
   * Whether a press at this place may reach what is drawn there. If not, the click that follows is
   * dropped too.
   */
  mayPress(event: PointerEvent): boolean
}

/**
 * Watches the pointer over an element, before anything in it receives the events. A resting mouse
 * does not count. A finger may lift anywhere, also outside of the window. Instants are of
 * `performance.now()`, from the event and not from its handling.
 */
export function usePointerNearby(
  element: Readonly<ShallowRef<HTMLElement | null>>,
  hand: Hand,
): void {
  /** Fingers and buttons that are down. */
  const down = new Set<number>()
  let isRefused = false

  function press(event: PointerEvent): void {
    isRefused = !hand.mayPress(event)
    down.add(event.pointerId)
    hand.near(event.timeStamp, true)
    if (isRefused) event.stopImmediatePropagation()
  }
  const move = (event: Event): void => hand.near(event.timeStamp, null)
  function releasePointer(event: Event): void {
    if (down.size === 0) return
    if (event instanceof PointerEvent) down.delete(event.pointerId)
    else down.clear()
    hand.near(event.timeStamp, down.size > 0)
  }
  function click(event: MouseEvent): void {
    // A keyboard's click has a count of 0: it means what has the focus.
    if (!isRefused || event.detail === 0) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  watch(element, (next, previous) => {
    for (const [one, change] of [
      [previous, 'removeEventListener'],
      [next, 'addEventListener'],
    ] as const) {
      one?.[change]('pointerdown', press as EventListener, { capture: true })
      one?.[change]('click', click as EventListener, { capture: true })
      one?.[change]('pointermove', move, { passive: true })
    }
  })
  const ends = ['pointerup', 'pointercancel', 'blur'] as const
  for (const end of ends) addEventListener(end, releasePointer)
  onBeforeUnmount(() => {
    for (const end of ends) removeEventListener(end, releasePointer)
  })
}
