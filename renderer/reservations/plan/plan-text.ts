import type { FloorPlan } from '#contract/reservations/reservations.ts'
import { say } from '../messages.ts'
import { sectorName, tablesNote } from '../status-style.ts'
import { isTable, overlaps, repeatedNames, standsAt, type Piece } from './edit-plan.ts'
import { piecesOf } from './plan-drawing.ts'

/** How many problems are listed; the drawing marks all of them. */
const maxProblems = 3

const pieceName = (plan: FloorPlan, piece: Piece): string =>
  isTable(piece) ? tablesNote(plan, [piece.id]) : say(`plan.${piece.kind}`)

/** A piece and its place, for screen readers. */
export function pieceText(plan: FloorPlan, piece: Piece): string {
  const { x, y } = standsAt(piece)
  const name = pieceName(plan, piece)
  return [
    isTable(piece) ? `${name}, ${say('floor.seats', { n: piece.seats })}` : name,
    say('plan.place', { column: x + 1, row: y + 1 }),
  ].join(', ')
}

/** What looks wrong about a plan. It can be saved nevertheless. */
export function planProblems(plan: FloorPlan): string[] {
  const repeated = repeatedNames(plan).map((name) => say('plan.repeated', { name }))
  const overlapping = plan.sectors.flatMap((sector) =>
    overlaps(piecesOf(sector)).map(([one, other]) =>
      say('plan.overlap', {
        one: pieceName(plan, one),
        other: pieceName(plan, other),
        sector: sectorName(sector),
      }),
    ),
  )
  return [...repeated, ...overlapping].slice(0, maxProblems)
}
