import { onBeforeUnmount, shallowRef, watch } from 'vue'

/** How many lines that were not there before come in one frame. */
const aFrame = 1

/**
 * Lets a list that was replaced come a few lines a frame, so that no key and no tap waits for all of it. Lines that were
 * shown before stay. `list` is the list, `wanted` how many of its lines are in sight, `shown` the ids of those on the screen.
 */
export function useGradual(list: () => unknown, wanted: () => number, shown: () => string[]) {
  let before = new Set<string>()
  const budget = shallowRef(aFrame)
  let frame = 0

  function more(): void {
    budget.value = budget.value < wanted() ? budget.value + aFrame : Infinity
    if (budget.value < Infinity) frame = requestAnimationFrame(more)
  }
  watch(
    list,
    () => {
      cancelAnimationFrame(frame)
      before = new Set(shown())
      budget.value = aFrame
      frame = requestAnimationFrame(more)
    },
    { immediate: true },
  )
  onBeforeUnmount(() => cancelAnimationFrame(frame))

  /** Of the lines in sight, those whose turn has come. */
  return <Line extends { id: string }>(lines: readonly Line[]): Line[] => {
    let left = budget.value
    return lines.filter(({ id }) => before.has(id) || left-- > 0)
  }
}
