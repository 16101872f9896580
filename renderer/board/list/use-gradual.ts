import { onBeforeUnmount, shallowRef, watch } from 'vue'
import { inOwnFrame } from '../../clock/one-a-frame.ts'
import type { StockLine } from './lines.ts'

/** A frame that came this soon after the one before (ms) had time to spare. */
const quick = 20
/** After so many of them in a row each takes an item more. */
const often = 3

/** A line in sight. */
interface SeenLine {
  readonly id: string
  readonly line: StockLine
}

/** The first of its items, as many as there is a turn for. */
const begun = (line: StockLine, items: number): StockLine =>
  line.kind === 'items' && line.items.length > items
    ? { ...line, items: line.items.slice(0, items) }
    : line

/**
 * Lets a list that was replaced come an item a frame, or some where frames are quick, so that no key and no tap waits for
 * all of it. Lines that were shown before stay. `list` is the list, `wanted` how many of its items are in sight at most,
 * `shown` the ids of the lines on the screen.
 */
export function useGradual(list: () => unknown, needed: () => number, shown: () => string[]) {
  let before = new Set<string>()
  const budget = shallowRef(0)
  let quickFrames = 0
  let last = 0
  let cancel = (): void => undefined

  function more(): void {
    const now = performance.now()
    quickFrames = now - last < quick ? quickFrames + 1 : 0
    last = now
    budget.value =
      budget.value < needed() ? budget.value + Math.max(1, quickFrames - often) : Infinity
    if (budget.value < Infinity) cancel = inOwnFrame(more)
  }
  watch(
    list,
    () => {
      cancel()
      before = new Set(shown())
      budget.value = 0
      quickFrames = 0
      last = 0
      cancel = inOwnFrame(more)
    },
    { immediate: true },
  )
  onBeforeUnmount(() => cancel())

  /** Of the lines in sight, those whose turn has come, the last of them perhaps in part. */
  return <Line extends SeenLine>(lines: readonly Line[]): Line[] => {
    let left = budget.value
    return lines.flatMap((each) => {
      if (before.has(each.id)) return [each]
      const { line } = each
      const part = left > 0 ? [{ ...each, line: begun(line, left) }] : []
      left -= line.kind === 'items' ? line.items.length : 1
      return part
    })
  }
}
