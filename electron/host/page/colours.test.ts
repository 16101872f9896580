import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { colours } from './colours.ts'

const tokens = readFileSync(join(import.meta.dirname, '../../../renderer/ui/tokens.css'), 'utf8')

test.each(Object.entries(colours))('%s is the page’s', (name, [light, dark]) => {
  expect(tokens).toContain(`--${name}: light-dark(${light}, ${dark});`)
})
