import { onBeforeUnmount, onMounted } from 'vue'

/**
 * For what goes by itself after `shownFor` milliseconds, unless a hand is on it: listeners for its element. `gone` is
 * called once its time is over.
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
