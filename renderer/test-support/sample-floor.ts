import type { Reservation } from '#contract/reservations/reservations.ts'
import { party, seated } from './open-floor.ts'

/** A full Friday evening on `eveningPlan`. */
export const fridayEvening = (): Reservation[] => [
  seated('a1', 'Renata', 2, ['t1'], 45),
  seated('a2', 'Tomás', 2, ['t2'], 105),
  seated('a3', 'Ignacio', 4, ['t4'], 70),
  party('b3', 'Camila', 4, ['t4'], 25),
  seated('a4', 'Walk', 3, ['t5'], 12, { firstName: '', kind: 'walk-in' }),
  seated('a5', 'María Fernanda', 6, ['t7'], 85),
  party('b5', 'Benjamín', 5, ['t7'], 60),
  seated('a6', 'Familia Soto', 15, ['t9', 't10'], 38),
  party('b6', 'Elisa', 4, ['t6'], 30),
  party('b7', 'Pedro', 2, ['t8'], -5, { visit: 'arrived' }),
  party('b8', 'Laura', 4, ['t12'], 110),
  seated('a7', 'Sofía', 4, ['t20'], 61, { sectorId: 's2' }),
  seated('a8', 'Julián', 3, ['t21'], 20, { sectorId: 's2' }),
  seated('a9', 'Antonia', 8, ['t23', 't24'], 52, { sectorId: 's2' }),
  seated('a10', 'Gabriel', 6, ['t26'], 130, { sectorId: 's2' }),
  party('b10', 'Valentina', 6, ['t26'], 10, { sectorId: 's2' }),
  party('b11', 'Martina', 4, ['t22'], 40, { sectorId: 's2' }),
  seated('a12', 'Cristóbal', 2, ['t28'], 33, { sectorId: 's2' }),
]
