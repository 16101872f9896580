import bookFile from '../../../resources/practice/book.json' with { type: 'json' }
import { practiceStore } from '../practice-store.ts'
import { wallDay, wallInstant } from '../wall-clock.ts'

/** A reservation as a screen would create it at the practice store. */
interface SampleReservation {
  tapId: string
  kind: 'booked' | 'walk-in' | 'waiting'
  booking: Record<string, unknown>
  accepted: string[]
}

/** Minutes at a table. */
const stay = 120
/** The practice store is open at any hour, and many guests come at once. */
const accepted = ['closed-day', 'closed-then', 'pacing', 'no-contact']

const { sectors } = bookFile.plan
const sectorOf = (tables: readonly string[]): string | null =>
  sectors.find((sector) => sector.tables.some(({ id }) => tables.includes(id)))?.id ?? null

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

interface Party {
  partySize: number
  name?: string
  tables?: string[]
  occasion?: string
  requests?: string
  allergies?: string
}

function detailsOf(party: Party, nth: number, startsAt: number): SampleReservation['booking'] {
  const {
    partySize,
    name = '',
    tables = [],
    occasion = null,
    requests = '',
    allergies = '',
  } = party
  const [firstName = '', ...others] = name.split(' ')
  return {
    partySize,
    startsAt: new Date(startsAt).toISOString(),
    durationMinutes: stay,
    firstName,
    lastName: others.join(' '),
    phone: name === '' ? '' : `+56 9 0000 ${String(8001 + nth)}`,
    email: '',
    occasion,
    sectorId: sectorOf(tables),
    tableIds: tables,
    requests,
    allergies,
    clientId: null,
  }
}

/**
 * The tables of the practice store and its reservations for today and tomorrow, with invented
 * guests. Leaves out those of today that are already over, because they could not be created now.
 */
export function firstDays(now: number): { plan: object; taken: SampleReservation[] } {
  const today = wallDay(now, practiceStore.timeZone)
  const parties = [
    ...bookFile.walkIns.map((party) => ({ kind: 'walk-in' as const, party, at: now })),
    ...bookFile.waiting.map((party) => ({ kind: 'waiting' as const, party, at: now })),
    ...bookFile.booked.map((party) => {
      const day = { ...today, day: today.day + party.day }
      const at = wallInstant(day, minuteOf(party.time), practiceStore.timeZone)
      return { kind: 'booked' as const, party, at }
    }),
  ]
  const soon = now + 60_000
  const reservations = parties
    .filter(({ kind, at }) => kind !== 'booked' || at > soon)
    .map(({ kind, party, at }, nth) => ({
      tapId: `practice-${String(nth)}`,
      kind,
      booking: detailsOf(party, nth, at),
      accepted,
    }))
  const plan = {
    sectors: sectors.map((sector) => ({
      ...sector,
      tables: sector.tables.map((table) => ({ ...table, learned: false })),
    })),
  }
  return { plan, taken: reservations }
}
