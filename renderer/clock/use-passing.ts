import { onBeforeUnmount, onMounted } from 'vue'

/**
 * Listeners for an element that disappears after `shownFor` ms, unless the pointer or the focus is
 * on it. Then calls `gone`.
 */
export function usePassing(shownFor: number, gone: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const hold = () => clearTimeout(timer)
  function release(): void {
    hold()
    timer = setTimeout(gone, shownFor)
  }
  onMounted(release)
  onBeforeUnmount(hold)
  return { pointerenter: hold, pointerleave: release, focusin: hold, focusout: release }
}
