import { expect, test } from 'vitest'
import { factName } from './detail-text.ts'

test.for([
  ['recipientName', 'Recipient name'],
  ['tax_id', 'Tax id'],
  ['businessLine2', 'Business line2'],
  ['direcciónÚnica', 'Dirección única'],
  ['name', 'Name'],
  ['', ''],
])('%s is read as "%s"', ([name, text]) => {
  expect(factName(name ?? '')).toBe(text)
})
