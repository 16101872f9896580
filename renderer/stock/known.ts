import type { HostEvent } from '#contract/operations.ts'
import type { StockBoard, StockKey, StockState } from '#contract/stock.ts'

export type StockChanged = Extract<HostEvent, { type: 'stock.changed' }>
export type StockEvent = Extract<HostEvent, { type: 'stock.changed' | 'stock.replaced' }>

/** The states of a board at one revision; every other item is plainly on sale. */
export interface KnownStock {
  revision: number
  states: ReadonlyMap<StockKey, StockState>
}

export const knownOf = ({ revision, states }: StockBoard): KnownStock => ({
  revision,
  states: new Map(states.map((state) => [state.key, state])),
})

/** The next states after one change, or null where a change in between was missed. */
export function applyStock(known: KnownStock, change: StockChanged): KnownStock | null {
  if (change.revision !== known.revision + 1) return null
  const states = new Map(known.states)
  for (const state of change.states) states.set(state.key, state)
  for (const key of change.gone) states.delete(key)
  return { revision: change.revision, states }
}

/** A board and the changes that arrived while it was asked for; null where one of them is missing. */
export function catchUpStock(
  board: StockBoard,
  changes: readonly StockChanged[],
): KnownStock | null {
  let known: KnownStock | null = knownOf(board)
  for (const change of changes) {
    if (change.revision <= board.revision) continue
    known = applyStock(known, change)
    if (known === null) return null
  }
  return known
}
