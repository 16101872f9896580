/** A rectangle on the desktop, in device-independent pixels. */
export interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

/** The smallest window in which the wall works. */
export const minimumSize = { width: 800, height: 600 }
const grip = { width: 120, height: 32 }

/**
 * Where to open the window: at its last place if a person could still reach its title bar,
 * otherwise at the system's choice with the same size. Corrects a size that is too small or larger
 * than the screen.
 */
export function placeWindow(saved: Bounds, workAreas: readonly Bounds[]): Partial<Bounds> {
  const area = workAreas.find(
    ({ x, y, width, height }) =>
      Math.min(saved.x + saved.width, x + width) - Math.max(saved.x, x) >= grip.width &&
      saved.y >= y &&
      saved.y + grip.height <= y + height,
  )
  const room = area ?? workAreas[0] ?? { ...minimumSize, x: 0, y: 0 }
  const size = {
    width: Math.max(minimumSize.width, Math.min(saved.width, room.width)),
    height: Math.max(minimumSize.height, Math.min(saved.height, room.height)),
  }
  return area === undefined ? size : { x: saved.x, y: saved.y, ...size }
}
