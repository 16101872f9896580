import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { timeFormats } from '#contract/settings/fields.ts'
import { closeOutSchema } from '#contract/shifts/close-out-schema.ts'
import { sealCode } from '#contract/shifts/seal-code.ts'
import type { CloseOut } from '#contract/shifts/shifts.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { closeOutPaper, closeOutReport } from '#domain/close-outs/report.ts'
import { keepCloseOut, makeCloseOut } from '#test/support/close-out.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { readReceipt, receiptText, usualFormat } from '#test/support/read-receipt.ts'
import { openReceiptPrinter } from '#test/support/receipt-printer.ts'
import { closeOutTable } from './close-out-table.ts'
import { encodePaper } from './encode.ts'

const brazil = { language: 'pt', country: 'BR', timeFormat: '24-hour' } as const

async function receiptOf(closeOut: CloseOut, width: 80 | 58 = 80): Promise<string> {
  const paper = closeOutPaper(closeOutReport(closeOut, brazil))
  return receiptText(readReceipt(await encodePaper(paper, usualFormat(width))))
}

test.for([80, 58] as const)(
  'a roll of %d mm has what is counted, over and short',
  async (width) => {
    const text = await receiptOf(makeCloseOut(), width)
    expect(text).toMatch(/^! Dinheiro\n {2}Contado +R\$ 2\.500,00\n/m)
    expect(text).toMatch(/Esperado\s+R\$ 2\.600,00 \/ R\$ 2\.608,00\n/)
    expect(text).toMatch(/falta R\$ 100,00/)
    expect(text).toMatch(/sobra R\$ 25,00/)
    expect(text).toMatch(/^5 x R\$ 200,00 +R\$ 1\.000,00$/m)
    expect(text).not.toMatch(/x R\$ 0,50/)
    expect(text).toMatch(/Sangria · Balcão +R\$ 45,50\n {2}Gelo e limões/)
    expect(text.replaceAll(/\s+/g, ' ')).toContain('com gorjetas incluídas')
    expect(text.replaceAll(/\s/g, '')).toContain(makeCloseOut().hash)
    expect(text).not.toMatch(/Por hora/)
  },
)

test('where the store knows where tips are, there is one figure', async () => {
  const overShort = makeCloseOut().overShort.map((each) => ({
    ...each,
    known: each.overShort?.outside ?? null,
  }))
  const text = await receiptOf(makeCloseOut({ tips: 'outside', overShort }))
  expect(text).toMatch(/Esperado +R\$ 2\.608,00\n/)
  expect(text).toMatch(/falta R\$ 108,00/)
  expect(text).not.toMatch(/gorjetas incluídas/)
})

test.for([
  ['CLP', 0, 'es', 'CL', 12_345_678, '$12.345.678'],
  ['KWD', 3, 'en', 'US', -1_234_567, '-KWD 1,234.567'],
  ['BRL', 2, 'pt', 'BR', 9_007_199_254_740_991, 'R$ 90.071.992.547.409,91'],
] as const)(
  'money of %s is exact, with its %d decimals',
  ([currency, decimals, language, country, amount, written]) => {
    const { figures } = makeCloseOut()
    const closeOut = makeCloseOut({
      currency,
      decimals,
      figures: { ...figures, all: { ...figures.all, amount } },
    })
    const report = closeOutReport(closeOut, { language, country, timeFormat: '24-hour' })
    const cells = report.sections.flatMap(({ rows }) => rows.flatMap((row) => row.cells))
    expect(cells.map((cell) => cell.replaceAll(/\s/g, ' '))).toContain(written)
    const table = closeOutTable({ ...closeOut, figures: { ...figures, byMethod: [] } }, null)
    expect(table).toContain(currency)
  },
)

test.for([
  ['en', 'US', '20 Nov 2026, 10:02', '20 Nov 2026, 23:58'],
  ['es', 'CL', '20 nov 2026, 10:02', '20 nov 2026, 23:58'],
  ['es', 'MX', '20 nov 2026, 10:02', '20 nov 2026, 23:58'],
  ['pt', 'BR', '20 de nov. de 2026, 10:02', '20 de nov. de 2026, 23:58'],
] as const)(
  'every time on a close-out is written in one style, 24 hours, in %s of %s',
  ([language, country, opened, sealedAt]) => {
    const report = closeOutReport(makeCloseOut(), { language, country, timeFormat: '24-hour' })
    expect(report.facts.map(([, value]) => value)).toContain(opened)
    expect(report.signature.map(([, value]) => value)).toContain(sealedAt)
    const cells = report.sections.flatMap(({ rows }) => rows.map((row) => row.cells[0]))
    for (const hour of ['19:00', '20:00', '21:00', '22:00']) expect(cells).toContain(hour)
    expect(JSON.stringify(report)).not.toMatch(/\d\s?[ap]\.?\s?m\b/i)
  },
)

