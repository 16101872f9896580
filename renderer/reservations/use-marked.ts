import { nextTick, onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from 'vue'

/** How long a new reservation is highlighted (ms). */
const markMs = 4_000

/**
 * Highlights a reservation that was just created: scrolls it into view inside `frame` as soon as it
 * is rendered. If the form that had the focus is gone, the reservation takes it.
 */
export function useMarked(frame: Readonly<ShallowRef<HTMLElement | null>>, shown: Ref<unknown>) {
  const marked = shallowRef<string | null>(null)
  let isSought = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function seek(): Promise<void> {
    if (!isSought || marked.value === null) return
    // The day may render later.
    await nextTick()
    const name = CSS.escape(marked.value)
    // It is in the lists and on the time line.
    const elements = [
      ...(frame.value?.querySelectorAll<HTMLElement>(`[data-reservation="${name}"]`) ?? []),
    ]
    const last = elements.at(-1)
    if (last === undefined) return
    isSought = false
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const behavior = isStill ? 'auto' : 'smooth'
    for (const element of elements)
      element.scrollIntoView({ block: 'center', inline: 'center', behavior })
    if (document.activeElement === document.body) last.focus({ preventScroll: true })
    timer = setTimeout(() => (marked.value = null), markMs)
  }

  function mark(id: string): void {
    clearTimeout(timer)
    isSought = true
    marked.value = id
  }

  watch([marked, shown], () => void seek(), { flush: 'post' })
  onScopeDispose(() => clearTimeout(timer))
  return { marked, mark }
}
