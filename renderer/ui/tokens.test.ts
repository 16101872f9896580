import { expect, test } from 'vitest'

const files = import.meta.glob<string>('../**/*.{css,vue}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const file = files['./tokens.css'] ?? ''
const themes = ['light', 'dark'] as const

/** Every color by name in both themes, read from `file` after `start`. */
function coloursOf(start: string): Map<string, Record<(typeof themes)[number], string>> {
  const rule = file.slice(file.indexOf(start)).split('}')[0] ?? ''
  const colours = new Map<string, Record<(typeof themes)[number], string>>()
  const declared = /--([\w-]+):\s*(?:light-dark\((#\w{6}),\s*(#\w{6})\)|(#\w{6}))/g
  for (const [, name = '', light, dark, both = ''] of rule.matchAll(declared))
    colours.set(name, { light: light ?? both, dark: dark ?? both })
  return colours
}

/** Defined by the Web Content Accessibility Guidelines. */
function linear(colour: string): number[] {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = linear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['ground', 'panel', 'card', 'sunken']
const tones = ['accent', 'good', 'amber', 'red']
/** The heads of cards: amber, late and very late. */
const atTwoMetres: [string, string][] = [
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

/** What a person with that sight sees of linear red, green and blue (Machado et al., 2009). */
const sights = {
  'full color': [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.1523, 1.0526, -0.2049, 0.1145, 0.7863, 0.0992, -0.0039, -0.0481, 1.052],
  deuteranopia: [0.3673, 0.8606, -0.228, 0.2801, 0.6725, 0.0474, -0.0118, 0.0429, 0.9689],
  tritanopia: [1.2555, -0.0767, -0.1788, -0.0784, 0.9308, 0.1476, 0.0047, 0.6914, 0.3039],
}

function times(matrix: readonly number[], [x = 0, y = 0, z = 0]: readonly number[]): number[] {
  return [0, 3, 6].map((row) => {
    const [a = 0, b = 0, c = 0] = matrix.slice(row, row + 3)
    return a * x + b * y + c * z
  })
}

/** A color in OKLab, where distances are as large as they look, as one sees it. */
function seenAs(colour: string, sight: readonly number[]): number[] {
  const cones = times(
    [0.4122, 0.5363, 0.0514, 0.2119, 0.6807, 0.1074, 0.0883, 0.2817, 0.63],
    times(sight, linear(colour)).map((part) => Math.min(1, Math.max(0, part))),
  ).map(Math.cbrt)
  return times([0.2105, 0.7936, -0.0041, 1.978, -2.4286, 0.4506, 0.0259, 0.7828, -0.8087], cones)
}

function distance(one: string, other: string, sight: readonly number[]): number {
  const [from, to] = [seenAs(one, sight), seenAs(other, sight)]
  return Math.hypot(...from.map((part, at) => part - (to[at] ?? 0)))
}

test('late, very late and an allergy differ for every eye, and very late is the loudest', () => {
  for (const theme of themes) {
    const of = (name: string): string => colours.get(name)?.[theme] ?? ''
    for (const [sight, matrix] of Object.entries(sights)) {
      for (const [one, other] of [
        ['alarm', 'red-deep'],
        ['alarm', 'violet'],
        ['alarm', 'amber'],
        ['red-deep', 'violet'],
      ] as const)
        expect(
          distance(of(one), of(other), matrix),
          `${one} and ${other}, ${theme}, ${sight}`,
        ).toBeGreaterThan(0.12)
      const fromGround = (name: string): number => distance(of(name), of('card'), matrix)
      for (const quieter of ['amber', 'red-deep', 'violet'])
        expect(fromGround('alarm'), `${quieter}, ${theme}, ${sight}`).toBeGreaterThan(
          fromGround(quieter) + 0.1,
        )
    }
    for (const quieter of ['amber', 'red-deep', 'violet'])
      expect(contrast(of('alarm'), of('card')), theme).toBeGreaterThan(
        1.5 * contrast(of(quieter), of('card')),
      )
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

test('no pair that a rule sets is left out', () => {
  const pairs = Object.values(files)
    .flatMap((text) => text.match(/\{[^{}]*\}/g) ?? [])
    .flatMap((rule) => {
      const [, on] = /(?:background|--face): var\(--([\w-]+)\)/.exec(rule) ?? []
      const [, ink] = /[^-]color: var\(--([\w-]+)\)/.exec(rule) ?? []
      return on === undefined || ink === undefined ? [] : [`${ink} on ${on}`]
    })
  const looked = new Set([...written, ...seen].map(([ink, on]) => `${ink} on ${on}`))
  expect(pairs.length).toBeGreaterThan(20)
  expect([...new Set(pairs)].filter((pair) => !looked.has(pair))).toEqual([])
})
