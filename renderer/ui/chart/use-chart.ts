import { onBeforeUnmount, onMounted, shallowRef, watch, type ShallowRef } from 'vue'

/** Draws a chart as wide as its place, again whenever that or what `of` answers changes. */
export function useChart(
  place: Readonly<ShallowRef<HTMLElement | null>>,
  of: () => unknown,
  draw: (width: number) => Element,
): void {
  const width = shallowRef(0)

  function show(): void {
    if (place.value === null || width.value === 0) return
    const drawn = draw(width.value)
    // The page takes no styles from within; these are said by attributes as well.
    drawn.querySelector('style')?.remove()
    place.value.replaceChildren(drawn)
  }

  let observer: ResizeObserver | null = null
  onMounted(() => {
    observer = new ResizeObserver(([entry]) => {
      // What is drawn makes its place higher: not within the round that has measured it.
      requestAnimationFrame(() => (width.value = Math.floor(entry?.contentRect.width ?? 0)))
    })
    if (place.value !== null) observer.observe(place.value)
  })
  onBeforeUnmount(() => observer?.disconnect())
  watch([width, of], show)
}

/** How every chart is written. */
export const chartStyle = {
  background: 'none',
  color: 'var(--ink)',
  fontSize: '15px',
  fontFamily: 'inherit',
} as const
