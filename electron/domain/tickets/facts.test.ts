import { expect, test } from 'vitest'
import { readFacts } from './notes.ts'

test.each([
  [null, []],
  [undefined, []],
  ['false', []],
  [{ type: null }, []],
  [{ type: '', lines: [], more: {}, text: ' ', none: 'null' }, []],
  [
    {
      type: 'factura',
      RUT: '76.123.456-7',
      company: { name: 'Ñandú SpA', floors: 3 },
      paid: false,
    },
    [
      { name: 'type', value: 'factura' },
      { name: 'RUT', value: '76.123.456-7' },
      { name: 'company.name', value: 'Ñandú SpA' },
      { name: 'company.floors', value: '3' },
      { name: 'paid', value: 'false' },
    ],
  ],
  [
    { to: ['Ana', 'Bo'], shipping: 'today', signature: 'Tu hermana' },
    [
      { name: 'to.0', value: 'Ana' },
      { name: 'to.1', value: 'Bo' },
      { name: 'shipping', value: 'today' },
      { name: 'signature', value: 'Tu hermana' },
    ],
  ],
])('%j', (metadata, facts) => {
  expect(readFacts(metadata)).toEqual(facts)
})

test.each([
  { accessToken: 'abc' },
  { client_secret: 'abc' },
  { gift: { pinCode: '1234' } },
  { auth: { user: 'ana' } },
  { apiKey: 'x' },
  { PASSWORD: 'x' },
  { note: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln' },
  { ref: '5f4dcc3b5aa765d61d8327deb882cf99' },
  { card: '4111 1111 1111 1111' },
])('looks like a secret: %j', (metadata) => {
  expect(readFacts({ ...metadata, message: 'Feliz cumpleaños' })).toEqual([
    { name: 'message', value: 'Feliz cumpleaños' },
  ])
})

test('limits the number and the depth of facts', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, nth) => [`f${nth}`, nth]))
  expect(readFacts(many)).toHaveLength(20)
  let deep: object = { end: 'here' }
  for (let level = 0; level < 10_000; level++) deep = { deep }
  expect(readFacts(deep)).toEqual([])
})
