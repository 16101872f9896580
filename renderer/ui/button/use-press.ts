import { onBeforeUnmount } from 'vue'

const after = 500
/** How far a finger may wander and still hold, in px. */
const slack = 12

/**
 * Tells a tap from a hold on one element: listeners for `v-on`. A hold is 500 ms on one spot, by when the finger came and
 * went, however late a busy page hears of it; or what the system takes for one (the context menu key, Shift+F10, the right
 * button). The click that ends it is no tap.
 */
export function usePress({ tap, hold }: { tap: () => void; hold: () => void }) {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Where and when the finger came down. */
  let from = { x: 0, y: 0, at: 0 }
  let isHeld = false

  function stop(): void {
    clearTimeout(timer)
    timer = undefined
  }

  function holdNow(): void {
    stop()
    if (isHeld) return
    isHeld = true
    hold()
  }

  onBeforeUnmount(stop)
  return {
    pointerdown(event: PointerEvent): void {
      stop()
      isHeld = false
      from = { x: event.clientX, y: event.clientY, at: event.timeStamp }
      if (event.isPrimary && event.button === 0) timer = setTimeout(holdNow, after)
    },
    pointermove(event: PointerEvent): void {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > slack) stop()
    },
    pointerup(event: PointerEvent): void {
      // A page that was busy meanwhile hears of the finger before its timer.
      if (timer !== undefined && event.timeStamp - from.at >= after) holdNow()
      stop()
    },
    pointerleave: stop,
    // A finger that scrolls.
    pointercancel: stop,
    contextmenu(event: Event): void {
      event.preventDefault()
      holdNow()
    },
    keydown(): void {
      isHeld = false
    },
    click(event: MouseEvent): void {
      stop()
      // A click of the keyboard has no count; it never ends a hold.
      if (!isHeld || event.detail === 0) tap()
      isHeld = false
    },
  }
}
