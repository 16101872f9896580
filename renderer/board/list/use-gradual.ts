import { onBeforeUnmount, shallowRef, watch } from 'vue'
import { inOwnFrame } from '../../clock/one-per-frame.ts'
import type { StockLine } from './lines.ts'

/** A frame that takes at most this long (ms) had time to spare. */
const quick = 20
/** After this many quick frames in a row, each frame adds one more item. */
const often = 3

interface SeenLine {
  readonly id: string
  readonly line: StockLine
}

/** The first items of a row, as many as may be shown. */
const begun = (line: StockLine, items: number): StockLine =>
  line.kind === 'items' && line.items.length > items
    ? { ...line, items: line.items.slice(0, items) }
    : line

/**
 * Shows a new list gradually, one item per frame or more if frames are quick, so that no key or tap
 * waits for the whole list. Rows that were already visible stay. `list` is the list, `needed` how
 * many of its items can be visible, `shown` the ids of the visible rows.
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

  /** The visible rows that may be shown; the last one may be incomplete. */
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
