import { onBeforeUnmount, shallowRef, watch, type ShallowRef } from 'vue'

const after = 1_500

/**
 * Whether a hand is on the glass: a finger or button is down on the element, or one was, or a mouse moved
 * there or it was scrolled, within the last 1.5 s. A mouse that merely rests holds nothing.
 */
export function useHold(element: Readonly<ShallowRef<HTMLElement | null>>) {
  const held = shallowRef(false)
  let down = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Holds for 1.5 s from now. */
  function touch(): void {
    held.value = true
    clearTimeout(timer)
    if (!down) timer = setTimeout(() => (held.value = false), after)
  }

  function press(): void {
    down = true
    touch()
  }

  function release(): void {
    if (!down) return
    down = false
    touch()
  }

  watch(element, (next, previous) => {
    previous?.removeEventListener('pointerdown', press)
    for (const event of ['pointermove', 'scroll']) {
      previous?.removeEventListener(event, touch)
      next?.addEventListener(event, touch, { passive: true })
    }
    next?.addEventListener('pointerdown', press)
  })
  // Let go anywhere, also outside of the window.
  const ends = ['pointerup', 'pointercancel', 'blur'] as const
  for (const end of ends) addEventListener(end, release)

  onBeforeUnmount(() => {
    clearTimeout(timer)
    for (const end of ends) removeEventListener(end, release)
  })
  return { held, touch }
}
