import { shallowRef, watch, type ShallowRef } from 'vue'
import { useResizeObserver } from '@vueuse/core'

/**
 * Draws a chart as wide as its place. Draws it again when the width or the value of `of` changes.
 */
export function useChart(
  place: Readonly<ShallowRef<HTMLElement | null>>,
  of: () => unknown,
  draw: (width: number) => Element,
): void {
  const width = shallowRef(0)

  function show(): void {
    if (place.value === null || width.value === 0) return
    const drawn = draw(width.value)
    // The page's policy blocks inline styles; attributes set the same.
    drawn.querySelector('style')?.remove()
    place.value.replaceChildren(drawn)
  }

  useResizeObserver(place, ([entry]) => {
    // The drawing changes the height of its place, so draw in the next frame, not inside the
    // observer's callback.
    requestAnimationFrame(() => (width.value = Math.floor(entry?.contentRect.width ?? 0)))
  })
  watch([width, of], show)
}

export const chartStyle = {
  background: 'none',
  color: 'var(--ink)',
  fontSize: '15px',
  fontFamily: 'inherit',
} as const
