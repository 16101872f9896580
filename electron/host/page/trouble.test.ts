import { expect, test } from 'vitest'
import { languages } from '#contract/shared/languages.ts'
import { messages } from './messages/index.ts'
import { acceptedLanguage, languageOf, troubleLine, troublePage, type Trouble } from './trouble.ts'

test.each([
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['xx-XX, pt;q=0.4, en;q=0.3', 'pt'],
  ['xx;q=1, en;q=0.1, ES ;q=0.2', 'es'],
  ['xx', 'en'],
  ['constructor, toString;q=0.5', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('a browser that likes %s reads %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language)
})

test.each([
  ['pt-BR', 'pt'],
  ['es', 'es'],
  ['xx-XX', 'en'],
  ['', 'en'],
])('a machine of %s reads %s', (locale, language) => {
  expect(languageOf(locale)).toBe(language)
})

const troubles = Object.keys(messages.en.troubles) as Trouble[]
const page = (trouble: Trouble, place = '/srv/data') =>
  troublePage({ trouble, language: 'en', theme: 'dark', place })

test.each(troubles)('%s has words of its own in every language', (trouble) => {
  const texts = languages.map((language) => JSON.stringify(messages[language].troubles[trouble]))
  expect(new Set(texts).size).toBe(languages.length)
  expect(troubleLine(trouble, '/srv/data')).toContain('(/srv/data). ')
})

test('only a page about a temporary problem reloads by itself', () => {
  const again = troubles.filter((trouble) => page(trouble).html.includes('http-equiv="refresh"'))
  expect(troubles.filter((trouble) => !again.includes(trouble))).toEqual([
    'unknown',
    'page-gone',
    'crash-loop',
  ])
})

test('the name of a folder is always shown as text', () => {
  const { html } = page('no-file', '/srv/<script>alert("1")</script>&')
  expect(html).toContain('/srv/&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;')
  expect(html).not.toContain('<script')
})

test('its only style is the one that its policy allows', async () => {
  const { html, headers } = page('no-file')
  const style = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? ''
  const bytes = await crypto.subtle.digest('SHA-256', Buffer.from(style))
  expect(headers['content-security-policy']).toContain(
    `style-src 'sha256-${Buffer.from(bytes).toString('base64')}'`,
  )
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})
