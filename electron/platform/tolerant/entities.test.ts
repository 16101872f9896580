import { expect, test } from 'vitest'
import { platformTicket } from '#test/support/platform-ticket.ts'
import { odd } from '#test/support/odd-order.ts'
import { withoutEntities } from './entities.ts'

test.each<[unknown, unknown]>([
  ['14&quot; Grande', '14" Grande'],
  ['al&eacute;rgica al man&iacute; &#9888;', 'alérgica al maní ⚠'],
  ['O&#39;Brien', "O'Brien"],
  ['O&#x27;Brien', "O'Brien"],
  ['Fish &amp; Chips', 'Fish & Chips'],
  ['AT&T', 'AT&T'],
  ['a &lt; b', 'a < b'],
  ['a < b && c', 'a < b && c'],
  ['&amp;lt;', '&lt;'],
  ['&unknown; &', '&unknown; &'],
  ['R&D; Bar', 'R&D; Bar'],
  [
    { name: 'Tama&ntilde;o', list: ['&iquest;'] },
    { name: 'Tamaño', list: ['¿'] },
  ],
  [
    { _id: 'a&amp;b', productId: 'a&amp;b' },
    { _id: 'a&amp;b', productId: 'a&amp;b' },
  ],
  ['sin sal\r\nsin ajo\rpicante\u2028bien cocido', 'sin sal\nsin ajo\npicante\nbien cocido'],
  ['sin sal&#13;&#10;sin ajo', 'sin sal\nsin ajo'],
  ['no \u200bwidth, \ta tab', 'no \u200bwidth, \ta tab'],
  ['[{"name":"14&quot;"}]', '[{"name":"14&quot;"}]'],
  [7, 7],
])('%j', (sent, expected) => {
  expect(withoutEntities(sent)).toEqual(expected)
})

test('what has none stays the same object', () => {
  const order = { name: 'Sopa', list: [{ a: 1 }, 'AT&T'] }
  expect(withoutEntities(order)).toBe(order)
})

test('a ticket is plain text everywhere, and an allergy is found', () => {
  const items = [
    {
      ...{ _id: 'a', amount: 1, comment: 'al&eacute;rgica al man&iacute; &#9888;' },
      product: { _id: 'p', name: 'Fish &amp; Chips' },
      modifiers: [
        { modifierId: 'm', name: 'Tama&ntilde;o', options: [{ name: '14&quot; Grande' }] },
      ],
    },
    { _id: 'b', amount: 1, product: { _id: 'q', name: 'AT&T' } },
  ]
  const read = platformTicket(odd({ items, buyerName: 'O&#39;Brien' }))
  expect(read?.ticket).toMatchObject({
    buyerName: "O'Brien",
    items: [
      {
        ...{ name: 'Fish & Chips', comment: 'alérgica al maní ⚠' },
        modifiers: [{ name: 'Tamaño', options: [{ name: '14" Grande' }] }],
        allergyWords: ['alérgica', 'maní'],
      },
      { name: 'AT&T' },
    ],
  })
})
