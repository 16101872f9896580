import { nextTick, onBeforeUnmount } from 'vue'
import { useRouter, type RouteLocationNormalized } from 'vue-router'
import { nextFrame } from '../../clock/next-frame.ts'
import { idOf } from '../router.ts'

/** The lists, and which page of one thing each leads to. */
const lists: ReadonlyMap<unknown, string> = new Map([
  ['stores', 'store'],
  ['instructions', 'instruction'],
])

/** The link of one thing in its list. */
const linkOf = (at: RouteLocationNormalized): HTMLElement | null =>
  document.querySelector(`[data-row="${CSS.escape(idOf(at))}"]`)

/** Every page starts at its top. Back in a list, one is where one left it, at the same link. */
export function useReturnPlace(): void {
  const router = useRouter()
  /** Where each list was left. */
  const scrolled = new Map<unknown, number>()

  async function goBack(now: RouteLocationNormalized, before: RouteLocationNormalized) {
    const isHere = (): boolean => router.currentRoute.value === now
    // The list draws its parts in several frames. What was open may be gone from it.
    for (let frame = 0; frame < 20 && isHere() && linkOf(before) === null; frame++) {
      scrollTo(0, scrolled.get(now.name) ?? 0)
      await nextFrame()
    }
    if (isHere()) linkOf(before)?.focus({ preventScroll: true })
  }

  onBeforeUnmount(
    router.afterEach(async (now, before, failure) => {
      if (failure !== undefined) return
      // The list is still there.
      if (lists.has(before.name)) scrolled.set(before.name, scrollY)
      await nextTick()
      scrollTo(0, 0)
      if (lists.get(now.name) === before.name) await goBack(now, before)
    }),
  )
}
