import {
  computed,
  nextTick,
  onBeforeUnmount,
  onBeforeUpdate,
  onMounted,
  onUpdated,
  shallowRef,
  watch,
  type Ref,
} from 'vue'
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/vue-virtual'
import { inOwnFrame } from '../../clock/one-per-frame.ts'
import { useNarrow } from '../page/use-media.ts'

/** The height of a row in rem; on a phone a row is a block of two lines. */
const rowHeight = 3.5
const blockHeight = 5.5
/** Of the table's head, which stays at the top of the screen. */
const headHeight = 2.5

/** Rows above and below the screen, so that one who scrolls sees no gap. */
const overscan = 4
/** The first frame has only this many: a slow computer needs 10 ms for a row. */
const maxAtFirst = 3

const remNow = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/**
 * The rows of a long table that scrolls with the page, of which only the visible ones are rendered.
 * Each has its id in `data-row`, on the element that takes the focus.
 */
export function useLongRows(ids: () => readonly string[], body: Readonly<Ref<HTMLElement | null>>) {
  const isNarrow = useNarrow()
  const rem = shallowRef(remNow())
  const size = computed(() => rem.value * (isNarrow.value ? blockHeight : rowHeight))
  /** How far below the top of the page the rows begin, in px. */
  const margin = shallowRef(0)
  const max = shallowRef(maxAtFirst)
  /** The row that had the focus last. It stays rendered, wherever it is. */
  const focusedId = shallowRef<string | null>(null)

  const virtual = useWindowVirtualizer(
    computed(() => {
      const maxNow = max.value
      const focused = ids().indexOf(focusedId.value ?? '')
      return {
        count: ids().length,
        estimateSize: () => size.value,
        ...{ overscan, scrollMargin: margin.value },
        scrollPaddingStart: isNarrow.value ? 0 : rem.value * headHeight,
        rangeExtractor(range: Range): number[] {
          const nths = new Set(defaultRangeExtractor(range).slice(0, maxNow))
          if (focused !== -1) nths.add(focused)
          return [...nths].sort((one, other) => one - other)
        },
      }
    }),
  )
  watch(size, () => virtual.value.measure(), { flush: 'sync' })
  const height = computed(() => virtual.value.getTotalSize())
  /** The rendered rows: their numbers, and where they begin. */
  const seen = computed(() =>
    virtual.value
      .getVirtualItems()
      .map(({ index, start }) => ({ index, start: start - margin.value })),
  )

  function measure(): void {
    rem.value = remNow()
    const top = body.value?.getBoundingClientRect().top
    if (top !== undefined) margin.value = Math.round(top + scrollY)
  }
  /** A few more rows per frame at first, so that no frame takes long. */
  function grow(): void {
    const areAll = virtual.value.getVirtualIndexes().length < max.value
    max.value = areAll ? Infinity : max.value + maxAtFirst
    if (!areAll) cancel = inOwnFrame(grow)
  }
  let cancel = inOwnFrame(grow)
  // Inside the observer's callback it would loop.
  const sizes = new ResizeObserver(() => void inOwnFrame(measure))
  // Whatever is above the table and changes its height changes the height of the page.
  onMounted(() => sizes.observe(document.body))
  onBeforeUnmount(() => {
    cancel()
    sizes.disconnect()
  })

  const linkOf = (id: string): HTMLElement | null =>
    body.value?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null

  /** Moves the focus to a row, which may be out of sight. */
  async function focusRow(nth: number): Promise<void> {
    const id = ids()[nth]
    if (id === undefined) return
    focusedId.value = id
    measure()
    await nextTick()
    virtual.value.scrollToIndex(nth)
    linkOf(id)?.focus({ preventScroll: true })
  }

  const focusedNow = (): string | null => {
    const { activeElement: element } = document
    return element instanceof HTMLElement && body.value?.contains(element) === true
      ? (element.dataset['row'] ?? null)
      : null
  }
  function noteFocus(): void {
    focusedId.value = focusedNow()
  }
  /** A row that moves loses the focus. */
  let focused: string | null = null
  onBeforeUpdate(() => (focused = focusedNow()))
  onUpdated(() => {
    if (focused !== null && focusedNow() !== focused)
      linkOf(focused)?.focus({ preventScroll: true })
  })

  /** `noteFocus` is for the focusin event of the body; `focusedNow` is the row with the focus. */
  return { seen, height, size, focusRow, focusedNow, noteFocus }
}
