import { describe, expect, it } from 'vitest'
import { placeWindow } from './placement.ts'

const left = { x: 0, y: 0, width: 1920, height: 1040 }
const right = { x: 1920, y: -200, width: 1280, height: 800 }
const at = (x: number, y: number, width = 1280, height = 800) => ({ x, y, width, height })

describe('placing the window', () => {
  it.each([
    ['where it was', at(100, 50), [left, right], at(100, 50)],
    ['on a second screen', at(1930, -150), [left, right], at(1930, -150)],
    ['half over the edge, still held', at(1800, 10), [left], at(1800, 10)],
    ['the second screen is gone', at(1930, -150), [left], { width: 1280, height: 800 }],
    ['title bar above the screen', at(100, -40), [left], { width: 1280, height: 800 }],
    ['title bar below the screen', at(100, 1030), [left], { width: 1280, height: 800 }],
    ['a sliver at the right', at(1890, 10), [left], { width: 1280, height: 800 }],
    ['a smaller screen now', at(0, 0, 3840, 2160), [left], at(0, 0, 1920, 1040)],
    ['too small to use', at(0, 0, 10, 10), [left], { width: 800, height: 600 }],
    ['no screen at all', at(0, 0), [], { width: 800, height: 600 }],
  ])('%s', (_case, saved, areas, expected) => {
    expect(placeWindow(saved, areas)).toEqual(expected)
  })
})
