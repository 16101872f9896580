import { expect, test } from 'vitest'
import { otherFacts } from './detail.ts'
import { orderNotes } from './notes.ts'

const notesOf = (orderParams: object, rest: object = {}): string[] =>
  orderNotes({ ...rest, orderParams }, []).map(({ text }) => text)

test.each<[string, object, string[]]>([
  ['an answer', { cutlery: 'yes' }, ['Cutlery: yes']],
  ['a no', { cutlery: 'no', napkins: false }, ['Cutlery: no', 'Napkins: no']],
  [
    'a yes is the name',
    { noCutlery: true, separate_boxes: 'true' },
    ['No cutlery', 'Separate boxes'],
  ],
  ['a no to a no says nothing', { noCutlery: false, sinServilletas: 'false' }, []],
  ['a number', { people: 8, table: '12' }, ['People: 8', 'Table: 12']],
  ['nested', { surprise: { for: 'Ana' } }, ['Surprise for: Ana']],
  ['a list', { extras: ['Ají', 'Limón'] }, ['Extras: Ají', 'Extras: Limón']],
  ['accents', { ocasión: 'Cumpleaños' }, ['Ocasión: Cumpleaños']],
  ['a comment without a name', { comment: 'Cortar en ocho' }, ['Cortar en ocho']],
  ['a contact in it', { surprise: 'Llamar al +56 9 1234 5678' }, ['Surprise: Llamar al …']],
  ['a choice of two words joined', { doneness: 'well-done' }, ['Doneness: well-done']],
  ['the same text once', { comment: 'Rápido', other: 'Rápido' }, ['Rápido']],
  ['the same answer once', { a: { x: 'uno' }, 'a.x': 'uno' }, ['A x: uno']],
  ['an allergy first', { people: 2, allergies: 'milk' }, ['allergies: milk', 'People: 2']],
  ['no allergies', { allergies: 'none', nutAllergy: 0 }, []],
  ['a count of an allergy', { nutAllergy: 1 }, ['Nut allergy: 1']],
  ['ids', { cartRef: 'x1', deviceId: 'abc', theme: 'T4wMX9CjX3zpkPxb3', a: 'ord-15244' }, []],
  ['addresses', { image: 'https://example.com/a', returnUrl: '/thanks' }, []],
  ['secrets', { token: 'Ana Soto', thing: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln' }, []],
  ['contacts', { contact: 'ana@example.com', other: '+56 9 1234 5678', rut: '12.345' }, []],
  ['flags', { isWeb: true, acceptsTerms: true, hasAccount: false, newsletter: true }, []],
  [
    'words of programs',
    { mode: 'oneTime', flow: 'NEW_FLOW', utm_source: 'mail', locale: 'es' },
    [],
  ],
  ['instants and places', { slot: '2026-11-20T15:07:50Z', at: 1763651270106, x: -33.44889 }, []],
  ['what others read', { driverTip: 'poco', billing: { name: 'Empresa' }, giftText: 'Hola' }, []],
  ['words without an end', { blob: 'x'.repeat(41), pad: `a ${'y'.repeat(3000)}` }, []],
  ['nothing', { a: null, b: '', c: 'null', d: [], e: {} }, []],
])('the answers of the checkout on a card: %s', (_title, orderParams, expected) => {
  expect(notesOf(orderParams)).toEqual(expected)
})

test('what the card says elsewhere is not repeated', () => {
  expect(notesOf({ name: 'Ana', people: 2 }, { buyerName: 'Ana ' })).toEqual(['People: 2'])
})

test('six answers are on the card, with how many more there are; the details have the rest', () => {
  const orderParams = Object.fromEntries(
    'abcdefghi'.split('').map((letter) => [`answer${letter.toUpperCase()}`, `uno ${letter}`]),
  )
  const notes = notesOf(orderParams)
  expect(notes).toHaveLength(7)
  expect(notes.slice(5)).toEqual(['Answer f: uno f', '… +3'])
  expect(otherFacts({ orderParams }, [], notes)).toEqual([
    { name: 'answerG', value: 'uno g' },
    { name: 'answerH', value: 'uno h' },
    { name: 'answerI', value: 'uno i' },
  ])
})

test('a long answer is cut on the card, and whole in the details', () => {
  const surprise = 'Viva 🎂 '.repeat(100).trim()
  const notes = notesOf({ surprise })
  expect(notes).toHaveLength(1)
  expect(Array.from(notes[0] ?? '')).toHaveLength('Surprise: '.length + 241)
  expect(notes[0]).toMatch(/…$/)
  expect(otherFacts({ orderParams: { surprise } }, [], notes)).toEqual([
    { name: 'surprise', value: surprise },
  ])
})
