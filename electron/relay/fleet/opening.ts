import { Temporal } from 'temporal-polyfill'
import type { OpeningHours } from '#contract/relay/opening-hours.ts'

/** Whether a store is open by its hours, and in which span of time (epoch ms) that holds. */
export interface Opening {
  isOpen: boolean
  /** Null if it began before yesterday. */
  from: number | null
  until: number
}

interface Span {
  from: number
  to: number
}

/** A store that is open for longer at a stretch is looked at again anyway. */
const dayMs = 24 * 3_600_000

/** A time that the clock shows twice is the first one, and one that it skips is the next. */
function spansOf({ zone, week, days }: OpeningHours, date: Temporal.PlainDate): Span[] {
  const name = date.toString()
  const own = days.find(([day]) => day === name)?.[1] ?? week[date.dayOfWeek - 1] ?? []
  const instant = (minutes: number): number =>
    date.toPlainDateTime().add({ minutes }).toZonedDateTime(zone).epochMilliseconds
  return own.map(([from, to]) => ({ from: instant(from), to: instant(to) }))
}

/** Spans that touch are one: a store that closes at midnight and opens then doesn't close. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1)
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else if (span.from < span.to) all.push({ ...span })
  }
  return all
}

/**
 * Whether a store is open at an instant (epoch ms) by its hours. Null if that can't be said, because
 * nobody here knows its time zone.
 */
export function openingAt(hours: OpeningHours, at: number): Opening | null {
  let today: Temporal.PlainDate
  try {
    today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(hours.zone).toPlainDate()
  } catch {
    return null
  }
  // A night that began yesterday may last until now, and the next opening be tomorrow.
  const spans = joined([-1, 0, 1].flatMap((days) => spansOf(hours, today.add({ days }))))
  const open = spans.find(({ from, to }) => from <= at && at < to)
  if (open !== undefined) {
    const isLonger = open === spans[0] && open.from <= startOf(today.add({ days: -1 }), hours.zone)
    return { isOpen: true, from: isLonger ? null : open.from, until: Math.min(open.to, at + dayMs) }
  }
  const before = spans.findLast(({ to }) => to <= at)
  const next = spans.find(({ from }) => from > at)
  return {
    isOpen: false,
    from: before?.to ?? null,
    until: Math.min(next?.from ?? Infinity, at + dayMs),
  }
}

const startOf = (date: Temporal.PlainDate, zone: string): number =>
  date.toZonedDateTime(zone).epochMilliseconds
