import type { StockKey, StockState, StockTruth } from '#contract/stock.ts'
import { isOver, type Wish } from './wish.ts'

/** What a person here wanted last. */
export interface Own extends Wish {
  /** The tap that said so. */
  tapId: string
  ingredientId: string | null
  /** ISO. */
  setAt: string
  setBy: string
}

/** How far the platform is with what it was told last. */
export interface Told extends Wish {
  tapId: string
  stage: 'queued' | 'sending' | 'accepted' | 'confirmed' | 'refused' | 'unconfirmed' | 'ask-again'
  processId: string | null
  /** When the platform listed it as changed, by the platform's clock (ISO); null before. */
  listedAt: string | null
  /** When it came to that, ISO. */
  at: string
  words: string | null
}

/** What the platform listed last, set by another system. */
export interface Heard extends Wish {
  /** When it listed that, by its own clock (ISO): lists may arrive in any order. */
  listedAt: string
  /** When we heard it, ISO. */
  at: string
}

/** All that is kept of an item's stock. */
export interface StockRow {
  key: StockKey
  own: Own | null
  told: Told | null
  heard: Heard | null
}

/** What the menu said of an item when it was last read. */
export interface MenuWord {
  available: boolean
  /** ISO. */
  at: string
}

export const freshRow = (key: StockKey): StockRow => ({ key, own: null, told: null, heard: null })

const truths: Record<Told['stage'], StockTruth> = {
  queued: 'waiting',
  sending: 'sending',
  accepted: 'accepted',
  confirmed: 'confirmed',
  refused: 'refused',
  unconfirmed: 'unconfirmed',
  'ask-again': 'ask-again',
}

const fromMenu = (key: StockKey, { available }: MenuWord): StockState | null =>
  available
    ? null
    : {
        key,
        state: 'out',
        left: null,
        until: null,
        truth: 'menu',
        words: null,
        setAt: null,
        setBy: null,
        ingredientId: null,
      }

const ownState = (
  key: StockKey,
  own: Own,
  truth: StockTruth,
  words: string | null,
): StockState => ({
  key,
  state: own.state === 'counted' && own.left === 0 ? 'out' : own.state,
  left: own.left,
  until: own.until,
  truth,
  words,
  setAt: own.setAt,
  setBy: own.setBy,
  ingredientId: own.ingredientId,
})

const heardState = (key: StockKey, { state, left, until }: Heard): StockState => ({
  key,
  state: state === 'counted' && left === 0 ? 'out' : state,
  left,
  until,
  truth: 'elsewhere',
  words: null,
  setAt: null,
  setBy: null,
  ingredientId: null,
})

/** Whether another system changed it after the platform had listed what we told it. */
export const isChangedSince = (told: Told, heard: Heard | null): heard is Heard =>
  heard !== null && heard.listedAt > (told.listedAt ?? '')

/** Whether a menu's word fits what we believe; of a count that orders wear down it cannot tell much. */
const fits = ({ available }: MenuWord, state: StockState['state']): boolean =>
  state === 'counted' || available === (state === 'on-sale')

/**
 * What is shown of an item; null where it is plainly on sale. What a person here wants comes first, until the platform
 * has confirmed it; after that the newest word counts: ours, another system's, or the menu's. What is past its time is over.
 */
export function viewOf(
  { key, own, told, heard }: StockRow,
  menu: MenuWord | null,
  now: number,
): StockState | null {
  const plain = menu === null ? null : fromMenu(key, menu)
  if (own !== null && !isOver(own, now)) {
    const isTold = told?.tapId === own.tapId
    if (!isTold) return ownState(key, own, 'waiting', null)
    if (told.stage !== 'confirmed') return ownState(key, own, truths[told.stage], told.words)
    const mine = ownState(key, own, 'confirmed', null)
    const others = isChangedSince(told, heard) && !isOver(heard, now) ? heard : null
    const newest = others === null ? mine : heardState(key, others)
    const since = others?.at ?? told.at
    return menu !== null && menu.at > since && !fits(menu, newest.state) ? plain : newest
  }
  if (heard === null || isOver(heard, now)) return plain
  const shown = heardState(key, heard)
  if (menu !== null && menu.at > heard.at && !fits(menu, shown.state)) return plain
  return shown.state === 'on-sale' ? plain : shown
}
