import { computed, onBeforeUnmount, shallowRef, watch, type ShallowRef } from 'vue'
import { usePreferences } from '../../state/preferences.ts'
import { columnsOf, dishSize, gapOf } from '../../state/wall/wall-size.ts'
import type { PageArea } from './fill-page.ts'

/** The area of the cards: the room of a page and the width of its columns, in px. */
export interface WallArea extends PageArea {
  readonly columnWidth: number
  readonly dish: number
  /** A phone, or a low page: one column that scrolls instead of pages. */
  readonly scrolls: boolean
}

/** A single column is a phone’s below this width, at the browser’s usual size of text. */
const phone = 512 / 16

/**
 * A page that is lower than this holds no ticket of two dishes: on a phone that lies on its side, or
 * with large text. There the wall is one column too.
 */
const lowest = 192 / 16

/** The height that a finger needs, at the browser's usual size of text. */
const touch = 48 / 16

/**
 * If a single dish is higher than the page, text shrinks by this factor at a time, but not below
 * this share of the usual size.
 */
const shrunk = 0.85
const smallest = 0.6

/**
 * The room of the wall and the size of its text. `text` is an element of one em in the browser's
 * own size, which shows when the text gets larger. `area` is null until it is measured. `widen` is
 * for a dish that is higher than the page: it uses fewer columns first, then smaller text, and
 * answers false if nothing more helps.
 */
export function useWallArea(
  page: Readonly<ShallowRef<HTMLElement | null>>,
  text: Readonly<ShallowRef<HTMLElement | null>>,
) {
  const own = usePreferences()
  const widened = shallowRef(0)
  // Separate values, so that other settings do not compute the area again.
  const wallSize = computed(() => own.preferences.wallSize)
  const wallColumns = computed(() => own.preferences.wallColumns)
  const dense = computed(() => own.preferences.denseCards)
  const size = shallowRef({ width: 0, height: 0, text: 16, screen: innerHeight })
  let corner = { left: 0, top: 0 }
  const observer = new ResizeObserver((entries) => {
    let { width, height, text: em } = size.value
    for (const { target, contentRect } of entries) {
      if (target === text.value) em = contentRect.width
      else {
        ;({ width, height } = contentRect)
        const { left, top } = target.getBoundingClientRect()
        corner = { left: left + contentRect.left, top: top + contentRect.top }
      }
    }
    size.value = { width, height, text: em, screen: innerHeight }
  })
  watch([page, text], (elements) => {
    observer.disconnect()
    for (const one of elements) if (one !== null) observer.observe(one)
  })
  onBeforeUnmount(() => observer.disconnect())

  watch([size, wallSize, wallColumns, dense], () => (widened.value = 0), { flush: 'sync' })

  const area = computed((): WallArea | null => {
    const { width, height, text: em, screen } = size.value
    if (width === 0 || height === 0) return null
    const fullSize = dishSize(screen, em, wallSize.value, dense.value)
    const fullColumns = columnsOf(width, fullSize, wallColumns.value, dense.value)
    const isLow = height < lowest * em
    const columns = isLow ? 1 : Math.max(1, fullColumns - widened.value)
    const dish = fullSize * shrunk ** Math.max(0, widened.value - (fullColumns - columns))
    const gap = gapOf(dish)
    return {
      columns,
      columnWidth: Math.floor((width - gap * (columns - 1)) / columns),
      height: Math.floor(height),
      gap,
      foot: Math.round(Math.max(touch * em, dish * 2.2)),
      tail: Math.round(dish * 1.3),
      dish,
      scrolls: isLow || (columns === 1 && width < phone * em),
    }
  })

  function widen(): boolean {
    if (area.value === null) return false
    const { columns, dish } = area.value
    if (columns === 1 && dish <= size.value.text * smallest) return false
    widened.value++
    return true
  }

  return {
    area,
    widen,
    /** The page's corner on the screen, px: stored, so that a tap does not wait for a layout. */
    corner: () => corner,
  }
}
