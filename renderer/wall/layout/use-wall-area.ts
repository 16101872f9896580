import { computed, onBeforeUnmount, shallowRef, watch, type ShallowRef } from 'vue'
import { usePreferences } from '../../state/preferences.ts'
import { columnsOf, dishSize, gapOf } from '../../state/wall/wall-size.ts'
import type { PageArea } from './fill-page.ts'

/** Where the cards stand: the room of a page, and how wide its columns are, in px. */
export interface WallArea extends PageArea {
  readonly columnWidth: number
  /** How large a dish's name is. */
  readonly dish: number
}

/** What a finger needs, at the browser's usual size of text. */
const touch = 44 / 16

/** Text is made smaller by so much at a time, where a single dish is higher than the page, but not below this share of usual text. */
const shrunk = 0.85
const smallest = 0.6

/**
 * The room of the wall and the size of its text. `text` is an element of one em in the browser's own size, by which larger
 * text is noticed. `area` is null until it is measured. `widen` is for a dish that is higher than the page: fewer columns
 * first, then smaller text; false where nothing more helps.
 */
export function useWallArea(
  page: Readonly<ShallowRef<HTMLElement | null>>,
  text: Readonly<ShallowRef<HTMLElement | null>>,
) {
  const own = usePreferences()
  const widened = shallowRef(0)
  // Each for itself: with what else a screen likes the room stays the same.
  const wallSize = computed(() => own.preferences.wallSize)
  const wallColumns = computed(() => own.preferences.wallColumns)
  const size = shallowRef({ width: 0, height: 0, text: 16, screen: innerHeight })
  let corner = { left: 0, top: 0 }
  const observer = new ResizeObserver((entries) => {
    let { width, height, text: em } = size.value
    for (const { target, contentRect } of entries) {
      if (target === text.value) em = contentRect.width
      else {
        ;({ width, height } = contentRect)
        corner = target.getBoundingClientRect()
      }
    }
    size.value = { width, height, text: em, screen: innerHeight }
  })
  watch([page, text], (elements) => {
    observer.disconnect()
    for (const one of elements) if (one !== null) observer.observe(one)
  })
  onBeforeUnmount(() => observer.disconnect())

  watch([size, wallSize, wallColumns], () => (widened.value = 0), { flush: 'sync' })

  const area = computed((): WallArea | null => {
    const { width, height, text: em, screen } = size.value
    if (width === 0 || height === 0) return null
    const desired = dishSize(screen, em, wallSize.value)
    const desiredColumns = columnsOf(width, desired, wallColumns.value)
    const columns = Math.max(1, desiredColumns - widened.value)
    const dish = desired * shrunk ** Math.max(0, widened.value - (desiredColumns - columns))
    const gap = gapOf(dish)
    return {
      columns,
      columnWidth: Math.floor((width - gap * (columns - 1)) / columns),
      height: Math.floor(height),
      gap,
      foot: Math.round(Math.max(touch * em, dish * 2.2)),
      tail: Math.round(dish * 1.3),
      dish,
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
    /** Where the page begins on the screen, px: known, so that a finger need not wait for a layout. */
    corner: () => corner,
  }
}
