import { nextTick, watch } from 'vue'
import { nextFrame } from '../clock/next-frame.ts'
import type { FleetView } from './route.ts'

/** The lists, and which page of one thing each leads to. */
const lists: Readonly<Partial<Record<FleetView['page'], FleetView['page']>>> = {
  stores: 'store',
  instructions: 'instruction',
}

/** The link of one thing in its list. */
const linkOf = (view: FleetView): HTMLElement | null =>
  'id' in view
    ? document.querySelector<HTMLElement>(`[data-${view.page}="${CSS.escape(view.id)}"]`)
    : null

/** Every page starts at its top. Back in a list, one is where one left it, at the same link. */
export function useReturnPlace(view: () => FleetView): void {
  /** Where each list was left. */
  const scrolled = new Map<FleetView['page'], number>()

  async function goBack(now: FleetView, before: FleetView): Promise<void> {
    const isHere = (): boolean => view() === now
    // The list draws its parts in several frames. What was open may be gone from it.
    for (let frame = 0; frame < 20 && isHere() && linkOf(before) === null; frame++) {
      scrollTo(0, scrolled.get(now.page) ?? 0)
      await nextFrame()
    }
    if (isHere()) linkOf(before)?.focus({ preventScroll: true })
  }

  watch(
    view,
    async (now, before) => {
      if (before.page in lists) scrolled.set(before.page, scrollY)
      await nextTick()
      scrollTo(0, 0)
      if (lists[now.page] === before.page) await goBack(now, before)
    },
    // Before the list is replaced.
    { flush: 'sync' },
  )
}
