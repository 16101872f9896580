import { expect, test } from 'vitest'
import { rollWidths } from '#contract/printers/fields.ts'
import { doubleRule, gap, pairLine, rule, textLine, type Paper } from '#domain/printers/paper.ts'
import { readReceipt, receiptText, type Receipt, usualFormat } from '#test/support/read-receipt.ts'
import { encodePaper } from './encode.ts'

const columns = { 80: 42, 58: 32 }

const print = async (paper: Paper, width: 80 | 58 = 80): Promise<Receipt> =>
  readReceipt(await encodePaper(paper, usualFormat(width)))

/** The number of columns in a line. */
const widthOf = (line: Receipt['lines'][number]): number =>
  line.reduce((sum, { text, wide }) => sum + text.length * wide, 0)

test.for([
  ['Piña colada, ¿con limón? ¡Sí! Ají, pingüino', [19]],
  ['Pão de queijo, açaí, maçã, coração, à moda, avô, três', [19]],
  ['ÑANDÚ ÇA ÃO ÉÍÓÚ ÕÕ', [19]],
  ['12,50 € £3 1º 2ª', [19]],
  ['“Sin sal” – gracias… ñ', [16]],
] as const)('accents arrive as they were written: %s', async ([text, pages]) => {
  const receipt = await print([textLine(text)])
  expect(receiptText(receipt).split('\n').slice(0, 2).join(' ').trim()).toBe(text)
  expect(receipt.pages).toEqual(expect.arrayContaining([...pages]))
})

test('pages are switched in the middle of a line, and back', async () => {
  const receipt = await print([textLine('ñ ™ õ €')])
  expect(receiptText(receipt)).toMatch(/^ñ ™ õ €\n/)
})

test('hidden characters and commands are left out', async () => {
  const receipt = await print([textLine('Or\u200bseg e\u0301 a\u00a0b \u001b@ \u0010\u0004x')])
  expect(receiptText(receipt)).toMatch(/^Orseg é a b @ x\n/)
  expect(receipt.images).toEqual([])
})

test.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'a comment is in two lines with the break %j',
  async (lineBreak) => {
    const text = `sin\tcebolla${lineBreak}sin ajo\u0007`
    const lined = await print([textLine(text, { lead: '    ' })])
    expect(receiptText(lined)).toMatch(/^ {4}sin cebolla\n {4}sin ajo\n/)
    const drawn = await print([textLine(`豚 ${text}`)])
    expect(drawn.images).toHaveLength(1)
    expect(receiptText(drawn)).toMatch(/^\nsin ajo\n/)
  },
)

const ticketText = [
  textLine('Piñón jalapeño, ¿con limón? ¡Sí! 12,50 €', { size: 'large', lead: '2x ' }),
  textLine('sin cebolla 🙏 gracias', { size: 'tall', bold: true }),
  textLine('Жареный Ćevap, Ωμέγα, ½ “æble” – ®…', { loud: true }),
  textLine('alérgica a 🥜'),
  pairLine('Crème brûlée', '€ 12'),
  rule,
  doubleRule,
]
const plainText = [
  '2x Pinon jalapeno,',
  '   con limon? Si!',
  '   12,50 EUR',
  'sin cebolla gracias',
  ' Zharenyi Cevap, Omega, 1/2 "aeble" -',
  ' (r)...',
  'alergica a ?',
  `Creme brulee${' '.repeat(24)}EUR 12`,
  '-'.repeat(42),
  '='.repeat(42),
]

test('a printer with plain letters gets ASCII that can be read, and no image', async () => {
  const bytes = await encodePaper(ticketText, { ...usualFormat(80), letters: 'plain' })
  const receipt = readReceipt(bytes)
  expect(receiptText(receipt).trimEnd().split('\n')).toEqual(plainText)
  expect(receipt.images).toEqual([])
  expect(bytes.filter((byte) => byte > 0x7e)).toHaveLength(0)
})

test('a printer that knows no images gets accents, and plain letters for all others', async () => {
  const receipt = readReceipt(await encodePaper(ticketText, { ...usualFormat(80), images: false }))
  expect(receipt.images).toEqual([])
  const text = receiptText(receipt)
  for (const part of ['¿con limón? ¡Sí!', '12,50 €', 'sin cebolla gracias', 'Zharenyi Cevap'])
    expect(text.replaceAll(/\s+/g, ' ')).toContain(part)
  expect(text).toContain('alérgica a ?')
})

