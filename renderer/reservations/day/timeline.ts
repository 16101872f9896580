import type { ReservationList, Reservation } from '#contract/reservations/reservations.ts'
import { coversAt, halfHour } from '../pacing.ts'

/** Epoch milliseconds. */
export interface Span {
  from: number
  to: number
}

const spanOf = ({ startsAt, endsAt }: Reservation): Span => ({
  from: Date.parse(startsAt),
  to: Date.parse(endsAt),
})

/** The hours that a day's timeline shows: the opening hours and all reservations, rounded to full hours. */
export function daySpan(
  open: ReservationList['days'][number]['open'],
  reservations: readonly Reservation[],
  usual: Span,
): Span {
  const openSpans = (open ?? []).map(({ from, to }) => ({
    from: Date.parse(from),
    to: Date.parse(to),
  }))
  const spans = [...(openSpans.length > 0 ? openSpans : [usual]), ...reservations.map(spanOf)]
  const hour = 2 * halfHour
  return {
    from: Math.floor(Math.min(...spans.map(({ from }) => from)) / hour) * hour,
    to: Math.ceil(Math.max(...spans.map(({ to }) => to)) / hour) * hour,
  }
}

/** The position of an instant in a span, in percent. */
export const shareOf = ({ from, to }: Span, at: number): number =>
  Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100))

/**
 * Where the timeline is scrolled to at first: half an hour before now, or else an hour before the first
 * reservation.
 */
export function initialScrollTime(
  span: Span,
  reservations: readonly Reservation[],
  now: number,
): number {
  const hour = 2 * halfHour
  if (now >= span.from && now < span.to) return now - halfHour
  const starts = reservations.map((each) => spanOf(each).from)
  return starts.length === 0 ? span.to - 6 * hour : Math.min(...starts) - hour
}

export interface Bar {
  reservation: Reservation
  lane: number
  left: number
  width: number
}

/** Lays out the bars of one row: overlapping ones go into lanes, earliest on top. */
export function barsIn(span: Span, reservations: readonly Reservation[]): Bar[] {
  const endsOfLanes: number[] = []
  return reservations
    .toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1))
    .map((reservation) => {
      const { from, to } = spanOf(reservation)
      const free = endsOfLanes.findIndex((end) => end <= from)
      const lane = free < 0 ? endsOfLanes.length : free
      endsOfLanes[lane] = to
      const left = shareOf(span, from)
      return { reservation, lane, left, width: shareOf(span, to) - left }
    })
}

/** The covers that arrive in each half hour of a span. */
export const coversIn = (
  { from, to }: Span,
  reservations: readonly Reservation[],
): { at: number; covers: number }[] =>
  Array.from({ length: Math.ceil((to - from) / halfHour) }, (_, nth) => {
    const at = from + nth * halfHour
    return { at, covers: coversAt(at, reservations) }
  })