test.for([
  ['en', 'US', '20 Nov 2026, 10:02 AM', '20 Nov 2026, 11:58 PM', '7:00 PM'],
  ['es', 'MX', '20 nov 2026, 10:02 a. m.', '20 nov 2026, 11:58 p. m.', '7:00 p. m.'],
  ['pt', 'BR', '20 de nov. de 2026, 10:02 AM', '20 de nov. de 2026, 11:58 PM', '7:00 PM'],
] as const)(
  'and with 12 hours where the restaurant chose them, in %s of %s',
  ([language, country, opened, sealedAt, hour]) => {
    const closeOut = makeCloseOut({ notes: '' })
    const report = closeOutReport(closeOut, { language, country, timeFormat: '12-hour' })
    expect(report.facts.map(([, value]) => value)).toContain(opened)
    expect(report.signature.map(([, value]) => value)).toContain(sealedAt)
    expect(report.sections.flatMap(({ rows }) => rows.map((row) => row.cells[0]))).toContain(hour)
    expect(JSON.stringify(report)).not.toMatch(/\b(?:0\d|1[3-9]|2\d):\d\d\b/)
  },
)

test('a correction names what it corrects, and empty sections are left out', async () => {
  const text = await receiptOf(
    makeCloseOut({
      corrects: { number: 11, reason: 'Faltou um comprovante' },
      checklist: [],
      figures: { ...makeCloseOut().figures, differences: [] },
    }),
  )
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Corrige o fechamento 11: Faltou um comprovante')
  expect(text).not.toMatch(/Revisado na assinatura|não batem/)
})

const english = { language: 'en', country: 'US', timeFormat: '24-hour' } as const
const sectionOf = (closeOut: CloseOut, title: string) =>
  closeOutReport(closeOut, english).sections.find((section) => section.title === title)

test('the deposit stands in lines of its own, on paper and in the table, with its rule where cash was taken out', () => {
  const section = sectionOf(makeCloseOut(), 'Deposit')
  expect(section?.rows.map(({ cells }) => cells)).toEqual([
    ['Cash counted', 'R$2,500.00'],
    ['Left for tomorrow', 'R$300.00'],
    ['Deposit', 'R$2,200.00'],
  ])
  expect(section?.remark).toMatch(/^Pay-outs and safe drops aren’t in the deposit/)
  const { count } = makeCloseOut()
  const without = makeCloseOut({ count: { ...count, movements: [] } })
  expect(sectionOf(without, 'Deposit')?.remark).toBeNull()
  const [head, cash, card] = closeOutTable(makeCloseOut(), null).trimEnd().split('\n')
  expect(head).toMatch(/,cashCounted,float,deposit,toCheckPayments,roundedPayments$/)
  expect(cash).toMatch(/,2500\.00,300\.00,2200\.00,0,0$/)
  expect(card).toMatch(/,,,,0,0$/)
})

test('registers, people and methods have names or numbers on paper, and never ids', () => {
  const { count, figures, overShort } = makeCloseOut()
  const [first, second] = figures.byPerson
  if (first === undefined || second === undefined) throw new Error('nobody')
  const nameless = makeCloseOut({
    count: { ...count, registers: count.registers.map((each) => ({ ...each, name: '' })) },
    overShort: overShort.map((each) => ({ ...each, name: each.isCash ? each.name : '' })),
    figures: {
      ...figures,
      byMethod: figures.byMethod.map((each) => ({ ...each, name: '' })),
      byPerson: [
        { ...first, name: 'João', number: 2 },
        { ...second, name: '', number: 5 },
        { ...second, personId: '' },
      ],
    },
  })
  const report = closeOutReport(nameless, english)
  const text = JSON.stringify(report)
  for (const id of ['caixa-1', 'pm-cash', 'pm-card', 'pm-pix', 'conceição'])
    expect(text).not.toContain(`"${id}"`)
  expect(sectionOf(nameless, 'By person')?.rows.map(({ cells }) => cells[0])).toEqual([
    'João',
    'Person 5',
    'Not assigned',
  ])
  expect(text).toContain('Cash: Register 1')
  expect(text).toContain('Pay-out · Register 1')
  expect(sectionOf(nameless, 'Registers on the platform')?.rows[0]?.cells[0]).toBe('Register 1')
  expect(sectionOf(nameless, 'Paid')?.rows.map(({ cells }) => cells[0])).toEqual([
    'Payment method 1',
    'Payment method 2',
    'Payment method 3',
    'Total',
    'Voided',
  ])
})

