import type { StockKey } from '#contract/stock/stock.ts'
import type { Ticket, TicketCourse, TicketItem, OrderType } from '#contract/tickets/ticket.ts'
import type { OrderItem } from '#platform/order.ts'
import { platformCourseOf } from '../menu/platform-course.ts'
import { strikeMark } from './items.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { Settings } from '#contract/settings/settings.ts'

export function orderType(
  deliveryType: string | null | undefined,
  hasDelivery: boolean,
  dialect: Dialect,
): OrderType {
  switch (deliveryType) {
    case dialect.deliveryTypeDelivery:
      return 'delivery'
    case dialect.deliveryTypePickup:
      return 'pickup'
    case dialect.deliveryTypeTable:
      return 'table'
    default:
      // The delivery event may leave deliveryType out (platform/README.md, Events).
      return hasDelivery && !deliveryType ? 'delivery' : 'other'
  }
}

/** What a kitchen knows about the times of its dishes. */
export interface Timing {
  /** The dishes of an order are done together. */
  readonly finishTogether: boolean
  /** Meals have courses. */
  readonly courses: boolean
  /** How long a product takes; null if that is unknown. */
  secondsOf(key: StockKey): number | null
  /** The course of a product by the menu and its categories; null for none. */
  courseOf(key: StockKey): number | null
  /** The field of a product's metadata that names its course. */
  readonly courseField: string
}

/** What is stored of the times of a ticket, so that they never jump. */
export interface TimeMarks {
  /** When each course was fired, ISO; null if that was with the ticket itself. */
  fired: Record<string, string | null>
  /**
   * How many seconds each dish waits for longer ones of its course, by item key, as it was first
   * computed. `mark` is the dish as it was then (`strikeMark`).
   */
  waits: Record<string, { mark: string; seconds: number }>
}

export const newTimeMarks: TimeMarks = { fired: {}, waits: {} }

const minWaitSeconds = 60

/** Whether some station has begun a dish, or is done with it. */
export const hasBegun = ({ struck, work = [] }: TicketItem): boolean =>
  struck || work.some(({ startedAt, doneAt }) => startedAt !== null || doneAt !== null)

/** Whether nothing of a ticket may wait, because somebody has to read all of it at once. */
export const hasAllergy = ({ guestAllergies, notes }: Ticket): boolean =>
  guestAllergies !== null || notes.some(({ allergyWords }) => allergyWords.length > 0)

/** The course of each dish. What has none in a combo is served with its combo. */
function courseNumbers(
  items: readonly TicketItem[],
  ordered: readonly OrderItem[],
  { courseOf, courseField }: Timing,
): (number | null)[] {
  const around: (number | null)[] = []
  return items.map(({ stockKey, depth = 0 }, at) => {
    const own =
      platformCourseOf(ordered[at]?.product?.metadata, courseField) ??
      (stockKey === null ? null : courseOf(stockKey))
    const course = own ?? (depth > 0 ? (around[depth - 1] ?? null) : null)
    around.length = depth
    around[depth] = course
    return course
  })
}

/** The courses of a ticket. The first one is fired with the ticket. */
function coursesOf(items: readonly TicketItem[], queueAt: string, fired: TimeMarks['fired']) {
  const numbers = new Set(items.flatMap(({ course }) => course ?? []))
  return [...numbers]
    .toSorted((one, other) => one - other)
    .map((course, nth): TicketCourse => {
      const at = fired[course]
      return { course, firedAt: at ?? (at === null || nth === 0 ? queueAt : null) }
    })
}

/** When the work on a dish could begin, if it waited for nothing; null while it is held. */
export function firedAtOf(
  { course }: TicketItem,
  { queueAt, courses = [] }: Ticket,
): string | null {
  const of = courses.find((each) => each.course === course)
  return of === undefined ? queueAt : of.firedAt
}

/** How long each dish waits for the longest of its course. */
function waitsOf({ items }: Ticket, { waits }: TimeMarks, { secondsOf }: Timing) {
  const marks = items.map(strikeMark)
  const isKnown = items.every(({ key }, at) => waits[key]?.mark === marks[at])
  const seconds = isKnown
    ? []
    : items.map(({ stockKey }) => (stockKey === null ? null : secondsOf(stockKey)))
  const longest = new Map<number | undefined, number>()
  for (const [at, { course }] of items.entries())
    longest.set(course, Math.max(longest.get(course) ?? 0, seconds[at] ?? 0))
  return items.map(({ key, course }, at): { mark: string; seconds: number } => {
    const mark = marks[at] ?? ''
    const stored = waits[key]
    if (stored?.mark === mark) return stored
    const own = seconds[at] ?? null
    const wait = own === null ? 0 : Math.round((longest.get(course) ?? 0) - own)
    return { mark, seconds: wait < minWaitSeconds ? 0 : wait }
  })
}

