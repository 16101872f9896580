import { expect, test } from 'vitest'
import { otherFacts } from './detail.ts'
import { orderNotes } from './notes.ts'

const notes = (order: object, deliveries: object[] = []): string[] =>
  orderNotes(order, deliveries).map(({ text }) => text)
const others = (order: object, deliveries: object[] = [], shown: string[] = []) =>
  otherFacts(order, deliveries, shown)

test.each<[string, object, string[]]>([
  ['a comment of the order', { comment: 'Todo junto' }, ['Todo junto']],
  [
    'whatever its shape',
    { comments: [{ text: 'Todo junto' }, 'Rápido'] },
    ['Todo junto', 'Rápido'],
  ],
  ['the same text once', { comment: 'Rápido', notes: ['Rápido'] }, ['Rápido']],
  ['in Portuguese', { observações: 'Sem pressa' }, ['Sem pressa']],
  ['within another object', { kitchen: { noteForCook: 'Sin apuro' } }, ['Sin apuro']],
  ['a field whose name only looks like one', { denoted: 'una cosa' }, []],
  [
    'what stands beside a note',
    { note: { text: 'Rápido', lang: 'es', by: 'mesero', createdAt: 'hoy' } },
    ['Rápido'],
  ],
  ['a special request', { specialRequest: 'Rápido' }, ['Rápido']],
  ['what a machine asked', { request: { method: 'POST', path: '/orders' } }, []],
  ['a kind of note', { note: { type: 'allergy', text: 'milk' } }, ['allergy', 'milk']],
  ['for the driver', { deliveryInstructions: 'Portón azul' }, []],
  ['for the bill', { billing: { notes: 'Con RUT' } }, []],
  ['an allergy of any field', { whatever: { x: 'soy alérgica' } }, ['soy alérgica']],
  ['an allergy in a name', { buyerName: 'Ana (celíaca)' }, ['Ana (celíaca)']],
  [
    'by the name of the field',
    { allergies: ['milk', 'eggs'] },
    ['allergies: milk', 'allergies: eggs'],
  ],
  ['or of one around it', { x: { allergies: { first: 'milk' } } }, ['allergies first: milk']],
  [
    'a request as a name',
    { requests: { noNuts: true, extraNuts: true } },
    ['requests no nuts: true'],
  ],
  ['JSON text', { extra: '{"note":"Sin apuro","x":["sin nueces"]}' }, ['Sin apuro', 'sin nueces']],
  ['what only begins like it', { note: '[urgente] sin apuro' }, ['[urgente] sin apuro']],
  ['a yes', { hasAllergies: true }, ['allergies: true']],
  ['a no', { hasAllergies: false, allergies: 'Ninguna', alergias: 'não' }, []],
  ['an address of the web', { allergyInfo: 'https://example.com/allergy' }, []],
  ['a secret', { allergyToken: 'abc def' }, []],
  [
    'hidden signs stay, and are isolated where they are drawn',
    { note: 'a\u202eb cd' },
    ['a\u202eb cd'],
  ],
])('what a cook reads: %s', (_title, order, expected) => {
  expect(notes(order)).toEqual(expected)
})

test('phone numbers and e-mail addresses are not on the card, only in the details', () => {
  const comment = 'Avisar al (+56) 9 1234-5678 o a a.b@c.cl, mesa 12'
  expect(notes({ comment })).toEqual(['Avisar al … o a …, mesa 12'])
  expect(others({ comment }, [], notes({ comment }))).toEqual([{ name: 'comment', value: comment }])
  expect(notes({ comment: '+56 9 1234 5678', note: 'ana@example.com' })).toEqual([])
})

test('the details have every answer of the checkout, and sentences of fields that nobody knows', () => {
  const order = {
    code: 'X 1',
    paymentTypeLabel: 'Tarjeta de crédito',
    gift: { message: 'Para ti' },
    address: { address: 'Calle 1', comment: 'Timbre malo' },
    orderParams: {
      cutlery: false,
      table: 7,
      deep: { a: { b: { c: { d: { e: 'más que cinco' } } } } },
      userId: 'T4wMX9CjX3zpkPxb3',
      link: 'https://example.com/',
    },
    extra: ['una cosa', 'otra cosa', 'una cosa'],
    channel: 'web-delivery',
    trace: '7b0f8c7e-59f1-4a43-8d43-5b9f6f8f2c11',
  }
  const deliveries = [
    { _id: 'd', instructions: 'Tocar fuerte', driverInformation: { name: 'Pedro Pérez' } },
  ]
  expect(others(order, deliveries, ['Para ti'])).toEqual([
    { name: 'cutlery', value: 'false' },
    { name: 'table', value: '7' },
    { name: 'address.comment', value: 'Timbre malo' },
    { name: 'orderParams.deep.a.b.c.d.e', value: 'más que cinco' },
    { name: 'extra', value: 'una cosa · otra cosa' },
    { name: 'deliveries.instructions', value: 'Tocar fuerte' },
  ])
  expect(others(order, deliveries, ['Para ti', 'Tocar fuerte']).at(-1)?.name).toBe('extra')
})

test('a deep thing and a wide one are read to their end', () => {
  let deep: object = { note: 'Sin apuro' }
  for (let level = 0; level < 20_000; level++) deep = { deep }
  expect(notes(deep)).toEqual(['Sin apuro'])
  const wide = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, nth) => [`f${String(nth)}`, `sin nueces ${String(nth)}`]),
  )
  expect(notes(wide)).toHaveLength(20_000)
  expect(others(wide)).toHaveLength(60)
})
