import { expect, test } from 'vitest'
import { Rates } from './rates.ts'

function open() {
  let now = 0
  const rates = new Rates({ burst: 5, perSecond: 2 }, () => now)
  const mayAsk = (caller: string) => rates.take(caller)
  return { mayAsk, pass: (ms: number) => (now += ms) }
}

test('a caller may ask as often as the burst allows, and then at its rate', () => {
  const { mayAsk, pass } = open()
  const answers = (count: number) => Array.from({ length: count }, () => mayAsk('a'))
  expect(answers(6)).toEqual([true, true, true, true, true, false])
  pass(1_000)
  expect(answers(3)).toEqual([true, true, false])
  pass(3_600_000)
  expect(answers(6).filter(Boolean)).toHaveLength(5)
})

test('one caller takes nothing from another', () => {
  const { mayAsk } = open()
  for (let count = 0; count < 100; count++) mayAsk('loud')
  expect(mayAsk('quiet')).toBe(true)
})

test('the callers that are remembered are limited: the quiet ones are forgotten first', () => {
  const { mayAsk } = open()
  for (let count = 0; count < 5; count++) mayAsk('loud')
  for (let count = 0; count < 6_000; count++) {
    mayAsk(`address ${String(count)}`)
    if (count % 1_000 === 0) expect(mayAsk('loud')).toBe(false)
  }
})
