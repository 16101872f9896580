import { expect, test } from 'vitest'
import { passes, readIncident, sumDays, sumIngredients } from './sums.ts'

const incident = (
  at: string,
  ingredients: [id: string, unit: string, quantity: number | null][],
  voidedAt: string | null = null,
) =>
  readIncident(
    {
      _id: at,
      voidedAt,
      ingredients: ingredients.map(([ingredientId, unitOfMeasurement, quantity]) => ({
        ingredientId,
        name: ingredientId.toUpperCase(),
        unitOfMeasurement,
        quantity,
      })),
    },
    at,
    [],
  )

const incidents = [
  incident('2026-11-20T15:00:00.000Z', [
    ['palta', 'kg', 0.1],
    ['palta', 'kg', 0.2],
    ['palta', 'unidad', 3],
  ]),
  incident('2026-11-20T16:00:00.000Z', [['palta', 'kg', 0.3]]),
  incident('2026-11-21T16:00:00.000Z', [['pan', 'kg', null]]),
  incident('2026-11-21T17:00:00.000Z', [['palta', 'kg', 9]], '2026-11-21T17:05:00.000Z'),
]

test('ingredients are added up by unit to the last tenth; what was voided did not happen', () => {
  expect(sumIngredients(incidents)).toEqual({
    ingredients: [
      { key: 'palta|kg', name: 'PALTA', unit: 'kg', quantity: 0.6, incidents: 2 },
      { key: 'palta|unidad', name: 'PALTA', unit: 'unidad', quantity: 3, incidents: 1 },
      { key: 'pan|kg', name: 'PAN', unit: 'kg', quantity: 0, incidents: 1 },
    ],
    unsummed: 1,
  })
  expect(sumIngredients(incidents.toReversed())).toEqual(sumIngredients(incidents))
})

test('an incident with an unreadable void is counted but in no sum', () => {
  const ingredients = [{ ingredientId: 'palta', unitOfMeasurement: 'kg', quantity: 4 }]
  const odd = readIncident({ _id: 'odd', ingredients }, '2026-11-20T17:00:00.000Z', ['voidedAt'])
  const { ingredients: sums, unsummed } = sumIngredients([...incidents, odd])
  expect(sums[0]).toMatchObject({ key: 'palta|kg', quantity: 0.6, incidents: 3 })
  expect(unsummed).toBe(2)
})

test('lists every day of the span, with the quantity of one ingredient', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22']
  expect(sumDays(incidents, 'palta|kg', days, (at) => at.slice(0, 10))).toEqual([
    { day: '2026-11-20', incidents: 2, quantity: 0.6 },
    { day: '2026-11-21', incidents: 1, quantity: 0 },
    { day: '2026-11-22', incidents: 0, quantity: 0 },
  ])
})

test('a filter looks for the ingredient in its unit, and for what was voided', () => {
  expect(incidents.filter(passes({ ingredient: 'palta|unidad', voided: null }))).toHaveLength(1)
  expect(incidents.filter(passes({ ingredient: 'palta|kg', voided: false }))).toHaveLength(2)
  expect(incidents.filter(passes({ ingredient: null, voided: true }))).toHaveLength(1)
})
