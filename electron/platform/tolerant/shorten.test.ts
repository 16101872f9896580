import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shorten } from './shorten.ts'

const short = (value: unknown, max: number, first: string[] = []) => shorten(value, max, first)
const sizeOf = (value: unknown): number => JSON.stringify(value).length
const times = <Value>(count: number, make: (nth: number) => Value): Value[] =>
  Array.from({ length: count }, (_each, nth) => make(nth))

test('a short value is returned unchanged', () => {
  const order = { _id: 'o', items: [{ name: 'Sopa' }], note: null }
  expect(short(order, 1_000).value).toBe(order)
  expect(short(order, 1_000).cut).toEqual([])
  expect(short('text', 2)).toEqual({ value: 'text', cut: [] })
})

test('a long list loses its end, and its neighbours stay complete', () => {
  const dishes = times(5_000, (nth) => ({ _id: `i${String(nth)}` }))
  const { value, cut } = short({ note: 'x'.repeat(500), items: dishes, code: '1001' }, 20_000)
  const read = value as { note: string; items: typeof dishes; code: string }
  expect(read.note).toHaveLength(500)
  expect(read.code).toBe('1001')
  expect(read.items.length).toBeGreaterThan(100)
  expect(read.items).toEqual(dishes.slice(0, read.items.length))
  expect(cut).toEqual(['items'])
})

test('a long dish does not hide the dishes after it', () => {
  const choices = times(5_000, (nth) => ({ name: `Choice ${String(nth)}` }))
  const dishes = [
    { name: 'Soup', choices },
    ...times(20, (nth) => ({ name: `Dish ${String(nth)}` })),
  ]
  const { value, cut } = short({ items: dishes }, 20_000)
  const { items } = value as { items: { name: string }[] }
  expect(items.map(({ name }) => name)).toEqual(dishes.map(({ name }) => name))
  expect(cut).toEqual(['items.0.choices'])
})

test('a long text is cut between two characters', () => {
  const { value, cut } = short({ comment: '🍲'.repeat(20_000) }, 10_001)
  expect((value as { comment: string }).comment).toMatch(/^(?:🍲)+$/u)
  expect(cut).toEqual(['comment'])
})

test('if fields have to be dropped, known ones stay', () => {
  const unknown = Object.fromEntries(times(5_000, (nth) => [`f${String(nth)}`, 'x'.repeat(40)]))
  const { value, cut } = short({ ...unknown, items: [1, 2] }, 20_000, ['_id', 'items'])
  expect(value).toMatchObject({ items: [1, 2] })
  expect(Object.keys(value as object)[0]).toBe('items')
  expect(cut).toEqual([expect.stringMatching(/^f\d+$/)])
})

test('any value is shortened to about the limit, and the rest is part of the original', () => {
  const max = 2_000
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(400), (odd, repeats) => {
      const whole = { first: odd, list: times(repeats, () => odd), last: odd }
      const before = structuredClone(whole)
      const { value, cut } = short(whole, max)
      expect(whole).toEqual(before)
      if (cut.length === 0) expect(value).toEqual(before)
      // Numbers and punctuation are estimated.
      else expect(sizeOf(value)).toBeLessThan(max * 5)
      expect(value).toHaveProperty('first')
    }),
  )
})

test('twice the size takes twice the time', () => {
  const looks = (count: number): number => {
    let done = 0
    const item = {
      get a() {
        done += 1
        return [1]
      },
    }
    shorten({ items: times(count, () => item) }, 10_000)
    return done
  }
  expect(looks(20_000)).toBeLessThan(2.1 * looks(10_000))
})
