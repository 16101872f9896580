import type { Input } from '#contract/index.ts'
import type { Reservation, ReservationDetails } from '#contract/reservations/reservations.ts'
import type { Result } from '#contract/shared/result.ts'
import { expect, type Store } from './store.ts'

/** Friday, 19:00 in Santiago. */
export const opens = '2026-11-20T22:00:00.000Z'
const minute = 60_000
const at = (minutes: number): string => new Date(Date.parse(opens) + minutes * minute).toISOString()

const names = [
  'Renata Fuentes',
  'Gaspar Ojeda',
  'Inés Urrutia',
  'Trinidad Mansilla',
  'Lautaro Cifuentes',
  'Fabiola Reyes',
  'Héctor Saldías',
  'Ximena Toro',
  'Vicente Barría',
  'Magdalena Farías',
  'Bernardita Errázuriz',
  'Cristóbal Undurraga',
]

type Place = { x: number; y: number; turn: number }
const table = (
  name: string,
  seats: number,
  place: Place,
  shape: 'square' | 'round' = 'square',
) => ({
  ...{ id: `t${name}`, name, seats, learned: false, shape, place },
})
const row = (first: number, count: number, seats: number, y: number, shape?: 'round') =>
  Array.from({ length: count }, (_, nth) =>
    table(String(first + nth), seats, { x: 2 + nth * 6, y, turn: 0 }, shape),
  )

/** Two sectors with twenty tables. */
const plan: Input<'reservations.savePlan'> = {
  sectors: [
    {
      ...{ id: 's1', name: 'Salón' },
      tables: [...row(1, 4, 2, 5), ...row(5, 4, 4, 10, 'round'), ...row(9, 3, 6, 16)],
      fixtures: [{ id: 'f1', kind: 'bar', x: 1, y: 1, width: 16, height: 2 }],
    },
    {
      ...{ id: 's2', name: 'Terraza' },
      tables: [...row(12, 3, 4, 2), ...row(15, 3, 4, 8, 'round'), ...row(18, 3, 8, 14)],
      fixtures: [{ id: 'f2', kind: 'wall', x: 0, y: 19, width: 20, height: 1 }],
    },
  ],
}
const tables = plan.sectors.flatMap(({ id, tables: each }) =>
  each.map((one) => ({ sectorId: id, id: one.id, seats: one.seats })),
)

const details = (nth: number, partySize: number, startsAt: string): ReservationDetails => {
  const [firstName = '', lastName = ''] = (names[nth % names.length] ?? '').split(' ')
  return {
    ...{ partySize, startsAt, durationMinutes: 90, firstName, lastName },
    ...{ phone: `+56 9 6000 ${String(1000 + nth)}`, email: '', occasion: null, sectorId: null },
    ...{ tableIds: [] as string[], requests: '', clientId: null },
    allergies: nth % 9 === 4 ? 'Nueces' : '',
  }
}

const accepted: Input<'reservations.create'>['accepted'] = [
  'closed-day',
  'closed-then',
  'pacing',
  'too-few-seats',
]

async function create(
  { call }: Store,
  kind: 'booked' | 'waiting' | 'walk-in',
  booking: ReservationDetails,
  tapId: string,
  quotedMinutes: number | null = null,
): Promise<Reservation> {
  const answer = await call('reservations.create', {
    tapId,
    kind,
    booking,
    accepted,
    quotedMinutes,
  })
  const result = answer as Result<Reservation>
  if (!result.ok) throw new Error(`${tapId} ${result.error.code} ${result.error.detail ?? ''}`)
  return result.value
}

/** Sixty reservations: two turns of the twenty tables, and twenty parties without one. */
async function createReservations(store: Store): Promise<void> {
  for (const [nth, { id, sectorId, seats }] of tables.entries()) {
    const seat = { sectorId, tableIds: [id] }
    const first = details(nth, Math.max(2, seats - (nth % 3)), at(15 + (nth % 4) * 15))
    await create(store, 'booked', { ...first, ...seat }, `first-${String(nth)}`)
    const second = details(nth + 20, Math.max(2, seats - 1), at(150 + (nth % 4) * 15))
    await create(store, 'booked', { ...second, ...seat }, `second-${String(nth)}`)
    const loose = details(nth + 40, 2 + (nth % 4), at(75 + nth * 9))
    await create(store, 'booked', loose, `loose-${String(nth)}`)
  }
}

/**
 * A full Friday at 20:45: sixty reservations, most of the first turn at their tables, and twelve
 * parties that wait.
 */
export async function fillEvening(store: Store): Promise<void> {
  const { call, sleepUntil } = store
  expect(await call('reservations.savePlan', plan)).toMatchObject({ ok: true })
  await createReservations(store)
  for (const [minutes, firsts] of [
    [20, [0, 4, 8, 12]],
    [40, [1, 5, 9, 13, 16]],
    [70, [2, 6, 10, 14, 18, 19]],
  ] as const) {
    sleepUntil(at(minutes))
    for (const nth of firsts) {
      const visit = { reservationId: `first-${String(nth)}`, visit: 'seated' as const }
      expect(await call('reservations.setVisit', visit)).toMatchObject({ ok: true })
    }
  }
  for (let nth = 0; nth < 12; nth += 1) {
    sleepUntil(at(72 + nth * 2.5))
    const party = { ...details(nth + 60, 2 + (nth % 3), at(72 + nth * 2.5)), allergies: '' }
    await create(store, 'waiting', party, `waits-${String(nth)}`, 15 + nth * 5)
  }
  sleepUntil(at(105))
}
