import { expect, test } from 'vitest'

const files = import.meta.glob<string>(
  ['../**/*.{ts,vue}', '!../**/*.test.ts', '!./{times,when}.ts'],
  { eager: true, query: '?raw', import: 'default' },
)

// A computer in America would write "05:00 PM" here, next to a store's 17:00.
const ownWays =
  /type="(time|date|datetime-local|month|week)"|toLocale(Time|Date)String|DateTimeFormat|timeStyle/

test('no screen writes a time but by this clock: 24 hours, whatever the machine likes', () => {
  expect(Object.keys(files).length).toBeGreaterThan(150)
  const others = Object.entries(files).filter(([, text]) => ownWays.test(text))
  expect(others.map(([path]) => path)).toEqual([])
})
