import { expect, test } from 'vitest'
import { closeOutSchema } from '#contract/shifts/close-out-schema.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { openOddTill, type OddPayment } from '#test/support/odd-till.ts'
import { close, finish, keep, readShift, typed } from '#test/support/shifts.ts'

const hour = 3_600_000
const now = Date.now()
const iso = (at: number): string => new Date(at).toISOString()
const shift = { _id: 's', startedAt: iso(now - 30 * hour), endedAt: iso(now - 22 * hour) }

const paid = (_id: string, more: object): OddPayment => ({
  _id,
  shiftId: 's',
  createdAt: iso(now - 25 * hour),
  tipAmount: 0,
  ...more,
})

const cash = { paymentMethodId: 'cash', paymentMethodName: 'Cash' }
const payments = [
  paid('a', { ...cash, amount: 50 }),
  paid('b', { ...cash, amount: 31, voidedAt: true }),
  paid('c', { paymentMethodId: 'btc', paymentMethodName: 'Bitcoin', amount: 7 }),
  paid('d', { paymentMethodName: 'Bitcoin', amount: 30.3 }),
  paid('e', { amount: 3 }),
  paid('f', { amount: 'a lot' }),
  paid('g', { paymentMethodId: 'unnamed', amount: 1.005 }),
]

test('a shift with odd payments is counted, sealed and shown alike in JSON, in CSV and on paper', async () => {
  const { store } = await openOddTill({
    payments,
    shifts: [shift],
    methods: [{ _id: 'cash', name: 'Cash' }],
    country: 'US',
  })
  valueOfOk(
    await store.call('settings.change', { tipsInAmount: 'inside', overShortThreshold: 10_000 }),
  )
  const { facts } = await readShift(store, 's')
  expect(facts).toMatchObject({ payments: 5, voided: 0, toCheck: 2 })
  expect(facts?.methods).toEqual([
    { methodId: 'cash', name: 'Cash' },
    { methodId: 'btc', name: 'Bitcoin' },
    { methodId: '', name: 'No method' },
    { methodId: 'unnamed', name: '' },
  ])
  const slips: Record<string, string> = { btc: '7', '': '33.30', unnamed: '1.01' }
  await keep(store, 's', (draft) => ({
    ...draft,
    cashMethodId: 'cash',
    registers: draft.registers.map((register) => ({ ...register, loose: typed('50') })),
    slips: draft.slips.map(({ id }) => ({ id, total: typed(slips[id] ?? '') })),
    float: typed('10'),
  }))
  const view = valueOfOk(await finish(store, 's'))
  expect(view.overShort?.map(({ name, known: amount }) => [name, amount])).toEqual([
    ['Cash', 0],
    ['No method', 0],
    ['Bitcoin', 0],
    ['', 0],
  ])
  const { number } = valueOfOk(await close(store, 's'))
  const file = valueOfOk(await store.call('printers.closeOutFile', { number, as: 'json' }))
  const document = closeOutSchema.parse(JSON.parse(file))
  expect(document.figures).toMatchObject({
    unreadAmounts: 2,
    roundedAmounts: 1,
    all: { payments: 5, amount: 91_31, toCheck: 2, rounded: 1 },
  })
  expect(
    document.figures.byMethod.map(({ name, amount, toCheck }) => [name, amount, toCheck]),
  ).toEqual([
    ['Cash', 50_00, 1],
    ['No method', 33_30, 1],
    ['Bitcoin', 7_00, 0],
    ['', 1_01, 0],
  ])
  expect(document.checklist).toContainEqual({ code: 'unread', count: 2 })
  const table = valueOfOk(await store.call('printers.closeOutFile', { number, as: 'csv' }))
  expect(table).toMatch(/,,No method,2,33\.30,0\.00,.*,1,0\n/)
  expect(table).toMatch(/,btc,Bitcoin,1,7\.00,/)
  expect(table).toMatch(/,unnamed,Payment method 1,1,1\.01,/)
  const report = valueOfOk(await store.call('printers.closeOutReport', { number, language: 'es' }))
  const names = report.sections.flatMap(({ rows }) => rows.map(({ cells }) => cells[0]))
  expect(names.filter((name) => name === 'Sin medio de pago')).toHaveLength(2)
  expect(names).toContain('Por revisar')
  expect(names.filter((name) => name === 'Medio de pago 1')).toHaveLength(2)
})
