import type { FloorPlan, TurnTime, WaitEstimate } from '#contract/reservations/reservations.ts'
import { turnMinutes } from './turn-times.ts'

/** A party that has tables, or is expected at a time. Epoch milliseconds. */
export interface Stay {
  tableIds: readonly string[]
  partySize: number
  from: number
  to: number
  isSeated: boolean
}

interface Evening {
  now: number
  plan: FloorPlan
  turnTimes: readonly TurnTime[]
  /** Parties at their tables, and reservations of the next hours. */
  stays: readonly Stay[]
  /** The sizes of parties that wait already, longest wait first. */
  waiting: readonly number[]
}

interface TableTime {
  id: string
  name: string
  seats: number
  occupied: { from: number; to: number; stay: Stay | null }[]
}

/** A party that stayed past its time leaves at the earliest then. */
const overdueMs = 10 * 60_000
const stepMs = 5 * 60_000

/** The first time from `now` on at which a table is free for so long. */
function firstGap({ occupied }: TableTime, now: number, lengthMs: number): number {
  let at = now
  for (const { from, to } of occupied.toSorted((one, other) => one.from - other.from))
    if (from < at + lengthMs && to > at) at = to
  return at
}

interface Seat {
  table: TableTime
  at: number
}

/** The table with enough seats that is free first, and among those the smallest. */
function firstSeat(
  tables: readonly TableTime[],
  partySize: number,
  now: number,
  lengthMs: number,
): Seat | null {
  const [first = null] = tables
    .filter(({ seats }) => seats >= partySize)
    .map((table) => ({ table, at: firstGap(table, now, lengthMs) }))
    .toSorted((one, other) => one.at - other.at || one.table.seats - other.table.seats)
  return first
}

function tablesWith({ plan, stays, now }: Evening): TableTime[] {
  const tables = plan.sectors
    .flatMap((sector) => sector.tables)
    .map(({ id, name, seats }): TableTime => ({ id, name, seats, occupied: [] }))
  for (const stay of stays) {
    const to = stay.isSeated ? Math.max(stay.to, now + overdueMs) : stay.to
    for (const table of tables)
      if (stay.tableIds.includes(table.id)) table.occupied.push({ from: stay.from, to, stay })
  }
  return tables
}

/** Reservations without a table need one at their time as well. */
function seatReserved(tables: readonly TableTime[], stays: readonly Stay[]): void {
  const loose = stays.filter(({ tableIds }) => tables.every(({ id }) => !tableIds.includes(id)))
  for (const stay of loose.toSorted((one, other) => one.from - other.from)) {
    const seat = firstSeat(tables, stay.partySize, stay.from, stay.to - stay.from)
    if (seat?.at === stay.from)
      seat.table.occupied.push({ from: stay.from, to: stay.to, stay: null })
  }
}

/**
 * When a party at the door can sit down: parties that wait already take the first tables that fit,
 * then comes this one. Null if no single table has enough seats.
 */
export function waitEstimate(evening: Evening, partySize: number): WaitEstimate | null {
  const { now, turnTimes, waiting } = evening
  const tables = tablesWith(evening)
  seatReserved(tables, evening.stays)
  const lengthOf = (size: number): number => turnMinutes(turnTimes, size) * 60_000
  let before = 0
  for (const size of waiting) {
    const seat = firstSeat(tables, size, now, lengthOf(size))
    if (seat === null) continue
    seat.table.occupied.push({ from: seat.at, to: seat.at + lengthOf(size), stay: null })
    if (seat.table.seats >= partySize) before += 1
  }
  const seat = firstSeat(tables, partySize, now, lengthOf(partySize))
  if (seat === null) return null
  const stay = seat.table.occupied.find(({ to }) => to === seat.at)?.stay ?? null
  const isTaken = stay?.isSeated === true
  return {
    minutes: (Math.ceil((seat.at - now) / stepMs) * stepMs) / 60_000,
    table: seat.table.name,
    seatedAt: isTaken ? new Date(stay.from).toISOString() : null,
    turnMinutes: isTaken ? Math.round((stay.to - stay.from) / 60_000) : null,
    freeAt: new Date(seat.at).toISOString(),
    before,
  }
}
