import { computed, onBeforeUnmount, shallowRef, watch, type ShallowRef } from 'vue'
import { measureGrid } from './layout.ts'

/**
 * The grid for an element's content box and the size of text, kept while a hand is on the glass.
 * `probe` is an element of 1rem by 1rem, by which a change of text size is noticed.
 */
export function useGrid(
  element: Readonly<ShallowRef<HTMLElement | null>>,
  probe: Readonly<ShallowRef<HTMLElement | null>>,
  held: Readonly<ShallowRef<boolean>>,
) {
  const size = shallowRef({ width: 0, height: 0, rem: 16 })
  const applied = shallowRef(size.value)
  const observer = new ResizeObserver((entries) => {
    let { width, height, rem } = size.value
    for (const { target, contentRect } of entries) {
      if (target === probe.value) rem = contentRect.width
      else ({ width, height } = contentRect)
    }
    size.value = { width, height, rem }
  })

  watch([element, probe], (elements) => {
    observer.disconnect()
    for (const one of elements) if (one !== null) observer.observe(one)
  })
  watch([size, held], () => {
    if (!held.value || applied.value.width === 0) applied.value = size.value
  })
  onBeforeUnmount(() => observer.disconnect())

  return computed(() => {
    const { width, height, rem } = applied.value
    return { ...measureGrid(width, height, rem), viewportHeight: height, rem, measured: width > 0 }
  })
}
