import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pairLine, rule, textLine, type Paper } from '#domain/printers/paper.ts'
import { readReceipt, type Receipt, usualFormat } from '#test/support/read-receipt.ts'
import { encodePaper } from './encode.ts'
import { lineImage } from './line-image.ts'
import { loadPrinterFont } from './printer-font.ts'

const print = async (paper: Paper, width: 80 | 58 = 80): Promise<Receipt> =>
  readReceipt(await encodePaper(paper, usualFormat(width)))

const font = await loadPrinterFont()

/** The rows of a letter as the font has them. */
const glyphRows = (letter: string): string[] => {
  const { rows, dots } = font.glyph(letter)
  return rows.map((row) =>
    row.toString(2).padStart(dots, '0').replaceAll('0', ' ').replaceAll('1', '#'),
  )
}

/** The rows of an image from one column to another, and back from `times` dots to one of the font. */
const shrink = (rows: readonly string[], from: number, to: number, times: number): string[] =>
  Array.from({ length: 16 }, (_, y) =>
    Array.from(
      { length: (to - from) / times },
      (__, x) => (rows[y * times] ?? '').padEnd(to)[from + x * times] ?? '',
    ).join(''),
  )

test.for(['豚', '骨', 'Ж', 'Ć', '한', 'Ω', '🍜', '→'])(
  'a large %s has the dots of the font, and the lines around it stay text',
  async (letter) => {
    const before = textLine('Mesa 4, señor', { bold: true })
    const look = { size: 'large' } as const
    const receipt = await print([before, textLine(`Ra${letter}`, look), rule, textLine('ñ', look)])
    expect(receipt.images).toHaveLength(1)
    const { line, rows } = receipt.images[0] as Receipt['images'][number]
    expect(line).toBe(1)
    const width = font.cells(letter) * 24
    expect(rows).toHaveLength(48)
    expect(shrink(rows, 48, 48 + width, 3)).toEqual(glyphRows(letter))
    expect(shrink(rows, 0, 24, 3)).toEqual(glyphRows('R'))
    // Its neighbours are printed as if it were not there.
    const plain = await print([before, rule, textLine('ñ', look)])
    expect(receipt.lines.toSpliced(line, 1)).toEqual(plain.lines)
  },
)

test('text around an image is the same bytes as without it', async () => {
  const above = [textLine('Sin sal', { size: 'large', bold: true }), textLine('Mesa 4')]
  const below = [textLine('Gracias', { size: 'tall' }), pairLine('Total', '12,50', true)]
  const image = textLine('豚骨', { size: 'tall', centred: true })
  const bytes = Buffer.from(
    await encodePaper([...above, image, ...below], usualFormat(80)),
  ).toString('latin1')
  const plain = Buffer.from(await encodePaper([...above, ...below], usualFormat(80))).toString(
    'latin1',
  )
  const start = bytes.indexOf('\x1dv0\0')
  expect(bytes.indexOf('\x1dv0\0', start + 1)).toBe(-1)
  const [wide, high] = [bytes.charCodeAt(start + 4), bytes.charCodeAt(start + 6)]
  expect(bytes.slice(0, start) + bytes.slice(start + 8 + wide * high)).toBe(plain)
})

test.for([
  ['normal', 24, 34],
  ['tall', 24, 48],
  ['large', 48, 48],
  ['huge', 96, 96],
] as const)('a %s wide letter is %d dots wide and its line %d high', async ([size, wide, high]) => {
  const receipt = await print([textLine('豚', { size, loud: true })])
  const rows = receipt.images[0]?.rows ?? []
  expect(rows).toHaveLength(high)
  // White on black, with an edge of one letter on both sides.
  expect(rows[0]?.trimEnd()).toHaveLength(wide * 2)
  expect(rows[0]?.slice(0, wide / 2)).toBe('#'.repeat(wide / 2))
})

