import type { Preferences } from '#contract/settings/settings.ts'
import { columnsOf, dishSize, gapOf } from '../../state/wall/wall-size.ts'

interface Screen {
  width: number
  height: number
  rem: number
  navigationHidden: boolean
}

/** How a wall divides a screen. Lengths in px. */
export interface WallPlan {
  /** The navigation at the left, or at the top and the bottom of a narrow screen. */
  side: number
  strip: number
  bottom: number
  header: number
  columns: number
  gap: number
  dish: number
}

// The sizes of the app's frame (app/App.vue), in rem.
const sideRem = 4.75
const bottomRem = 3.5
const stripRem = 3.5
const headerRem = 3.5
/** Next to the cards. */
const edgeRem = 0.5
/** Below this width (px) the navigation is above and below the wall. */
const narrow = 1024

/** The layout of a screen's wall with its settings. */
export function planWall(
  { width, height, rem, navigationHidden }: Screen,
  {
    wallSize,
    wallColumns,
    wallHeader,
    denseCards,
  }: Pick<Preferences, 'wallSize' | 'wallColumns' | 'wallHeader' | 'denseCards'>,
): WallPlan {
  const isNarrow = width < narrow
  const side = navigationHidden || isNarrow ? 0 : sideRem * rem
  const dish = dishSize(height, rem, wallSize, denseCards)
  return {
    side,
    strip: navigationHidden || !isNarrow ? 0 : stripRem * rem,
    bottom: navigationHidden || !isNarrow ? 0 : bottomRem * rem,
    header: wallHeader ? headerRem * rem : 0,
    columns: columnsOf(width - side - 2 * edgeRem * rem, dish, wallColumns, denseCards),
    gap: gapOf(dish),
    dish,
  }
}
