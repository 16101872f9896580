import { expect, test } from 'vitest'
import { isSecret, isTechnical, textsIn, withoutContacts } from '#contract/shared/human-text.ts'

test.each([
  'https://example.com/a?b=1',
  'www.example.com/menu',
  'data:image/png;base64,AAAA',
  '0b8f6f0e-2d3c-4b53-9d6b-2f3a7c1e5d10',
  'T4wMX9CjX3zpkPxb3',
  'ord-15244',
  '2026-11-20T15:07:50.106Z',
  '+56 9 1234 5678',
  '(+56) 9 1234-5678 ana@example.com',
  'ana@example.com',
  '12:24 - 12:39',
  '',
  'true',
  'False',
])('a machine wrote %j', (text) => {
  expect(isTechnical(text)).toBe(true)
})

test.each(['Sin sal', 'Rápido', '🥜', 'Mesa 7', 'شاورما', '2x Sopa', 'sin-nueces', 'Llamar al 5'])(
  'a person wrote %j',
  (text) => {
    expect(isTechnical(text)).toBe(false)
  },
)

test('texts are read in their order, at any depth, without places, secrets and nothing', () => {
  const object = {
    a: ['uno', { b: 'dos' }],
    token: 'x y',
    c: null,
    d: 'null',
    'sin sal': true,
    'sin ajo': false,
    e: '{"f":"tres"}',
  }
  const texts = [...textsIn(object)].filter(({ text }) => !isTechnical(text))
  expect(texts).toEqual([
    { key: 'a', name: 'a', text: 'uno' },
    { key: 'b', name: 'a.b', text: 'dos' },
    { key: '', name: '', text: 'sin sal' },
    { key: 'f', name: 'e.f', text: 'tres' },
  ])
  expect([...textsIn({ a: 'uno', b: { a: 'dos' } }, new Set(['a']))]).toEqual([
    { key: 'a', name: 'b.a', text: 'dos' },
  ])
})

test('telephones and e-mails are taken out, and other numbers stay', () => {
  expect(withoutContacts('Mesa 12, 3 personas, llamar al 9 8765 4321')).toBe(
    'Mesa 12, 3 personas, llamar al …',
  )
  expect(withoutContacts('a ana.perez+x@mail.example.com, gracias')).toBe('a …, gracias')
})

test('a secret is one by its name or by what it is', () => {
  expect(isSecret('giftCard.pinCode', '1234')).toBe(true)
  expect(isSecret('shipping', 'hoy')).toBe(false)
  expect(isSecret('note', '4111 1111 1111 1111')).toBe(true)
})

test('very long texts cost the same for each letter', () => {
  for (const text of ['1 ', 'a@', 'a.', 'aB1', '(1', '+'])
    expect(withoutContacts(text.repeat(50_000)).length).toBeGreaterThan(0)
})