test('a note does not explain a difference that a second count removed', () => {
  const { overShort, count } = makeCloseOut()
  const exact = overShort.map((each) =>
    each.isCash ? { ...each, overShort: { inside: 0, outside: -8_00 }, note: 'Troco' } : each,
  )
  const notes = (closeOut: CloseOut) =>
    sectionOf(closeOut, 'Over and short')?.rows.map(({ note }) => note)
  expect(notes(makeCloseOut({ overShort: exact }))).toEqual([
    'Counted 2 times. Note from the previous count: Troco',
    null,
    null,
  ])
  expect(notes(makeCloseOut({ count: { ...count, attempts: [] } }))).toEqual([
    'Falta uma nota de 100: troco errado na mesa 4?',
    null,
    null,
  ])
})

test('every paper has the code of its seal, and of the last one of the store', () => {
  const closeOut = makeCloseOut()
  const head = { number: 15, hash: 'ab'.repeat(32) }
  const sentence = closeOutReport(closeOut, english, head).signature.map((each) => each.join(': '))
  expect(sentence).toContain(`Check code: ${sealCode(closeOut)}`)
  expect(sentence).toContain('Check code of the latest close-out, 15: 15-abab-abab-abab-abab')
  const alone = closeOutReport(closeOut, english, { number: 12, hash: closeOut.hash }).signature
  expect(alone.filter(([name]) => name.startsWith('Check code'))).toHaveLength(1)
  expect(closeOutTable(closeOut, head)).toContain(`,${sealCode(closeOut)},15-abab-abab-abab-abab,`)
})

test('the table has a row a method, plain amounts that keep their sign, and no formula', () => {
  const overShort = makeCloseOut().overShort.map((each) => ({
    ...each,
    name: `=HYPERLINK("${each.name}")`,
    note: 'ok;=1+1',
    known: -100_00,
  }))
  const { figures } = makeCloseOut()
  const byMethod = figures.byMethod.slice(1)
  const table = closeOutTable(makeCloseOut({ overShort, figures: { ...figures, byMethod } }), null)
  const lines = table.trimEnd().split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(/^\ufeffcloseOut,corrects,businessDay,/)
  expect(lines.find((line) => line.includes('pm-cash'))).toMatch(
    /pm-cash,"?'=HYPERLINK.*,0,0\.00,0\.00,0,0\.00,2500\.00,2600\.00,2608\.00,unknown,-100\.00,"ok;'=1\+1"/,
  )
  expect(lines.find((line) => line.includes('pm-card'))).toMatch(
    /,14,8000\.00,40\.00,0,0\.00,8025\.00,/,
  )
})

/** A close-out with payments that need a check, some of them without a method. */
function oddCloseOut(): CloseOut {
  const { figures, overShort } = makeCloseOut()
  const [cash, ...others] = figures.byMethod
  const [line] = overShort
  if (cash === undefined || line === undefined) throw new Error('no cash')
  const none = { ...cash, methodId: '', name: 'No method', payments: 1, amount: 33_30, toCheck: 2 }
  return makeCloseOut({
    figures: {
      ...figures,
      all: { ...figures.all, toCheck: 3, rounded: 4 },
      byMethod: [{ ...cash, toCheck: 1, rounded: 4, paid: line.expected }, none, ...others],
    },
    overShort: [...overShort, { ...line, methodId: '', name: 'No method', note: '' }],
  })
}

test('payments that are to be checked are marked wherever a sum lacks them; “No method” is one name', async () => {
  const text = (await receiptOf(oddCloseOut())).replaceAll(/[ \u00A0]+/g, ' ')
  expect(text).toMatch(/Dinheiro\n Pagamentos 11\n Valor .*\n Gorjetas .*\n 1 a conferir/)
  expect(text).toMatch(/Sem forma de pagamento\n Pagamentos 1\n Valor R\$ 33,30\n.*\n 2 a conferir/)
  expect(text).toMatch(/^! A conferir\n Pagamentos 3$/m)
  expect(text.replaceAll(/\s+/g, ' ')).toContain('4 com mais casas decimais que a moeda')
  // The method with a note shows both remarks.
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    '1 a conferir, fora do total · Contado 2 vezes. Falta uma nota',
  )
  const report = closeOutReport(oddCloseOut(), english)
  const names = report.sections.flatMap(({ rows }) => rows.map(({ cells }) => cells[0]))
  expect(names.filter((name) => name === 'No method')).toHaveLength(2)
  const table = closeOutTable(oddCloseOut(), null)
  expect(table).toMatch(/,toCheckPayments,roundedPayments\n/)
  expect(table).toMatch(/,,No method,1,33\.30,.*,2,0\n/)
  expect(table).toMatch(/,pm-cash,Dinheiro,11,.*,1,4\n/)
  const document: unknown = JSON.parse(JSON.stringify(oddCloseOut()))
  expect(closeOutSchema.parse(document)).toEqual(document)
})

