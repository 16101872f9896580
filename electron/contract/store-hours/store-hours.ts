import { z } from 'zod'
import type { Delivery } from '../deliveries/delivery.ts'
import {
  answersFront,
  answersManager,
  defineContract,
  event,
  front,
  id,
  none,
} from '../shared/operation.ts'

const dayMinutes = 24 * 60

/**
 * Minutes from midnight by the store's clock. A period that goes on past midnight ends after minute
 * 1440.
 */
const minutes = {
  fromMinute: z
    .int()
    .min(0)
    .max(dayMinutes - 1),
  toMinute: z
    .int()
    .min(1)
    .max(2 * dayMinutes),
}
const isInOrder = ({ fromMinute, toMinute }: { fromMinute: number; toMinute: number }): boolean =>
  fromMinute < toMinute && toMinute - fromMinute <= dayMinutes

const period = z.strictObject(minutes).refine(isInOrder, 'toMinute: must be after fromMinute')
export type OpenPeriod = z.infer<typeof period>

const weekday = z.int().min(1).max(7)
/** A day of the store's calendar, YYYY-MM-DD. */
const day = z.iso.date()

/** The hours of a store, with ISO weekdays: 1 is Monday, 7 is Sunday. */
const hoursSchema = z.strictObject({
  /** Seven lists, from Monday to Sunday; a day without periods is closed. */
  week: z.array(z.array(period).max(6)).length(7),
  closedDays: z.array(day).max(400),
  /** Different hours on some days. They replace the hours of the weekday. */
  special: z.array(z.strictObject({ day, periods: z.array(period).min(1).max(6) })).max(400),
})
export type Hours = z.infer<typeof hoursSchema>

/** A pause of the store. Instants are ISO 8601 in UTC. */
export interface Pause {
  /** When orders start again; null while the store is being opened again. */
  until: string | null
  /** The name of the screen; empty if it has none, or if the pause was made elsewhere. */
  screen: string
  /** The sending state; null if the pause was not made here. */
  delivery: Delivery | null
}

/** The question that finds out how the platform numbers the days of the week. */
export interface WeekdayQuestion {
  /** The hours of the one day that differs from all others; empty if the store is closed then. */
  periods: OpenPeriod[]
}

/** What is known of the store's hours. Instants are ISO 8601 in UTC. */
export interface StoreHours {
  /** IANA name of the store's time zone. */
  timeZone: string
  /** The last known copy; null if the platform has shown none. */
  known: {
    hours: Hours
    /** `menu`: the store has shown none, and these are the hours of its menu. */
    source: 'store' | 'menu'
    readAt: string
  } | null
  /** Changes with each known copy; goes back with `storeHours.send`. */
  version: string
  /** Fields that could not be read. Sending would delete them, so hours can't be sent. */
  unread: string[]
  /** Must be answered before hours are sent; null when it was, or when all days are alike. */
  question: WeekdayQuestion | null
  /** The hours that were sent last; null if none were. */
  sent: { hours: Hours; at: string; screen: string; delivery: Delivery } | null
  /** The end of the current business day. */
  endOfToday: string
}

/** A pause or new hours, for the history. Instants are ISO 8601 in UTC. */
export interface StoreChange {
  id: string
  at: string
  /** `unconfirmed`: a pause that the platform never confirmed. */
  kind: 'pause' | 'unconfirmed' | 'open' | 'hours'
  /** The end of a pause. */
  until: string | null
  screen: string
}

const pauseLength = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('minutes'), minutes: z.int().min(1).max(dayMinutes) }),
  z.strictObject({ kind: z.literal('end-of-today') }),
  z.strictObject({ kind: z.literal('until'), until: z.iso.datetime() }),
])
export type PauseLength = z.infer<typeof pauseLength>

/** The longest pause, in days. Longer closures are closed days. */
export const maxPauseDays = 7

export const storeHoursContract = defineContract({
  name: 'storeHours',
  operations: {
    'storeHours.get': answersFront<StoreHours>()(none),
    /** The last 100 changes, newest first. */
    'storeHours.history': answersFront<StoreChange[]>()(none),
    /** Stops new orders for a while. A new pause replaces the last. */
    'storeHours.pause': answersFront<null>()(z.strictObject({ tapId: id, length: pauseLength })),
    /** Ends a pause early. */
    'storeHours.open': answersFront<null>()(z.strictObject({ tapId: id })),
    /** The day of the week that has the hours in `question`. Answers how hours are read now. */
    'storeHours.answerQuestion': answersManager<StoreHours>()(z.strictObject({ weekday })),
    /**
     * Replaces the store's hours. Sent only while the platform can be reached: the entry is
     * withdrawn (`offline`) if it can't. `too-late` with `hours-changed` if `version` is not the
     * current one.
     */
    'storeHours.send': answersManager<StoreHours>()(
      z.strictObject({ tapId: id, version: z.string().max(100), hours: hoursSchema }),
    ),
  },
  events: {
    'storeHours.changed': event(front),
  },
})
