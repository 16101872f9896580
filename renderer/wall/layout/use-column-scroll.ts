import { nextTick, onBeforeUnmount, shallowRef, watch, type ShallowRef } from 'vue'

/** What is drawn changes with every step of this share of the screen. */
const step = 1 / 4

/** How far a column of tickets is scrolled, in px. On a wall with pages, always 0. */
export function useColumnScroll(
  page: Readonly<ShallowRef<HTMLElement | null>>,
  /** A hand scrolls, at an instant of `performance.now()`. */
  onHand: (at: number) => void,
  /** Other tickets come in sight. */
  onSight: () => void,
) {
  // Stored, so that a tap does not wait for a layout.
  let top = 0
  const sight = shallowRef(0)

  function take(): void {
    const { scrollTop = 0, clientHeight = 1 } = page.value ?? {}
    top = scrollTop
    const length = Math.max(1, clientHeight * step)
    const now = Math.floor(top / length) * length
    if (now === sight.value) return
    sight.value = now
    onSight()
  }
  function scrolled({ timeStamp }: Event): void {
    // What scrolled here is no hand.
    if (Math.abs((page.value?.scrollTop ?? 0) - top) >= 1) onHand(timeStamp)
    take()
  }
  watch(page, (next, previous) => {
    previous?.removeEventListener('scroll', scrolled)
    next?.addEventListener('scroll', scrolled, { passive: true })
  })
  onBeforeUnmount(() => page.value?.removeEventListener('scroll', scrolled))

  return {
    top: () => top,
    /** The same in coarse steps: what is in sight starts here. */
    sight,
    /** Scrolls once the column is drawn. */
    async to(next: number): Promise<void> {
      top = next
      await nextTick()
      if (page.value === null) return
      page.value.scrollTop = next
      take()
    },
  }
}
