import { expect, test } from 'vitest'
import { contrast, distance, sights } from '../test-support/color-sight.ts'

const files = import.meta.glob<string>('../**/*.{css,vue}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const file = files['./tokens.css'] ?? ''
const care = files['../app/browser-care/browser-care.css'] ?? ''
const themes = ['light', 'dark'] as const

/** Every color by name in both themes, read from a text after `start`. */
function coloursOf(
  start: string,
  text = file,
): Map<string, Record<(typeof themes)[number], string>> {
  const rule = text.slice(text.indexOf(start)).split('}')[0] ?? ''
  const colours = new Map<string, Record<(typeof themes)[number], string>>()
  const declared = /--([\w-]+):\s*(?:light-dark\((#\w{6}),\s*(#\w{6})\)|(#\w{6}))/g
  for (const [, name = '', light, dark, both = ''] of rule.matchAll(declared))
    colours.set(name, { light: light ?? both, dark: dark ?? both })
  return colours
}

const grounds = ['ground', 'panel', 'card', 'sunken']
const tones = ['accent', 'good', 'amber', 'red']
/** The heads of cards and their clocks: amber, late and very late. */
const atTwoMetres: [string, string][] = [
  ['ink', 'amber-soft'],
  ['late-ink', 'late'],
  ['amber-ink', 'amber'],
  ['red-ink', 'red-deep'],
  ['alarm-ink', 'alarm'],
]
/** Text colors and their backgrounds. */
const written: [string, string][] = [
  ...grounds.flatMap((ground): [string, string][] => [
    ['ink', ground],
    ['ink-soft', ground],
  ]),
  ...[...tones, 'violet', 'orange', 'teal'].map((tone): [string, string] => [`${tone}-ink`, tone]),
  ...tones.flatMap((tone) =>
    [`${tone}-soft`, 'panel', 'card'].map((on): [string, string] => [`${tone}-text`, on]),
  ),
  ['accent-ink', 'accent-deep'],
  ...atTwoMetres,
  ['accent-ink', 'accent-text'],
  ['violet', 'card'],
  // Inverted: toasts, pressed and selected elements.
  ['card', 'ink'],
  ['ground', 'ink'],
  ['panel', 'ink-soft'],
]
/** Contrast of shapes, not text: field edges, focus rings, accents, dots and switches. */
const seen: [string, string][] = [
  ...['panel', 'card'].flatMap((ground): [string, string][] => [
    ['edge', ground],
    ['focus', ground],
    ['accent', ground],
    ['good', ground],
  ]),
  ['panel', 'edge'],
  ['good', 'good-ink'],
]

const colours = coloursOf(':root {')
const cutOff = new Map([...colours, ...coloursOf(':root[data-cut-off]')])

test.for([
  ['as a rule', colours],
  ['while the host does not answer', cutOff],
] as const)('every text is at least 4.5:1 from what it stands on, %s', ([, table]) => {
  for (const theme of themes)
    for (const [ink, on] of written) {
      const [one, other] = [table.get(ink)?.[theme], table.get(on)?.[theme]]
      expect(contrast(one ?? '', other ?? ''), `${ink} on ${on}, ${theme}`).toBeGreaterThanOrEqual(
        4.5,
      )
    }
})

test('the clocks of late tickets are at least 7:1, and late and very late differ without colour', () => {
  for (const theme of themes) {
    const of = (name: string): string => colours.get(name)?.[theme] ?? ''
    for (const [ink, on] of atTwoMetres)
      expect(contrast(of(ink), of(on)), `${ink} on ${on}, ${theme}`).toBeGreaterThanOrEqual(7)
    expect(contrast(of('alarm'), of('red-deep')), theme).toBeGreaterThanOrEqual(2)
  }
})

/** All pairs that a cook must tell apart at a glance. */
const distinct = [
  ['alarm', 'red-deep'],
  ['alarm', 'violet'],
  ['alarm', 'amber'],
  ['red-deep', 'violet'],
] as const
const darkened = new Map([...colours, ...coloursOf('[data-darkened] {', care)])

test.for([
  ['light', 'light', colours, [...distinct, ['red-deep', 'amber'] as const]],
  ['dark', 'dark', colours, [...distinct, ['red-deep', 'amber'] as const]],
  // Light letters leave too few grounds for amber; it has a clock beside it.
  ['darkened by the browser', 'light', darkened, distinct],
] as const)(
  'late, very late and an allergy differ for every eye, %s',
  ([, theme, table, pairs]) => {
    const of = (name: string): string => table.get(name)?.[theme] ?? ''
    for (const [sight, matrix] of Object.entries(sights)) {
      for (const [one, other] of pairs)
        expect(
          distance(of(one), of(other), matrix),
          `${one} and ${other}, ${sight}`,
        ).toBeGreaterThan(0.12)
      // The stripes of a very late ticket, which no other has.
      expect(distance(of('alarm'), of('alarm-ink'), matrix), sight).toBeGreaterThan(0.5)
    }
  },
)

test('the frame of a very late ticket stands out most from the cards', () => {
  for (const theme of themes) {
    const of = (name: string): string => colours.get(name)?.[theme] ?? ''
    const fromCard = (names: readonly string[], how: (one: string, other: string) => number) =>
      Math.max(...names.map((name) => how(of(name), of('card'))))
    const [frame, others] = [
      ['alarm', 'alarm-ink'],
      ['amber', 'red-deep', 'violet'],
    ] as const
    for (const [sight, matrix] of Object.entries(sights)) {
      const far = (one: string, other: string) => distance(one, other, matrix)
      expect(fromCard(frame, far), `${theme}, ${sight}`).toBeGreaterThan(
        fromCard(others, far) + 0.1,
      )
    }
    expect(fromCard(frame, contrast), theme).toBeGreaterThan(1.5 * fromCard(others, contrast))
  }
})

test('what is seen without being read is at least 3:1', () => {
  for (const theme of themes)
    for (const [line, on] of seen) {
      const [one, other] = [colours.get(line)?.[theme], colours.get(on)?.[theme]]
      expect(contrast(one ?? '', other ?? ''), `${line} on ${on}, ${theme}`).toBeGreaterThanOrEqual(
        3,
      )
    }
})

/** The ink and the ground that declarations set together, as "ink on ground". */
function pairOf(declarations: string): string[] {
  const [, on] = /(?:background|--face): var\(--([\w-]+)\)/.exec(declarations) ?? []
  const [, ink] = /[^-]color: var\(--([\w-]+)\)/.exec(declarations) ?? []
  return on === undefined || ink === undefined ? [] : [`${ink} on ${on}`]
}

test('no pair that a rule or the classes of an element set is left out', () => {
  const texts = Object.values(files)
  const small = new Map<string, string>()
  for (const [, name = '', body = ''] of (files['./layout.css'] ?? '').matchAll(
    /\.([\w-]+) (\{[^}]*\})/g,
  ))
    small.set(name, body)
  const ofRules = texts.flatMap((text) => text.match(/\{[^{}]*\}/g) ?? []).flatMap(pairOf)
  const ofElements = texts
    .flatMap((text) => [...text.matchAll(/\sclass="([^"]*)"/g)])
    .flatMap(([, names = '']) =>
      pairOf(
        names
          .split(/\s+/)
          .map((name) => small.get(name) ?? '')
          .join(''),
      ),
    )
  const looked = new Set([...written, ...seen].map(([ink, on]) => `${ink} on ${on}`))
  expect(ofRules.length).toBeGreaterThan(20)
  expect(ofElements.length).toBeGreaterThan(10)
  expect([...new Set([...ofRules, ...ofElements])].filter((pair) => !looked.has(pair))).toEqual([])
})
