import { expect, test } from 'vitest'
import { guestMessageKinds } from '#contract/reservations/fields.ts'
import { languages } from '#contract/shared/languages.ts'
import {
  defaultText,
  fillText,
  placeholders,
  smsCount,
  textFor,
  unknownPlaceholders,
} from './message-text.ts'
import { messageValues, restaurantName } from './message-values.ts'

const values = {
  name: 'Ñuño',
  restaurant: 'Alerce & Co',
  day: 'Friday 27 November',
  time: '20:30',
  guests: '4',
  minutes: '15',
}

test.for<[string, string]>([
  ['Hello {name}, {restaurant}: {day} {time}', 'Hello Ñuño, Alerce & Co: Friday 27 November 20:30'],
  ['{guests} guests, {minutes} min', '4 guests, 15 min'],
  ['{name}{name}', 'ÑuñoÑuño'],
  ['{nombre}, { name }, {', '{nombre}, { name }, {'],
  ['  Hi\n\n{name} 🙂 ', 'Hi\n\nÑuño 🙂'],
])('%j is filled', ([text, filled]) => {
  expect(fillText(text, values)).toBe(filled)
})

test.for<[string, string]>([
  ['Hello {name}, come', 'Hello, come'],
  ['¡Hola {name}!', '¡Hola!'],
  ['{name}', ''],
])('without a name, %j has no gap', ([text, filled]) => {
  expect(fillText(text, { ...values, name: '  ' })).toBe(filled)
})

test('a value is filled in as it is, also with braces and dollar signs', () => {
  expect(fillText('{name} {time}', { ...values, name: '{time} $& $1' })).toBe('{time} $& $1 20:30')
})

test('every default has only known placeholders, fits in three SMS, and none is left when filled', () => {
  for (const language of languages)
    for (const kind of guestMessageKinds) {
      const text = defaultText(kind, language)
      expect(unknownPlaceholders(text)).toEqual([])
      expect(fillText(text, values)).not.toMatch(/[{}]/)
      expect(smsCount(fillText(text, values))).toBeLessThanOrEqual(3)
    }
})

test('the defaults of a kind differ by language, whatever the language of the screen', () => {
  for (const kind of guestMessageKinds)
    expect(new Set(languages.map((language) => defaultText(kind, language))).size).toBe(3)
})

test('an own text replaces the default of its kind and language alone', () => {
  const own = [{ kind: 'ready', language: 'es', text: 'Lista' }] as const
  expect(textFor([...own], 'ready', 'es')).toBe('Lista')
  expect(textFor([...own], 'ready', 'pt')).toBe(defaultText('ready', 'pt'))
  expect(textFor([...own], 'late', 'es')).toBe(defaultText('late', 'es'))
})

test('what is no placeholder is named once', () => {
  expect(unknownPlaceholders('{nombre} {name} {nombre} { time } {}')).toEqual([
    '{nombre}',
    '{ time }',
    '{}',
  ])
  expect(unknownPlaceholders(placeholders.map((one) => `{${one}}`).join())).toEqual([])
})

test.for<[string, number]>([
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['ñ¡¿é'.repeat(40), 1],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  // An á needs the long alphabet, of which 70 letters fit.
  ['á'.repeat(70), 1],
  ['á'.repeat(71), 2],
  ['🙂'.repeat(35), 1],
  ['🙂'.repeat(36), 2],
  ['', 1],
])('%j is so many SMS', ([text, count]) => {
  expect(smsCount(text)).toBe(count)
})

const store = {
  id: 's1',
  name: 'Providencia',
  brand: 'Alerce',
  timeZone: 'America/Santiago',
  countryCode: 'CL',
}

test('the values are in the guest’s language and by the store’s clock', () => {
  const party = {
    firstName: ' ',
    lastName: 'Inventada',
    day: '2026-11-27',
    startsAt: '2026-11-27T23:30:00.000Z',
    partySize: 4,
  }
  expect(messageValues(party, 15, 'es', store)).toEqual({
    name: 'Inventada',
    restaurant: 'Alerce Providencia',
    day: 'viernes, 27 de noviembre',
    time: '20:30',
    guests: '4',
    minutes: '15',
  })
  expect(messageValues(party, 15, 'pt', store).day).toBe('sexta-feira, 27 de novembro')
  expect(messageValues(party, 15, 'en', store).day).toBe('Friday 27 November')
})

test('a restaurant is called by its brand, once', () => {
  expect(restaurantName({ ...store, name: 'ALERCE Centro' })).toBe('ALERCE Centro')
  expect(restaurantName({ ...store, brand: 'Cocina de Colón', name: 'Colón' })).toBe(
    'Cocina de Colón',
  )
  expect(restaurantName({ ...store, brand: '' })).toBe('Providencia')
  expect(restaurantName(null)).toBe('')
})