test('a stroke of a normal letter is always two dots, bold ones are wider, and spaces stay open', () => {
  const rowsOf = (bold: boolean): string[] => {
    const look = { wide: 1, high: 1, bold, loud: false, indent: 0 }
    return readReceipt(lineImage('Жl目', look, font)).images[0]?.rows ?? []
  }
  const [normal, bold] = [rowsOf(false), rowsOf(true)]
  const strokes = (rows: string[]) => rows.flatMap((row) => row.match(/#+/g) ?? [])
  const gaps = (rows: string[]) => rows.flatMap((row) => row.trim().match(/ +/g) ?? [])
  expect(Math.min(...strokes(normal).map(({ length }) => length))).toBe(2)
  expect(gaps(bold)).toHaveLength(gaps(normal).length)
  const inked = (rows: string[]): number => strokes(rows).join('').length
  expect(inked(bold)).toBeGreaterThan(inked(normal) * 1.2)
})

test('a mark is on the letter before it, and a letter that the font lacks is a box', () => {
  const look = { wide: 2, high: 2, bold: false, loud: false, indent: 0 }
  const dotsOf = (text: string) =>
    shrink(readReceipt(lineImage(text, look, font)).images[0]?.rows ?? [], 0, 48, 3)
  const both = glyphRows('x').map((row, y) =>
    Array.from(row, (dot, x) => (glyphRows('\u0301')[y]?.[x] === '#' ? '#' : dot)).join(''),
  )
  expect(dotsOf('x\u0301')).toEqual(both.map((row) => row.padEnd(16)))
  expect(dotsOf('\u{2ffff}').filter((row) => row.trim() === '######')).toHaveLength(2)
})

test.for([80, 58] as const)('on %d mm no image is wider than the paper', async (width) => {
  const text = 'Tonkotsu 豚骨 '.repeat(9) + '豚骨'.repeat(60) + ' Жаркое по-домашнему'
  const sizes = ['normal', 'tall', 'large', 'huge'] as const
  const paper = sizes.flatMap((size) => [
    textLine(text, { size, lead: '2x ' }),
    textLine(text, { size, loud: true, centred: true }),
  ])
  const { images } = await print([...paper, pairLine(text, '12,50')], width)
  expect(images.length).toBeGreaterThan(40)
  const max = { 80: 42 * 12, 58: 32 * 12 }[width]
  for (const { rows } of images) expect(rows[0]?.trimEnd().length).toBeLessThanOrEqual(max)
})

test('a wide letter takes two columns where a line breaks, and an amount stays at the right', async () => {
  const { images } = await print([textLine('豚'.repeat(30)), pairLine('豚骨', '9,50')])
  // 21 wide letters are 42 columns.
  expect(images.map(({ rows }) => Math.max(...rows.map((row) => row.trimEnd().length)))).toEqual([
    expect.closeTo(21 * 24, -1),
    expect.closeTo(9 * 24, -1),
    expect.closeTo(42 * 12, -1),
  ])
})

test('a letter of a code page is never drawn, nor a decomposed one or a hidden sign', async () => {
  const western = 'Ñandú, ¿qué? Ação à moda: €12,50 “œuf” – Šéf ™ e\u0301 n\u0303 \u200b'
  const { images, lines } = await print([textLine(western, { size: 'large' })])
  expect(images).toEqual([])
  expect(
    lines
      .flat()
      .map(({ text }) => text)
      .join(' '),
  ).toContain('Ñandú, ¿qué?')
})

// White on black, the dots of these have such bytes.
test.for(['a兤兤', 'a冁冁', 'a劈劈', 'a动动', 'a坆坆'])(
  'the image of %s has no command that a printer obeys at once',
  (text) => {
    const look = { wide: 1, high: 1, bold: false, loud: true, indent: 0 }
    const image = Buffer.from(lineImage(text, look, font)).subarray(8)
    for (const next of [0x04, 0x05, 0x14])
      expect(image.includes(Buffer.from([0x10, next]))).toBe(false)
  },
)

test('a comment of 10,000 letters is drawn in slices, so that other work is not blocked', async () => {
  let turns = 0
  const state = { isDone: false }
  const printing = encodePaper([textLine('豚骨拉麺 '.repeat(2_000))], usualFormat(80)).then(
    (bytes) => {
      state.isDone = true
      return bytes
    },
  )
  while (!state.isDone) {
    turns++
    await nextTurn()
  }
  const { images } = readReceipt(await printing)
  expect(images.length).toBeGreaterThan(400)
  expect(turns).toBeGreaterThan(images.length / 10)
})
