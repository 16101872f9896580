import { expect, test } from 'vitest'
import { axisOf, marksOf, placeOf } from './axis.ts'

const weekOf = (fromMinute: number, toMinute: number) => [[{ fromMinute, toMinute }], [], []]

test('the bars go from 06:00 to 06:00, and further if the hours do', () => {
  expect(axisOf([[], [], []])).toEqual({ from: 360, to: 1800 })
  expect(axisOf(weekOf(315, 1380))).toEqual({ from: 300, to: 1800 })
  expect(axisOf(weekOf(1200, 2010))).toEqual({ from: 360, to: 2040 })
})

test('a minute has a place in percent, within the bars', () => {
  const axis = { from: 360, to: 1800 }
  expect([0, 360, 1080, 1800, 2000].map((minute) => placeOf(axis, minute))).toEqual([
    0, 0, 50, 100, 100,
  ])
})

test('every third hour is written', () => {
  expect(marksOf({ from: 300, to: 1800 })).toEqual([
    360, 540, 720, 900, 1080, 1260, 1440, 1620, 1800,
  ])
})
