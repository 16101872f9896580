import { expect, test } from 'vitest'
import { siblingCycles } from './structure.ts'

test('no folder beside another imports what imports it, directly or through others', () => {
  expect(siblingCycles()).toEqual([])
})
