import { expect, test } from 'vitest'
import { rollWidths } from '#contract/printers/fields.ts'
import { gap, pairLine, rule, textLine, type Paper } from '#domain/printers/paper.ts'
import { readReceipt, receiptText, type Receipt } from '#test/support/read-receipt.ts'
import { encodePaper } from './encode.ts'

const columns = { 80: 42, 58: 32 }

const print = async (paper: Paper, width: 80 | 58 = 80): Promise<Receipt> =>
  readReceipt(await encodePaper(paper, width))

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

test('hidden characters have no width, and commands become question marks', async () => {
  const receipt = await print([textLine('Or\u200bseg e\u0301 a\u00a0b \u001b@ \u0010\u0004')])
  expect(receiptText(receipt)).toMatch(/^Orseg é a b \?@ \?\?\n/)
  expect(receipt.images).toEqual([])
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