test('a printer that ignores code pages gets each line with an accent as an image', async () => {
  const format = { ...usualFormat(80), letters: 'images' } as const
  const paper = [textLine('Sopa'), textLine('Jalapeño'), textLine('2x Papas'), rule]
  const bytes = await encodePaper(paper, format)
  const receipt = readReceipt(bytes)
  expect(receipt.images.map(({ line }) => line)).toEqual([1])
  expect(receiptText(receipt).split('\n').slice(0, 4)).toEqual([
    'Sopa',
    '',
    '2x Papas',
    '-'.repeat(42),
  ])
  // Without images, plain letters are all that is left.
  const none = readReceipt(await encodePaper(paper, { ...format, images: false }))
  expect(none.images).toEqual([])
  expect(receiptText(none)).toContain('Jalapeno')
})

test.each([24, 40, 48])('lines of a printer with %d columns fill them', async (columns) => {
  const paper = [textLine('uno dos '.repeat(30)), pairLine('Total', '12,50'), rule]
  const receipt = readReceipt(await encodePaper(paper, { ...usualFormat(80), columns }))
  for (const line of receipt.lines) expect(widthOf(line)).toBeLessThanOrEqual(columns)
  const text = receiptText(receipt)
  expect(text).toContain('─'.repeat(columns))
  expect(text.split('\n').find((line) => line.endsWith('12,50'))).toHaveLength(columns)
})

test.for(rollWidths)('on %d mm a loud title is one line', async (width) => {
  for (const title of ['CHANGED', 'MODIFICADO', 'ALTERADO']) {
    const look = { size: 'huge', loud: true, centred: true } as const
    const { lines } = await print([textLine(title, look)], width)
    expect(lines[0]?.map(({ text }) => text.trim()).join('')).toBe(title)
    expect(widthOf(lines[0] ?? [])).toBeLessThanOrEqual(columns[width])
  }
})

test.for(rollWidths)('on %d mm no line is longer than the paper', async (width) => {
  const long = 'Hamburguesa con queso de cabra y supercalifragilisticoexpialidosamente papas'
  const receipt = await print(
    [
      textLine('1234', { size: 'huge', centred: true }),
      textLine('ALE-2025-123456', { size: 'huge' }),
      textLine(long, { size: 'large', bold: true, lead: '12x ' }),
      textLine(long, { size: 'tall', lead: '    ' }),
      textLine(long, { size: 'large', loud: true }),
      textLine('Dos\nrenglones', { lead: '  ' }),
      pairLine('Tarjeta de crédito', '1.234,50'),
      pairLine(`Efectivo ${long}`, '-12.345.678,90', true),
      rule,
      gap,
    ],
    width,
  )
  for (const line of receipt.lines) expect(widthOf(line)).toBeLessThanOrEqual(columns[width])
  const text = receiptText(receipt)
  expect(text).toMatch(/^12x Hamburguesa.*\n {4}\S/m)
  expect(text).toMatch(/^ {2}Dos\n {2}renglones$/m)
  for (const amount of ['1.234,50', '-12.345.678,90'])
    expect(text.split('\n').find((line) => line.endsWith(amount))).toHaveLength(columns[width])
  expect(text).toContain('─'.repeat(columns[width]))
  const [number] = receipt.lines[0]?.filter(({ text: sentence }) => sentence.includes('1234')) ?? []
  expect(number).toMatchObject({ wide: 4, high: 4 })
})

test('a highlighted line is white on black with a margin, and the next line is plain', async () => {
  const receipt = await print([
    textLine('ALERGIA: maní', { size: 'large', bold: true, loud: true }),
    textLine('Sin sal'),
  ])
  expect(receipt.lines[0]).toEqual([
    { text: ' ALERGIA: maní ', wide: 2, high: 2, bold: true, loud: true },
  ])
  expect(receipt.lines[1]).toEqual([
    { text: 'Sin sal', wide: 1, high: 1, bold: false, loud: false },
  ])
  expect(receipt).toMatchObject({ cuts: 1, asked: 1 })
})
