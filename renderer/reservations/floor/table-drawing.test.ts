import { expect, test } from 'vitest'
import { tableSize } from './geometry.ts'
import { chairsOf, faceSize } from './table-drawing.ts'

const chairs = (shape: 'square' | 'round', seats: number) =>
  chairsOf({ shape, seats, ...tableSize({ shape, seats }) })

test.for([1, 2, 3, 4, 5, 6, 8, 10, 12, 20])(
  'a table of %i seats has as many chairs, all beside it',
  (seats) => {
    for (const shape of ['square', 'round'] as const) {
      const { width, height } = tableSize({ shape, seats })
      const drawn = chairs(shape, seats)
      expect(drawn).toHaveLength(seats)
      for (const { x, y } of drawn) {
        const across = (x - width / 2) / (width / 2)
        const down = (y - height / 2) / (height / 2)
        const isOutside =
          shape === 'round'
            ? Math.hypot(across, down) > 1
            : Math.max(Math.abs(across), Math.abs(down)) > 1
        expect(isOutside).toBe(true)
      }
    }
  },
)

test('a table for two has its chairs opposite each other', () => {
  expect(chairs('square', 2).map(({ turn }) => turn)).toEqual([0, 180])
})

test('a huge table draws no chairs on top of each other', () => {
  const { width } = tableSize({ shape: 'square', seats: 100 })
  const above = chairs('square', 100).filter(({ turn }) => turn === 0)
  expect(above).toHaveLength(width)
})

test('the text of a turned table is upright and inside', () => {
  expect(faceSize(5, 3, 0)).toEqual({ width: 5, height: 3 })
  expect(faceSize(5, 3, 270)).toEqual({ width: 3, height: 5 })
  expect(faceSize(5, 3, 45).width).toBeCloseTo(3 / Math.SQRT2)
})
