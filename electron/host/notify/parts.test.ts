import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inParts } from './parts.ts'

const mebibyte = 1024 * 1024
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

test('nothing is no message, and a little is one', () => {
  expect(inParts([], [])).toEqual([])
  expect(inParts([{ id: 'a' }], [])).toEqual([{ things: [{ id: 'a' }], gone: [] }])
  expect(inParts([{ id: 'a' }], ['b', 'c'])).toEqual([{ things: [{ id: 'a' }], gone: ['b', 'c'] }])
})

test('no message is above 1 MiB, all of it comes in its order, and a thing that is larger comes alone', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 600_000 }), { maxLength: 12 }),
      fc.integer({ min: 0, max: 60_000 }),
      (sizes, gone) => {
        const things = sizes.map((size, nth) => ({ nth, filler: 'ñ'.repeat(size) }))
        const names = Array.from({ length: gone }, (_, nth) => `product:${String(nth)}`)
        const parts = inParts(things, names)
        expect(parts.flatMap((part) => part.things)).toEqual(things)
        expect(parts.flatMap((part) => part.gone)).toEqual(names)
        for (const part of parts)
          if (part.things.length + part.gone.length > 1)
            expect(bytesOf(part)).toBeLessThanOrEqual(mebibyte + 100)
        // None is there that the one before it had room for.
        for (const [nth, part] of parts.entries()) {
          const before = parts[nth - 1]
          if (before === undefined) continue
          const [first] = [...part.things, ...part.gone]
          expect(bytesOf(before) + bytesOf(first)).toBeGreaterThan(mebibyte - 100)
        }
      },
    ),
    { numRuns: 30 },
  )
})
