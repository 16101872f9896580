import { expect, test } from 'vitest'
import { languages } from '#contract/shared/languages.ts'
import { addMessages, languageName, loadLanguage, locale, say as sayCommon } from './i18n.ts'

const text = {
  turning: { reported: '{name} wants {n} of {dish}.', many: '{name}: {n} | {name}: {n}' },
}
const say = addMessages<typeof text>(
  Object.fromEntries(languages.map((each) => [`./${each}.json`, text])),
)

test('a value with another writing direction does not turn the rest of the sentence', () => {
  expect(say('turning.reported', { name: 'Ana', n: 2, dish: 'Pan' })).toBe('Ana wants 2 of Pan.')
  expect(say('turning.reported', { name: '\u202eAna', n: 2, dish: 'לחם' })).toBe(
    '\u2068\u202eAna\u2069 wants 2 of \u2068לחם\u2069.',
  )
  expect(say('turning.many', { name: 'Ana\u2069\u202e', n: 2 })).toBe('\u2068Ana\u202e\u2069: 2')
})

test('two folders may share a section', () => {
  const both = languages.flatMap((each): [string, unknown][] => [
    [`./messages/${each}.json`, { shared: { own: 'Own' } }],
    [`../messages/${each}.json`, { shared: { room: 'Room' } }],
  ])
  const sayBoth = addMessages<{ shared: { own: string; room: string } }>(Object.fromEntries(both))
  expect([sayBoth('shared.own'), sayBoth('shared.room')]).toEqual(['Own', 'Room'])
})

test('a message has a form for one and for many, and may have one for none', () => {
  const forms = {
    forms: { two: '{n} dish | {n} dishes', three: 'No dish | {n} dish | {n} dishes' },
  }
  const sayForm = addMessages<typeof forms>({ './en.json': forms })
  expect([0, 1, 2].map((n) => sayForm('forms.two', { n }))).toEqual([
    '0 dishes',
    '1 dish',
    '2 dishes',
  ])
  expect([0, 1, 2].map((n) => sayForm('forms.three', { n }))).toEqual([
    'No dish',
    '1 dish',
    '2 dishes',
  ])
  expect(sayForm('forms.two')).toBe('{n} dish')
})

test('the first view’s messages are there in another language once it is loaded', async () => {
  await loadLanguage('es')
  locale.value = 'es'
  const spanish = sayCommon('common.on')
  locale.value = 'en'
  expect([spanish, sayCommon('common.on')]).toEqual(['Activado', 'On'])
})

test('a language has its own name', () => {
  expect(languages.map(languageName)).toEqual(['English', 'Español', 'Português'])
})
