import {
  computed,
  nextTick,
  onBeforeUnmount,
  onBeforeUpdate,
  onMounted,
  onUpdated,
  shallowRef,
  type Ref,
} from 'vue'
import { inOwnFrame } from '../../clock/one-per-frame.ts'
import { useNarrow } from '../../ui/page/use-media.ts'

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

/** What is above the rows, and where the screen is, in px. */
export interface RowPlace {
  size: number
  /** How far below the top of the page the rows begin. */
  margin: number
  scrolled: number
  screen: number
}

/** The numbers of the rows in sight, and a few around them. */
export function rowsInSight(
  { size, margin, scrolled, screen }: RowPlace,
  count: number,
): { from: number; to: number } {
  const from = Math.floor((scrolled - margin) / size) - overscan
  const to = Math.ceil((scrolled + screen - margin) / size) + overscan
  return { from: Math.max(0, Math.min(from, count)), to: Math.max(0, Math.min(to, count)) }
}

/** The rows of a long table that scrolls with the page, of which only the visible ones are rendered. */
export function useRowWindow(
  ids: () => readonly string[],
  body: Readonly<Ref<HTMLElement | null>>,
) {
  const isNarrow = useNarrow()
  const rem = shallowRef(remNow())
  const size = computed(() => rem.value * (isNarrow.value ? blockHeight : rowHeight))
  const margin = shallowRef(0)
  const scrolled = shallowRef(scrollY)
  const screen = shallowRef(innerHeight)
  const max = shallowRef(maxAtFirst)
  /** The row that had the focus last. It stays rendered, wherever it is. */
  const focusedId = shallowRef<string | null>(null)

  const place = computed<RowPlace>(() => ({
    ...{ size: size.value, margin: margin.value },
    ...{ scrolled: scrolled.value, screen: screen.value },
  }))
  const height = computed(() => ids().length * size.value)
  /** The rendered rows: their numbers, and where they begin. */
  const seen = computed(() => {
    const { from, to } = rowsInSight(place.value, ids().length)
    const length = Math.min(to - from, max.value)
    const nths = Array.from({ length }, (_, nth) => from + nth)
    const focused = focusedId.value === null ? -1 : ids().indexOf(focusedId.value)
    if (focused !== -1 && !nths.includes(focused)) nths.push(focused)
    return nths
      .sort((one, other) => one - other)
      .map((index) => ({ index, start: index * size.value }))
  })

  function follow(): void {
    scrolled.value = scrollY
  }
  function measure(): void {
    rem.value = remNow()
    screen.value = innerHeight
    follow()
    const top = body.value?.getBoundingClientRect().top
    if (top !== undefined) margin.value = Math.round(top + scrollY)
  }
  /** A few more rows per frame at first, so that no frame takes long. */
  function grow(): void {
    const { from, to } = rowsInSight(place.value, ids().length)
    max.value = to - from <= max.value ? Infinity : max.value + maxAtFirst
    if (max.value < Infinity) cancel = inOwnFrame(grow)
  }
  let cancel = inOwnFrame(grow)
  // Inside the observer's callback it would loop.
  const sizes = new ResizeObserver(() => void inOwnFrame(measure))
  onMounted(() => {
    // Whatever is above the table and changes its height changes the height of the page.
    sizes.observe(document.body)
    addEventListener('resize', measure)
    addEventListener('scroll', follow, { passive: true })
  })
  onBeforeUnmount(() => {
    cancel()
    sizes.disconnect()
    removeEventListener('resize', measure)
    removeEventListener('scroll', follow)
  })

  const linkOf = (id: string): HTMLElement | null =>
    body.value?.querySelector<HTMLElement>(`[data-store="${CSS.escape(id)}"]`) ?? null

  function scrollToRow(nth: number): void {
    measure()
    const top = margin.value + nth * size.value
    const room = isNarrow.value ? 0 : rem.value * headHeight
    if (top - room < scrollY) scrollTo(scrollX, top - room)
    else if (top + size.value > scrollY + innerHeight)
      scrollTo(scrollX, top + size.value - innerHeight)
    follow()
  }

  /** Moves the focus to a row, which may be out of sight. */
  async function focusRow(nth: number): Promise<void> {
    const id = ids()[nth]
    if (id === undefined) return
    focusedId.value = id
    scrollToRow(nth)
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
  return { seen, height, size, focusRow, focusedNow, noteFocus }
}
