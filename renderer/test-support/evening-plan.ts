import type { FloorPlan } from '#contract/reservations/reservations.ts'

type PlanTable = FloorPlan['sectors'][number]['tables'][number]

const planTable = (
  name: string,
  seats: number,
  x: number,
  y: number,
  some: Partial<PlanTable> = {},
): PlanTable => ({
  ...{ id: `t${name}`, name, seats, learned: false, shape: 'square' },
  place: { x, y, turn: 0 },
  ...some,
})

/** Two sectors with twenty tables. */
export const eveningPlan = (): FloorPlan => ({
  sectors: [
    {
      id: 's1',
      name: 'Salón',
      tables: [
        ...[1, 2, 3, 4].map((n) => planTable(String(n), n === 4 ? 4 : 2, (n - 1) * 6 + 2, 5)),
        planTable('5', 4, 2, 11),
        planTable('6', 4, 8, 11),
        planTable('7', 6, 14, 11, { shape: 'round' }),
        planTable('8', 2, 20, 11, { shape: 'round' }),
        planTable('9', 8, 2, 17),
        planTable('10', 8, 11, 17),
        planTable('12', 4, 20, 17, { place: { x: 20, y: 17, turn: 45 } }),
      ],
      fixtures: [{ id: 'f1', kind: 'bar', x: 1, y: 1, width: 16, height: 2 }],
    },
    {
      id: 's2',
      name: 'Terraza',
      tables: [
        ...[20, 21, 22].map((n) => planTable(String(n), 4, (n - 20) * 6 + 2, 2)),
        ...[23, 24, 25].map((n) =>
          planTable(String(n), 4, (n - 23) * 6 + 2, 8, { shape: 'round' }),
        ),
        planTable('26', 6, 2, 14),
        planTable('27', 6, 9, 14),
        planTable('28', 2, 16, 14),
      ],
      fixtures: [{ id: 'f2', kind: 'wall', x: 0, y: 18, width: 21, height: 1 }],
    },
  ],
})
