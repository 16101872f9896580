import type { StockKey, StockState, StockTruth } from '#contract/stock.ts'
import { isOver, type Availability } from './availability.ts'
import { outranks, type MenuWord } from './menu-word.ts'

/** What a person here wanted last. */
export interface Desired extends Availability {
  /** The tap that said so. */
  tapId: string
  ingredientId: string | null
  /** ISO. */
  setAt: string
  setBy: string
}

/** How far the platform is with what was asked of it last. */
export interface Requested extends Availability {
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
export interface Reported extends Availability {
  /** When it listed that, by its own clock (ISO): lists may arrive in any order. */
  listedAt: string
  /** When we heard of it, ISO. */
  at: string
}

/** All that is kept of an item's stock. */
export interface StockRow {
  key: StockKey
  desired: Desired | null
  requested: Requested | null
  reported: Reported | null
}

export const freshRow = (key: StockKey): StockRow => ({
  key,
  desired: null,
  requested: null,
  reported: null,
})

/** What is asked of the platform when this is desired, as it stands at an ISO instant. */
export const requestOf = (
  { state, left, until, tapId }: Desired,
  stage: Requested['stage'],
  at: string,
): Requested => ({
  state,
  left,
  until,
  tapId,
  stage,
  processId: null,
  listedAt: null,
  at,
  words: null,
})

const truths: Record<Requested['stage'], StockTruth> = {
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

const desiredState = (
  key: StockKey,
  desired: Desired,
  truth: StockTruth,
  words: string | null,
): StockState => ({
  key,
  state: desired.state === 'counted' && desired.left === 0 ? 'out' : desired.state,
  left: desired.left,
  until: desired.until,
  truth,
  words,
  setAt: desired.setAt,
  setBy: desired.setBy,
  ingredientId: desired.ingredientId,
})

const reportedState = (key: StockKey, { state, left, until }: Reported): StockState => ({
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

/** Whether another system changed it after the platform had listed what we asked of it. */
export const isChangedSince = (
  requested: Requested,
  reported: Reported | null,
): reported is Reported => reported !== null && reported.listedAt > (requested.listedAt ?? '')

/** What another system said that is still so: what we asked and the platform listed after that took its place. */
export const stillReported = ({ requested, reported }: StockRow): Reported | null =>
  requested === null || isChangedSince(requested, reported) ? reported : null

/**
 * What is shown of an item; null where it is plainly on sale. What a person here wants comes first, until the platform
 * has confirmed it; after that the newest word counts: ours, another system's, or the menu's (menu-word.ts). What is past its
 * time is over.
 */
export function viewOf(
  { key, desired, requested, reported }: StockRow,
  menu: MenuWord | null,
  now: number,
): StockState | null {
  const plain = menu === null ? null : fromMenu(key, menu)
  if (desired !== null && !isOver(desired, now)) {
    const isRequested = requested?.tapId === desired.tapId
    if (!isRequested) return desiredState(key, desired, 'waiting', null)
    if (requested.stage !== 'confirmed')
      return desiredState(key, desired, truths[requested.stage], requested.words)
    const mine = desiredState(key, desired, 'confirmed', null)
    const others = isChangedSince(requested, reported) && !isOver(reported, now) ? reported : null
    const newest = others === null ? mine : reportedState(key, others)
    const listedAt = others?.listedAt ?? requested.listedAt ?? requested.at
    return menu !== null && outranks(menu, newest.state, listedAt) ? plain : newest
  }
  if (reported === null || isOver(reported, now)) return plain
  const shown = reportedState(key, reported)
  if (menu !== null && outranks(menu, shown.state, reported.listedAt)) return plain
  return shown.state === 'on-sale' ? plain : shown
}