test('the JSON is what the schema says, in zod and as JSON Schema, and nothing else is', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats(ajv)
  const validate = ajv.compile(z.toJSONSchema(closeOutSchema))
  const document: unknown = JSON.parse(JSON.stringify(makeCloseOut()))
  expect(closeOutSchema.parse(document)).toEqual(document)
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true)
  const { tapId: _tap, keyId: _key, mac: _mac, ...first } = makeCloseOut()
  expect(validate({ ...first, version: 1 }), JSON.stringify(validate.errors)).toBe(true)
  expect(validate({ ...makeCloseOut(), threshold: 1.5 })).toBe(false)
  expect(validate({ ...makeCloseOut(), hash: 'x' })).toBe(false)
  expect(validate({ ...makeCloseOut(), guest: 'Ana' })).toBe(false)
})

test('a close-out is printed with the hours that the restaurant has chosen when it is printed', async () => {
  const store = await openTestStore()
  const printer = await openReceiptPrinter('answers')
  onTestFinished(printer.close)
  const place = { name: 'Caixa', address: '127.0.0.1', port: printer.port } as const
  await store.call('settings.change', { anyPrinterAddress: true })
  const saved = await store.call('printers.save', { id: null, ...place, width: 58, language: 'es' })
  if (!saved.ok) throw new Error(saved.error.code)
  await store.host.close()
  const { number } = keepCloseOut(store.file)
  await store.restart()
  for (const timeFormat of timeFormats) {
    await store.call('settings.change', { timeFormat })
    const request = { jobId: timeFormat, printerId: saved.value.id, number }
    expect(await store.call('printers.printCloseOut', request)).toEqual(ok(null))
  }
  await expect.poll(() => printer.papers.length).toBe(2)
  const [before = '', after = ''] = printer.papers.map((paper) => receiptText(readReceipt(paper)))
  expect(before).toMatch(/20 nov 2026, 23:58\n/)
  expect(after).toMatch(/20 nov 2026, 11:58 p\. m\.\n/)
  expect(after).not.toMatch(/23:58/)
  const report = await store.call('printers.closeOutReport', { number, language: 'en' })
  expect(JSON.stringify(report)).toContain('20 Nov 2026, 11:58 PM')
})

test('a manager prints a sealed one and takes its files; what was changed is given to nobody', async () => {
  const store = await openTestStore()
  const printer = await openReceiptPrinter('answers')
  onTestFinished(printer.close)
  const place = { name: 'Caixa', address: '127.0.0.1', port: printer.port } as const
  await store.call('settings.change', { anyPrinterAddress: true })
  const saved = await store.call('printers.save', { id: null, ...place, width: 58, language: 'pt' })
  if (!saved.ok) throw new Error(saved.error.code)
  await store.host.close()
  const stored = keepCloseOut(store.file)
  await store.restart()
  const request = { jobId: 'c1', printerId: saved.value.id, number: stored.number }
  expect(await store.call('printers.printCloseOut', request)).toEqual(ok(null))
  await expect.poll(() => printer.papers.length).toBe(1)
  const jobs = async () => {
    const read = await store.call('printers.get', {})
    return read.ok ? read.value.jobs : []
  }
  await expect
    .poll(jobs)
    .toMatchObject([{ kind: 'close-out', title: '1', delivery: { state: 'confirmed' } }])
  expect(receiptText(readReceipt(printer.papers[0] ?? new Uint8Array()))).toMatch(/Balcão/)
  const file = await store.call('printers.closeOutFile', { number: 1, as: 'json' })
  const head = { number: stored.number, hash: stored.hash }
  expect(file.ok && closeOutSchema.parse(JSON.parse(file.value))).toEqual({ ...stored, head })
  const report = await store.call('printers.closeOutReport', { number: 1, language: 'en' })
  expect(report).toMatchObject(ok({ number: 1, store: stored.storeName }))
  const none = { number: 2, as: 'csv' } as const
  expect(await store.call('printers.closeOutFile', none)).toEqual(fail('not-found'))
})
