import type { StockAct, StockKey, StockState } from '#contract/stock/stock.ts'
import { stockStateOf } from '../../state/stock/delivery-label.ts'

export interface ActProgress {
  total: number
  confirmed: number
  refused: StockState[]
  /** The platform never answered, a count was not sent, or another system changed it. */
  unsettled: StockState[]
  /** Still without the platform's final answer. */
  open: number
}

type Progress = 'confirmed' | 'refused' | 'unsettled' | 'open'

function progressOfItem(state: StockState | undefined, act: StockAct): Progress {
  // An item that is not among the board's states is simply on sale.
  if (state === undefined) return act.kind === 'back' ? 'confirmed' : 'open'
  const done = (state.state === 'on-sale') === (act.kind === 'back')
  switch (stockStateOf(state)) {
    case 'refused':
      return 'refused'
    case 'unknown':
    case 'expired':
      return 'unsettled'
    case 'elsewhere':
      return done ? 'confirmed' : 'unsettled'
    case 'confirmed':
    case 'menu':
      return done ? 'confirmed' : 'open'
    default:
      return 'open'
  }
}

export function progressOf(
  keys: readonly StockKey[],
  act: StockAct,
  stateOf: (key: StockKey) => StockState | undefined,
): ActProgress {
  const progress: ActProgress = {
    total: keys.length,
    confirmed: 0,
    refused: [],
    unsettled: [],
    open: 0,
  }
  for (const key of keys) {
    const state = stateOf(key)
    const its = progressOfItem(state, act)
    if (its === 'confirmed') progress.confirmed++
    else if (its === 'open') progress.open++
    else if (state !== undefined) progress[its].push(state)
  }
  return progress
}
