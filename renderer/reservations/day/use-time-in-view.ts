import { nextTick, watch, type Ref } from 'vue'
import { useEventListener, useResizeObserver } from '@vueuse/core'
import type { Span } from './timeline.ts'

interface Plan {
  span: Readonly<Ref<Span>>
  /** The page scrolls to a new reservation instead. */
  isElsewhere: () => boolean
  /** Epoch milliseconds at the left edge until a person scrolls. */
  initial: () => number
  /** Starts anew with `initial`. */
  day: () => unknown
}

/**
 * Keeps the same time at the left edge of the day's plan when its width or its hours change: a form
 * opens beside it, a tablet is turned, a reservation comes before the first hour.
 */
export function useTimeInView(
  frame: Readonly<Ref<HTMLElement | null>>,
  { span, isElsewhere, initial, day }: Plan,
): void {
  /** Where a person scrolled to; null before that. */
  let scrolledTo: number | null = null
  let width = 0
  /** Where this code scrolled to. */
  let ownLeft = 0

  const hoursWidth = (): number => frame.value?.querySelector('.layer')?.clientWidth ?? 0

  function restore(): void {
    const shown = frame.value
    if (shown === null || shown.clientWidth === 0) return
    width = shown.clientWidth
    if (isElsewhere()) return
    const { from, to } = span.value
    shown.scrollLeft = (((scrolledTo ?? initial()) - from) / (to - from)) * hoursWidth()
    ownLeft = shown.scrollLeft
  }
  function follow(): void {
    const shown = frame.value
    // The browser scrolls as well when the plan gets wider or narrower.
    if (shown === null || shown.clientWidth !== width) return
    if (Math.abs(shown.scrollLeft - ownLeft) < 2) return
    const { from, to } = span.value
    scrolledTo = from + (shown.scrollLeft / hoursWidth()) * (to - from)
    ownLeft = shown.scrollLeft
  }

  useResizeObserver(frame, restore)
  useEventListener(frame, 'scroll', follow, { passive: true })
  watch([day, () => span.value.from, () => span.value.to], async ([now], [before]) => {
    if (now !== before) scrolledTo = null
    await nextTick()
    restore()
  })
}
