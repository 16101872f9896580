/** How the tiles of a map lie, in px. */
export interface MapLayout {
  columns: number
  rows: number
  /** From one tile to the next. */
  pitch: number
}

const smallest = 9
const largest = 30

/**
 * The largest tiles with which the map is not higher than `maxHeight`. With the smallest ones it
 * may be.
 */
export function layOutMap(count: number, width: number, maxHeight: number): MapLayout {
  for (let pitch = largest; ; pitch--) {
    const columns = Math.max(1, Math.floor(width / pitch))
    const rows = Math.ceil(count / columns)
    if (pitch <= smallest || rows * pitch <= maxHeight) return { columns, rows, pitch }
  }
}

/** The number of the tile at a place; null if there is none. */
export function tileAt({ columns, pitch }: MapLayout, count: number, x: number, y: number) {
  const [column, row] = [Math.floor(x / pitch), Math.floor(y / pitch)]
  if (x < 0 || y < 0 || column >= columns) return null
  const nth = row * columns + column
  return nth < count ? nth : null
}

/** Where a tile begins. */
export const placeOfTile = ({ columns, pitch }: MapLayout, nth: number) => ({
  x: (nth % columns) * pitch,
  y: Math.floor(nth / columns) * pitch,
})
