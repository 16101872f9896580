import { afterEach, expect, test } from 'vitest'
import './base.css'

afterEach(() => document.body.replaceChildren())

/** The left edge of each text in one line, from left to right. */
function placesOf(...texts: readonly string[]): number[] {
  const line = document.createElement('p')
  line.style.whiteSpace = 'nowrap'
  const parts = texts.map((text) => {
    const part = document.createElement('span')
    part.textContent = text
    return part
  })
  line.append(...parts.flatMap((part) => [part, ' ']))
  document.body.replaceChildren(line)
  return parts.map((part) => part.getBoundingClientRect().left)
}

test.for([
  ['a name from right to left', 'שלום'],
  ['a mark', '\u200fAna'],
  ['an override that nobody ends', 'sin \u202enoc'],
  ['an embedding that nobody ends', '\u202bright-to-left'],
  ['an isolate that nobody ends', '\u2067Ana'],
])('%s turns nothing beside it', ([, text = '']) => {
  const places = placesOf('1001', text, '12:30', 'Pan')
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})
