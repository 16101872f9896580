import { expect, test } from 'vitest'
import { placeCard, type Box } from './place-card.ts'

const views = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]
const card = { width: 352, height: 250 }

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

test.each(views)(
  'at $width x $height the card is beside every button, and stays on screen',
  (view) => {
    for (let left = 0; left <= view.width - 90; left += 30)
      for (let top = 0; top <= view.height - 60; top += 30) {
        const target = { left, top, width: 90, height: 60 }
        const placed = { ...placeCard(target, card, view), ...card }
        const at = JSON.stringify({ target, placed })
        expect(overlaps(target, placed), at).toBe(false)
        expect(placed.left, at).toBeGreaterThanOrEqual(0)
        expect(placed.top, at).toBeGreaterThanOrEqual(0)
        expect(placed.left + placed.width, at).toBeLessThanOrEqual(view.width)
        expect(placed.top + placed.height, at).toBeLessThanOrEqual(view.height)
      }
  },
)

test('without a target the card is in the middle', () => {
  expect(placeCard(null, { width: 300, height: 200 }, { width: 500, height: 400 })).toEqual({
    left: 100,
    top: 100,
  })
})

test('a target with no room on any side leaves the card on screen, in the far corner', () => {
  const target = { left: 0, top: 0, width: 370, height: 700 }
  expect(placeCard(target, card, { width: 390, height: 844 })).toEqual({ left: 30, top: 586 })
})
