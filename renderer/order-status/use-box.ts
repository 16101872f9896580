import { onBeforeUnmount, shallowRef, watch, type ShallowRef } from 'vue'
import type { Box } from './fit-numbers.ts'

/** The inner size of an element; without one, nothing. */
export function useBox(element: Readonly<ShallowRef<HTMLElement | null>>): ShallowRef<Box> {
  const box = shallowRef<Box>({ width: 0, height: 0 })
  const observer = new ResizeObserver(([entry]) => {
    if (entry === undefined) return
    const { width, height } = entry.contentRect
    box.value = { width, height }
  })
  watch(element, (now) => {
    observer.disconnect()
    if (now !== null) observer.observe(now)
  })
  onBeforeUnmount(() => observer.disconnect())
  return box
}
