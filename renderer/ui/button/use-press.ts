import { onBeforeUnmount } from 'vue'

const after = 500
/** How far a finger may move during a hold, in px. */
const slack = 12

/**
 * Tells a tap from a hold on one element; returns listeners for `v-on`. A hold lasts 500 ms in one
 * place, measured by the event times, so a busy page doesn't change the result. The context menu
 * key, Shift+F10 and the right button count as a hold too. The click that ends a hold is not a tap.
 */
export function usePress({ tap, hold }: { tap: () => void; hold: () => void }) {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Where and when the finger touched down. */
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
      // A busy page may handle this event before its timer.
      if (timer !== undefined && event.timeStamp - from.at >= after) holdNow()
      stop()
    },
    pointerleave: stop,
    // The browser cancels the pointer when the finger scrolls.
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
      // A click by keyboard has detail 0. It never ends a hold.
      if (!isHeld || event.detail === 0) tap()
      isHeld = false
    },
  }
}
