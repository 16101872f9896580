import { onBeforeUnmount, onMounted, shallowRef } from 'vue'

/**
 * How many frames a view has been on the screen, up to `most`: what is heavy in it comes with a later one, so that no tap
 * waits for all of it.
 */
export function useFrames(most: number) {
  const frames = shallowRef(0)
  let next = 0
  function count(): void {
    frames.value++
    if (frames.value < most) next = requestAnimationFrame(count)
  }
  onMounted(() => (next = requestAnimationFrame(count)))
  onBeforeUnmount(() => cancelAnimationFrame(next))
  return frames
}
