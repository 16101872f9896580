import { z } from 'zod'
import type { Delivery } from '#contract/deliveries/delivery.ts'
import type { StockKey, StockState } from '#contract/stock/stock.ts'
import { availability, isOver, type Availability } from './availability.ts'

/**
 * What the menu reported about an item at the last read. Instants are ISO, by the platform's clock.
 */
export interface MenuReport {
  available: boolean
  at: string
  /** When it was first seen to report this; empty if it never reported anything else. */
  since: string
}

/**
 * How long after a change a menu may still show the old state: the platform changes stock in the
 * background and may answer with a cached menu (platform/README.md, Stock).
 */
export const menuLagMs = 5 * 60_000

/** Whether a menu of `menuAt` must already include a change listed at `listedAt`. */
export const isSettled = (menuAt: string, listedAt: string): boolean =>
  Date.parse(menuAt) - Date.parse(listedAt) > menuLagMs

/** Whether the menu is consistent with a state; a count says little, because orders reduce it. */
const fits = ({ available }: MenuReport, state: StockState['state']): boolean =>
  state === 'counted' || available === (state === 'on-sale')

/**
 * Whether the menu is newer than what the platform listed last. An item missing from the menu is
 * out. An item in it counts as on sale only if the menu changed to that later, because not every
 * menu follows the stock.
 */
const outranks = (report: MenuReport, state: StockState['state'], listedAt: string): boolean =>
  !fits(report, state) &&
  isSettled(report.at, listedAt) &&
  (!report.available || (report.since !== '' && Date.parse(report.since) > Date.parse(listedAt)))

/** What a person here wants of an item. */
export const desiredSchema = availability.extend({
  tapId: z.string(),
  ingredientId: z.string().nullable(),
  /** ISO. */
  setAt: z.string(),
  setBy: z.string(),
  /**
   * The store's chain wants it out, so nobody is asked about it at the opening. `was-out`: people
   * here had sold it out already.
   */
  byChain: z.enum(['from-sale', 'was-out']).optional(),
})
export type Desired = z.infer<typeof desiredSchema>

/** What was last requested of the platform. */
const requestedSchema = availability.extend({
  tapId: z.string(),
  /** The platform's process for the request; null before the answer. */
  processId: z.string().nullable(),
  /** When the platform listed the change, by its own clock (ISO); null before. */
  listedAt: z.string().nullable(),
})
export type Requested = z.infer<typeof requestedSchema>

/** What the platform last listed, set by another system. */
const reportedSchema = availability.extend({
  /** When the platform listed it, by its own clock (ISO); lists may arrive in any order. */
  listedAt: z.string(),
  /** When we received it, ISO. */
  at: z.string(),
})
export type Reported = z.infer<typeof reportedSchema>

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

/** What the rules need of an item's newest outbox entry. */
export interface StockEntry {
  tapId: string
  delivery: Delivery
}

export const requestOf = ({ state, left, until, tapId }: Desired): Requested => ({
  state,
  left,
  until,
  tapId,
  processId: null,
  listedAt: null,
})

/** Whether the desired state is newer than what the newest entry sends. */
export const isBehind = ({ tapId }: Desired, entry: StockEntry | null): boolean =>
  entry?.tapId !== tapId || entry.delivery.state === 'withdrawn'

/** When the platform listed the desired state (ISO); null if it hasn't. */
export const listedAtOf = ({
  desired,
  requested,
}: Pick<StockRow, 'desired' | 'requested'>): string | null =>
  requested !== null && requested.tapId === desired?.tapId ? requested.listedAt : null

/**
 * The delivery of the desired state: also `queued` before its entry exists, while an earlier one is
 * in progress.
 */
export function deliveryOf(
  desired: Desired,
  requested: Requested | null,
  entry: StockEntry | null,
): Delivery {
  if (entry !== null && !isBehind(desired, entry)) return entry.delivery
  // Its entry wasn't read, or can't be.
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
  const { setAt, setBy, ingredientId, byChain } = desired
  return {
    ...stateOf(key, desired, 'here'),
    ...{ delivery, setAt, setBy, ingredientId },
    ...(byChain !== undefined && { byChain: true }),
  }
}

/** Whether another system changed the item after the platform listed our request. */
export const isChangedSince = (
  requested: Requested,
  reported: Reported | null,
): reported is Reported => reported !== null && reported.listedAt > (requested.listedAt ?? '')

/** What another system reported, unless a later request of ours replaced it. */
export const stillReported = ({ requested, reported }: StockRow): Reported | null =>
  requested === null || isChangedSince(requested, reported) ? reported : null

/**
 * What is shown of an item; null if it is simply on sale. What a person here desires comes first
 * until the platform has confirmed it; after that the newest report wins: ours, another system's,
 * or the menu's (`outranks`). A state whose time has ended is over.
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
