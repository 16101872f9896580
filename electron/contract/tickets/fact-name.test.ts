import { expect, test } from 'vitest'
import { factName } from './fact-name.ts'

test.for([
  ['recipientName', 'Recipient name'],
  ['tax_id', 'Tax id'],
  ['businessLine2', 'Business line2'],
  ['direcciónÚnica', 'Dirección única'],
  ['name', 'Name'],
  ['extras.0.sauce', 'Extras sauce'],
  ['extras.12', 'Extras'],
  ['', ''],
])('%s is read as "%s"', ([name, text]) => {
  expect(factName(name ?? '')).toBe(text)
})
