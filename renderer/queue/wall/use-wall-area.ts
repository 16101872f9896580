import { computed, onBeforeUnmount, shallowRef, watch, type ShallowRef } from 'vue'
import { usePreferences } from '../../state/preferences.ts'
import { columnsOf, dishSize, gapOf } from '../../state/wall-size.ts'
import type { PageArea } from './fill-page.ts'

/** Where the cards stand: the room of a page, and how wide its columns are, in px. */
export interface WallArea extends PageArea {
  readonly columnWidth: number
  /** How large a dish's name is. */
  readonly dish: number
}

/** What a finger needs, at the browser's usual size of text. */
const touch = 44 / 16

/**
 * The room of the wall and the size of its text. `text` is an element of one em in the browser's own size, by which larger
 * text is noticed. Null until it is measured.
 */
export function useWallArea(
  page: Readonly<ShallowRef<HTMLElement | null>>,
  text: Readonly<ShallowRef<HTMLElement | null>>,
) {
  const own = usePreferences()
  const size = shallowRef({ width: 0, height: 0, text: 16, screen: innerHeight })
  const observer = new ResizeObserver((entries) => {
    let { width, height, text: em } = size.value
    for (const { target, contentRect } of entries) {
      if (target === text.value) em = contentRect.width
      else ({ width, height } = contentRect)
    }
    size.value = { width, height, text: em, screen: innerHeight }
  })
  watch([page, text], (elements) => {
    observer.disconnect()
    for (const one of elements) if (one !== null) observer.observe(one)
  })
  onBeforeUnmount(() => observer.disconnect())

  return computed((): WallArea | null => {
    const { width, height, text: em, screen } = size.value
    if (width === 0 || height === 0) return null
    const dish = dishSize(screen, em, own.preferences.wallSize)
    const gap = gapOf(dish)
    const columns = columnsOf(width, dish, own.preferences.wallColumns)
    return {
      columns,
      columnWidth: Math.floor((width - gap * (columns - 1)) / columns),
      height: Math.floor(height),
      gap,
      foot: Math.round(Math.max(touch * em, dish * 2.2)),
      tail: Math.round(dish * 1.5),
      dish,
    }
  })
}
