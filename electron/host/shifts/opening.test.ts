import { expect, test } from 'vitest'
import { closeOutSchema } from '#contract/shifts/close-out-schema.ts'
import { closeOutReport } from '#domain/close-outs/report.ts'
import { openOddTill } from '#test/support/odd-till.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { close, finish, keep, readShift, typed } from '#test/support/shifts.ts'

const hour = 3_600_000
const now = Date.now()
const iso = (at: number): string => new Date(at).toISOString()

const shift = (_id: string, hoursAgo: number, opened: number) => ({
  _id,
  startedAt: iso(now - hoursAgo * hour),
  endedAt: iso(now - (hoursAgo - 8) * hour),
  cashRegisterShifts: [
    {
      _id: `r-${_id}`,
      cashRegisterId: 'drawer',
      startedAt: iso(now - hoursAgo * hour),
      endedAt: iso(now - (hoursAgo - 8) * hour),
      startBalances: [{ paymentMethodId: 'cash', balance: opened }],
      endBalances: [],
    },
  ],
})

const paid = (_id: string, shiftId: string, hoursAgo: number, more: object) => ({
  _id,
  shiftId,
  createdAt: iso(now - hoursAgo * hour),
  tipAmount: 0,
  ...more,
})
const cash = { paymentMethodId: 'cash', paymentMethodName: 'Cash' }
const card = { paymentMethodId: 'card', paymentMethodName: 'Card' }

type Till = Awaited<ReturnType<typeof openOddTill>>

/** Counts the cash and closes the shift; returns the close-out. */
async function closeShift({ store }: Till, shiftId: string, counted: string, float: string) {
  await readShift(store, shiftId)
  await keep(store, shiftId, (draft) => ({
    ...draft,
    cashMethodId: 'cash',
    registers: draft.registers.map((each) => ({ ...each, loose: typed(counted) })),
    float: typed(float),
  }))
  valueOfOk(await finish(store, shiftId))
  return valueOfOk(await close(store, shiftId))
}

const inCash = (amount: number, shiftId: string, hoursAgo: number) =>
  paid(`p-${shiftId}`, shiftId, hoursAgo, { ...cash, amount })

async function openTwo(started: number): Promise<Till> {
  const till = await openOddTill({
    payments: [inCash(500, 'one', 47), inCash(300, 'two', 23)],
    shifts: [shift('one', 48, 50), shift('two', 24, started)],
    methods: [{ _id: 'cash', name: 'Cash' }],
  })
  const settings = { tipsInAmount: 'inside', overShortThreshold: 10_000 } as const
  valueOfOk(await till.store.call('settings.change', settings))
  return till
}

test('a register that was not opened with the float that was left says so, with both close-outs', async () => {
  const till = await openTwo(80)
  const { store } = till
  const first = await closeShift(till, 'one', '550', '100')
  expect(first.opening).toBeUndefined()
  const opening = { closeOut: 1, left: 100, started: 80 }
  expect((await readShift(store, 'two')).opening).toEqual(opening)
  const second = await closeShift(till, 'two', '380', '100')
  expect(second).toMatchObject({ number: 2, opening })
  const file = valueOfOk(await store.call('printers.closeOutFile', { number: 2, as: 'json' }))
  expect(closeOutSchema.parse(JSON.parse(file)).opening).toEqual(opening)
  const { sections } = closeOutReport(second, {
    language: 'en',
    country: 'US',
    timeFormat: '24-hour',
  })
  const shown = sections.find(({ title }) => title === 'Opening')?.rows.map(({ cells }) => cells)
  expect(shown).toEqual([
    ['Left by close-out 1', '$100'],
    ['Opened with, close-out 2', '$80'],
    ['Difference', '-$20'],
  ])
})

test('the float of a corrected close-out counts as corrected', async () => {
  const till = await openTwo(80)
  const { store } = till
  await closeShift(till, 'one', '550', '100')
  valueOfOk(await store.call('shifts.correct', { number: 1, reason: 'float' }))
  await keep(store, 'one', (draft) => ({ ...draft, float: typed('80') }))
  await readShift(store, 'one')
  valueOfOk(await close(store, 'one'))
  expect((await readShift(store, 'two')).opening).toEqual({ closeOut: 2, left: 80, started: 80 })
  const third = await closeShift(till, 'two', '380', '100')
  expect(third.opening).toEqual({ closeOut: 2, left: 80, started: 80 })
  const { sections } = closeOutReport(third, {
    language: 'en',
    country: 'US',
    timeFormat: '24-hour',
  })
  expect(sections.map(({ title }) => title)).not.toContain('Opening')
})

test('a shift that was before the newest close-out is compared with the one before it', async () => {
  const till = await openTwo(80)
  await closeShift(till, 'two', '380', '100')
  expect((await readShift(till.store, 'one')).opening).toBeNull()
})

test('more refunds than sales without cash are counted as typed, below zero', async () => {
  const { store } = await openOddTill({
    payments: [
      paid('sale', 's', 23, { ...card, amount: 100 }),
      paid('refund', 's', 22, { ...card, amount: -200 }),
    ],
    shifts: [{ _id: 's', startedAt: iso(now - 24 * hour), endedAt: iso(now - 16 * hour) }],
  })
  valueOfOk(await store.call('settings.change', { tipsInAmount: 'inside' }))
  await readShift(store, 's')
  await keep(store, 's', (draft) => ({
    ...draft,
    registers: draft.registers.map((each) => ({ ...each, loose: typed('0') })),
    slips: draft.slips.map((each) => ({ ...each, total: typed('-100') })),
    float: typed('0'),
  }))
  const view = valueOfOk(await finish(store, 's'))
  expect(view.overShort).toMatchObject([{ methodId: 'card', counted: -100, known: 0 }])
  const { number, count } = valueOfOk(await close(store, 's'))
  expect(count).toMatchObject({ cashMethodId: null, slips: [{ methodId: 'card', total: -100 }] })
  const csv = valueOfOk(await store.call('printers.closeOutFile', { number, as: 'csv' }))
  expect(csv).toMatch(/Card\S*-100/)
})
