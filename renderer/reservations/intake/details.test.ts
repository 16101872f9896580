import { expect, test } from 'vitest'
import { needsAnother } from './details.ts'

test('a table and notes change here alone, whoever else is asked for is another reservation', () => {
  const here = ['sectorId', 'tableIds', 'durationMinutes', 'requests', 'allergies'] as const
  expect(needsAnother(here)).toBe(false)
  for (const field of ['time', 'partySize', 'phone', 'name'] as const)
    expect(needsAnother([...here, field])).toBe(true)
})