export const later = (from: string, seconds: number): string =>
  new Date(Date.parse(from) + seconds * 1000).toISOString()

/** A ticket with its courses, and when to start its dishes. `ordered` are its items in the order. */
export function timeTicket(
  ticket: Ticket,
  ordered: readonly OrderItem[],
  marks: TimeMarks,
  timing: Timing,
): Ticket {
  if (!timing.courses && !timing.finishTogether) return ticket
  const numbers = timing.courses ? courseNumbers(ticket.items, ordered, timing) : []
  const numbered = ticket.items.map((item, at): TicketItem => {
    const course = numbers[at] ?? null
    return course === null ? item : { ...item, course }
  })
  const courses = coursesOf(numbered, ticket.queueAt, marks.fired)
  const timed = { ...ticket, items: numbered, ...(courses.length > 1 && { courses }) }
  const isMade = ticket.stage !== 'new'
  const waits = timing.finishTogether && !isMade ? waitsOf(timed, marks, timing) : []
  const isAllAtOnce = hasAllergy(ticket)
  const items = numbered.map((item, at): TicketItem => {
    if (isMade || hasBegun(item)) return item
    const from = firedAtOf(item, timed)
    if (from === null) return { ...item, isHeld: true }
    const { seconds = 0 } = waits[at] ?? {}
    const isAtOnce = seconds === 0 || isAllAtOnce || item.allergyWords.length > 0
    return isAtOnce ? item : { ...item, startsAt: later(from, seconds) }
  })
  return { ...timed, items }
}

/** What to store of a timed ticket. A held dish is computed when it is fired. */
export function timeMarks(ticket: Ticket, marks: TimeMarks, timing: Timing): TimeMarks {
  if (ticket.stage !== 'new') return marks
  const all = timing.courses ? coursesOf(ticket.items, ticket.queueAt, marks.fired) : []
  const first = all.slice(0, 1).filter(({ course }) => marks.fired[course] === undefined)
  const fired =
    first.length === 0
      ? marks.fired
      : { ...marks.fired, ...Object.fromEntries(first.map(({ course }) => [course, null])) }
  if (!timing.finishTogether) return { ...marks, fired }
  const waits = waitsOf(ticket, marks, timing)
  const kept = ticket.items.flatMap(({ key, isHeld }, at) => {
    const wait = waits[at]
    return isHeld === true || wait === undefined ? [] : [[key, wait] as const]
  })
  return { fired, waits: Object.fromEntries(kept) }
}

/** The store's settings for the clocks on tickets (contract, Settings). */
export type LatenessRules = Pick<
  Settings,
  | 'amberShare'
  | 'amberShareDelivery'
  | 'amberSharePickup'
  | 'amberShareTable'
  | 'veryLateMinutes'
  | 'fallbackPreparationMinutes'
>

interface OrderTimes {
  type: OrderType
  createdAt: string
  deliverAt: string | null
  preparationMinutes: number | null
  scheduled: boolean
}

interface PromisedTimes {
  promisedAt: string
  queueAt: string
  amberAt: string
  veryLateAt: string | null
}

const minute = 60_000

/** The fraction of its time after which a ticket of this type turns amber. */
function amberShareOf(type: OrderType, rules: LatenessRules): number {
  const own = {
    delivery: rules.amberShareDelivery,
    pickup: rules.amberSharePickup,
    table: rules.amberShareTable,
    other: null,
  }[type]
  return own ?? rules.amberShare
}

/**
 * When a ticket appears on the wall, turns amber, turns red and counts as very late. The promised
 * time is `deliverAt`: in the documented samples it is creation plus preparation, so the moment at
 * which the food must leave. Without it: creation plus preparation. Amber comes after a share of
 * the time between the wall and the promised time.
 */
export function promisedTimes(timing: OrderTimes, rules: LatenessRules): PromisedTimes {
  const created = Date.parse(timing.createdAt)
  const preparation = (timing.preparationMinutes ?? rules.fallbackPreparationMinutes) * minute
  const promised = timing.deliverAt === null ? created + preparation : Date.parse(timing.deliverAt)
  const queued = timing.scheduled ? Math.max(created, promised - preparation) : created
  const amber = queued + Math.max(0, promised - queued) * amberShareOf(timing.type, rules)
  return {
    promisedAt: new Date(promised).toISOString(),
    queueAt: new Date(queued).toISOString(),
    amberAt: new Date(Math.min(amber, promised)).toISOString(),
    veryLateAt:
      rules.veryLateMinutes === null
        ? null
        : new Date(promised + rules.veryLateMinutes * minute).toISOString(),
  }
}
