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
import { useNarrow } from '../../ui/page/use-media.ts'

/** The height of a row in rem; on a phone a row is a block of two lines. */
const rowHeight = 3.5
const blockHeight = 5.5

const remNow = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** The rows of a long table that scrolls with the page, of which only the visible ones are rendered. */
export function useRowWindow(
  ids: () => readonly string[],
  body: Readonly<Ref<HTMLElement | null>>,
) {
  const isNarrow = useNarrow()
  const rem = shallowRef(remNow())
  const size = computed(() => rem.value * (isNarrow.value ? blockHeight : rowHeight))
  /** How far below the top of the page the rows begin. */
  const margin = shallowRef(0)
  /** The row that had the focus last. It stays rendered, wherever it is. */
  const focusedId = shallowRef<string | null>(null)

  function withFocused(range: Range): number[] {
    const nths = defaultRangeExtractor(range)
    const focused = focusedId.value === null ? -1 : ids().indexOf(focusedId.value)
    if (focused === -1 || nths.includes(focused)) return nths
    return [...nths, focused].sort((one, other) => one - other)
  }

  const virtual = useWindowVirtualizer(
    computed(() => {
      const all = ids()
      const each = size.value
      // Read here, so that a change of it is followed.
      const extractor = focusedId.value === null ? defaultRangeExtractor : withFocused
      return {
        count: all.length,
        estimateSize: () => each,
        getItemKey: (nth: number) => all[nth] ?? nth,
        overscan: 4,
        scrollMargin: margin.value,
        initialRect: { width: innerWidth, height: innerHeight },
        rangeExtractor: (range: Range) => extractor(range),
        // Below the header, which stays at the top.
        scrollPaddingStart: rem.value * 2.5,
      }
    }),
  )
  watch(size, () => virtual.value.measure())

  function measure(): void {
    rem.value = remNow()
    const top = body.value?.getBoundingClientRect().top
    if (top !== undefined) margin.value = Math.round(top + scrollY)
  }
  // Inside the observer's callback it would loop.
  const sizes = new ResizeObserver(() => void inOwnFrame(measure))
  onMounted(() => {
    measure()
    // Whatever is above the table and changes its height changes the height of the page.
    sizes.observe(document.body)
    addEventListener('resize', measure)
  })
  onBeforeUnmount(() => {
    sizes.disconnect()
    removeEventListener('resize', measure)
  })

  const linkOf = (id: string): HTMLElement | null =>
    body.value?.querySelector<HTMLElement>(`[data-store="${CSS.escape(id)}"]`) ?? null

  /** Moves the focus to a row, which may be out of sight. */
  async function focusRow(nth: number): Promise<void> {
    const id = ids()[nth]
    if (id === undefined) return
    focusedId.value = id
    virtual.value.scrollToIndex(nth, { align: 'auto' })
    await nextTick()
    linkOf(id)?.focus({ preventScroll: true })
  }

  const focusedNow = (): string | null => {
    const { activeElement: element } = document
    return element instanceof HTMLElement && body.value?.contains(element) === true
      ? (element.dataset['store'] ?? null)
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
  return { virtual, margin, size, focusRow, focusedNow, noteFocus }
}
