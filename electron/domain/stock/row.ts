import { z } from 'zod'
import type { Delivery } from '#contract/deliveries/delivery.ts'
import type { StockKey, StockState } from '#contract/stock.ts'
import { availability, isOver, type Availability } from './availability.ts'

/** What the menu said of an item when it was last read. Instants are ISO, by the platform's clock. */
export interface MenuReport {
  available: boolean
  /** When it said so. */
  at: string
  /** When it was first seen to say so; empty where it never said otherwise. */
  since: string
}

/**
 * How long after a change a menu may still tell what was before: the platform changes stock in the background, and may
 * answer a menu that it has kept (platform/README.md, Stock).
 */
export const menuLagMs = 5 * 60_000

/** Whether a menu of one instant tells what was listed at another, and not what was before it. */
export const isSettled = (menuAt: string, listedAt: string): boolean =>
  Date.parse(menuAt) - Date.parse(listedAt) > menuLagMs

/** Whether it fits what we believe; of a count that orders wear down it cannot tell much. */
const fits = ({ available }: MenuReport, state: StockState['state']): boolean =>
  state === 'counted' || available === (state === 'on-sale')

/**
 * Whether the menu knows better than what the platform listed last. An item that it takes off is off. That it offers one
 * says little, since not every menu follows the stock: it counts once the menu was seen to change to that since.
 */
const outranks = (word: MenuReport, state: StockState['state'], listedAt: string): boolean =>
  !fits(word, state) &&
  isSettled(word.at, listedAt) &&
  (!word.available || (word.since !== '' && Date.parse(word.since) > Date.parse(listedAt)))

/** What a person here wanted last. */
export const desiredSchema = availability.extend({
  /** The tap that said so. */
  tapId: z.string(),
  ingredientId: z.string().nullable(),
  /** ISO. */
  setAt: z.string(),
  setBy: z.string(),
})
export type Desired = z.infer<typeof desiredSchema>

/** What was asked of the platform last. */
const requestedSchema = availability.extend({
  tapId: z.string(),
  /** The process in which it was taken; null before its answer. */
  processId: z.string().nullable(),
  /** When the platform listed it as changed, by the platform's clock (ISO); null before. */
  listedAt: z.string().nullable(),
})
export type Requested = z.infer<typeof requestedSchema>

/** What the platform listed last, set by another system. */
const reportedSchema = availability.extend({
  /** When it listed that, by its own clock (ISO): lists may arrive in any order. */
  listedAt: z.string(),
  /** When we heard of it, ISO. */
  at: z.string(),
})
export type Reported = z.infer<typeof reportedSchema>

/** All that is kept of an item's stock. */
export const stockRow = z.object({
  key: z.string(),
  desired: desiredSchema.nullable(),
  requested: requestedSchema.nullable(),
  reported: reportedSchema.nullable(),
})
export type StockRow = z.infer<typeof stockRow>

export const freshRow = (key: StockKey): StockRow => ({
  key,
  desired: null,
  requested: null,
  reported: null,
})

/** What rules need of the newest outbox entry about an item. */
export interface StockEntry {
  /** Of what it sends. */
  tapId: string
  delivery: Delivery
}

/** What is asked of the platform when this is desired. */
export const requestOf = ({ state, left, until, tapId }: Desired): Requested => ({
  state,
  left,
  until,
  tapId,
  processId: null,
  listedAt: null,
})

/** Whether something newer is desired than what the newest entry sends. */
export const isBehind = ({ tapId }: Desired, entry: StockEntry | null): boolean =>
  entry?.tapId !== tapId || entry.delivery.state === 'withdrawn'

/** When the platform listed what is desired (ISO); null where it has not. */
export const listedAtOf = ({
  desired,
  requested,
}: Pick<StockRow, 'desired' | 'requested'>): string | null =>
  requested !== null && requested.tapId === desired?.tapId ? requested.listedAt : null

/** How far the platform is with what is desired: `queued` also before its entry exists, while an earlier one is under way. */
export function deliveryOf(
  desired: Desired,
  requested: Requested | null,
  entry: StockEntry | null,
): Delivery {
  if (entry !== null && !isBehind(desired, entry)) return entry.delivery
  // Its entry was not read, or could not be.
  const listedAt = listedAtOf({ desired, requested })
  return listedAt === null
    ? { state: 'queued', since: desired.setAt }
    : { state: 'confirmed', since: listedAt }
}

const stateOf = (
  key: StockKey,
  { state, left, until }: Availability,
  source: StockState['source'],
): StockState => ({
  key,
  state: state === 'counted' && left === 0 ? 'out' : state,
  left,
  until,
  source,
  delivery: null,
  setAt: null,
  setBy: null,
  ingredientId: null,
})

const fromMenu = (key: StockKey, { available }: MenuReport): StockState | null =>
  available ? null : stateOf(key, { state: 'out', left: null, until: null }, 'menu')

const desiredState = (key: StockKey, desired: Desired, delivery: Delivery): StockState => {
  const { setAt, setBy, ingredientId } = desired
  return { ...stateOf(key, desired, 'here'), delivery, setAt, setBy, ingredientId }
}

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
 * has confirmed it; after that the newest word counts: ours, another system's, or the menu's (`outranks`). What is past its
 * time is over.
 */
export function viewOf(
  { key, desired, requested, reported }: StockRow,
  menu: MenuReport | null,
  now: number,
  entry: StockEntry | null,
): StockState | null {
  const plain = menu === null ? null : fromMenu(key, menu)
  if (desired !== null && !isOver(desired, now)) {
    const delivery = deliveryOf(desired, requested, entry)
    const mine = desiredState(key, desired, delivery)
    if (delivery.state !== 'confirmed') return mine
    const isChanged = requested === null || isChangedSince(requested, reported)
    const others = reported !== null && isChanged && !isOver(reported, now) ? reported : null
    const newest = others === null ? mine : stateOf(key, others, 'elsewhere')
    const listedAt = others?.listedAt ?? requested?.listedAt ?? delivery.since
    return menu !== null && outranks(menu, newest.state, listedAt) ? plain : newest
  }
  if (reported === null || isOver(reported, now)) return plain
  const shown = stateOf(key, reported, 'elsewhere')
  if (menu !== null && outranks(menu, shown.state, reported.listedAt)) return plain
  return shown.state === 'on-sale' ? plain : shown
}
