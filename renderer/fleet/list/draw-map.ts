import type { FleetStore, StoreState } from '#contract/relay/fleet.ts'
import { stateSigns } from '../state-signs.ts'
import { placeOfTile, type MapLayout } from './map-layout.ts'

export interface StateColours {
  face: string
  edge: string
  sign: string
}
export type Colours = ReadonlyMap<string, StateColours>

/** The colours that a state has on this screen now, of an element that shows it. */
export function coloursOf(element: Element): StateColours {
  const { backgroundColor, borderTopColor, color } = getComputedStyle(element)
  return { face: backgroundColor, edge: borderTopColor, sign: color }
}

const paths = new Map<StoreState, Path2D>()
function pathOf(state: StoreState): Path2D {
  const path = paths.get(state) ?? new Path2D(stateSigns[state])
  paths.set(state, path)
  return path
}

/** A smaller tile has no room for a sign. */
const minForSign = 9
/** Stores that don't match the filter are this faint. */
const faint = 0.16

function drawTile(
  context: CanvasRenderingContext2D,
  state: StoreState,
  { face, edge, sign }: StateColours,
  size: number,
): void {
  context.fillStyle = face
  if (state === 'well') {
    // Thousands of round corners would be slow.
    context.fillRect(0, 0, size, size)
    return
  }
  const line = Math.max(1, size / 12)
  context.beginPath()
  context.roundRect(line / 2, line / 2, size - line, size - line, size / 5)
  context.fill()
  context.lineWidth = line
  context.strokeStyle = edge
  context.stroke()
  if (size + 1 < minForSign) return
  context.scale(size / 16, size / 16)
  context.lineWidth = size < 14 ? 2.4 : 2
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = sign
  context.stroke(pathOf(state))
}

export interface Picture {
  stores: readonly FleetStore[]
  /** The stores that match the filter; null for all. */
  shown: ReadonlySet<string> | null
  layout: MapLayout
  colours: Colours
  /** Device pixels per px. */
  scale: number
}

/** For so long in one frame; a slow computer draws 20 tiles in it, a fast one all. */
const maxMs = 8
/** So many between two looks at the clock. */
const tilesALook = 20

/**
 * Draws the tiles that changed, or as many as one frame has time for. Notes in `drawn` what each looks
 * like now. Returns whether all are drawn.
 */
export function drawMap(
  context: CanvasRenderingContext2D,
  { stores, shown, layout, colours, scale }: Picture,
  drawn: string[],
): boolean {
  const gap = layout.pitch >= 14 ? 2 : 1
  const size = layout.pitch - gap
  const began = performance.now()
  let count = 0
  for (const [nth, store] of stores.entries()) {
    const isFaint = shown !== null && !shown.has(store.id)
    const look = isFaint ? `faint ${store.state}` : store.state
    if (look === drawn[nth]) continue
    const colour = colours.get(store.state)
    if (colour === undefined) continue
    if (++count % tilesALook === 0 && performance.now() - began > maxMs) return false
    const { x, y } = placeOfTile(layout, nth)
    context.setTransform(scale, 0, 0, scale, x * scale, y * scale)
    if (drawn[nth] !== undefined) context.clearRect(0, 0, layout.pitch, layout.pitch)
    context.globalAlpha = isFaint ? faint : 1
    drawTile(context, store.state, colour, size)
    drawn[nth] = look
  }
  return true
}
