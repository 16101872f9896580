import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ground } from './ground.ts'

test('a window begins in the colours of its page', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../renderer/ui/tokens.css'), 'utf8')
  expect(tokens).toContain(`--ground: light-dark(${ground.light}, ${ground.dark});`)
})
