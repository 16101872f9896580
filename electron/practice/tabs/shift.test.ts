import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { colon, method, serveTill, type Payment } from './till.fixture.ts'

const sum = (amounts: number[]): number => amounts.reduce((total, each) => total + each, 0)
const counted = (payments: Payment[]): Payment[] =>
  payments.filter(({ voidedAt }) => voidedAt === null)

let area: Awaited<ReturnType<typeof serveTill>>
beforeAll(async () => {
  area = await serveTill()
})
afterAll(() => area.close())

describe('shifts', () => {
  test.each([
    ['in the afternoon', '2026-11-20T18:45:00Z'],
    ['at midnight', '2026-11-20T03:00:00Z'],
    ['in the night', '2026-11-20T06:20:00Z'],
    ['in the morning', '2026-11-20T13:00:00Z'],
    ['just after opening', '2026-11-20T14:20:00Z'],
    ['a minute before midnight', '2026-11-21T02:59:00Z'],
    ['on the first of a month', '2026-03-01T17:00:00Z'],
    ['in the hour after the clocks went forward', '2026-09-06T04:10:00Z'],
    ['in the hour that comes twice', '2026-04-05T03:30:00Z'],
  ])('add up %s, in both stores', async (_name, at) => {
    const now = Date.parse(at)
    const till = await serveTill(() => now)
    for (const [store, count] of [
      [colon, 400],
      ['punta-arenas', 60],
    ] as const) {
      const payments = await till.payments(store)
      expect(payments).toHaveLength(count)
      const ids = [...new Set(payments.map(({ shiftId }) => shiftId))].reverse()
      expect(ids).toHaveLength(3)
      const shifts = await Promise.all(ids.map((id) => till.shift(store, id)))
      expect(shifts.map(({ endedAt }) => endedAt === null)).toEqual([false, false, true])
      let before = 0
      for (const each of shifts) {
        const own = payments.filter(({ shiftId }) => shiftId === each._id)
        const start = Date.parse(each.startedAt)
        const end = each.endedAt === null ? now : Date.parse(each.endedAt)
        expect(start).toBeGreaterThanOrEqual(before)
        expect(end).toBeGreaterThan(start)
        before = end
        for (const { createdAt, voidedAt, shiftEndedAt } of own) {
          expect(Date.parse(createdAt)).toBeGreaterThan(start)
          expect(Date.parse(createdAt)).toBeLessThanOrEqual(end)
          expect(Date.parse(voidedAt ?? createdAt)).toBeGreaterThanOrEqual(Date.parse(createdAt))
          expect(Date.parse(voidedAt ?? createdAt)).toBeLessThanOrEqual(end)
          expect(shiftEndedAt).toBe(each.endedAt)
        }
        const valid = counted(own)
        expect(each.totalPayments).toBe(sum(valid.map(({ amount }) => amount)))
        expect(each.closedTabsTotalSales - each.discountsAmount).toBe(each.totalPayments)
        const tabCount = Math.round(each.closedTabsTotalSales / each.avgTicket)
        expect(each.avgTicket).toBe(Math.round(each.closedTabsTotalSales / tabCount))
        expect(tabCount).toBeLessThanOrEqual(valid.length)
        expect(each.eatersCount).toBeGreaterThanOrEqual(valid.length)
        for (const register of each.cashRegisterShifts) {
          expect([register.startedAt, register.endedAt]).toEqual([each.startedAt, each.endedAt])
        }
      }
      expect(before).toBe(now)
      expect(now - Date.parse(shifts[2]?.startedAt ?? '')).toBeLessThan(14 * 3_600_000)
    }
    await till.close()
  })

  test('have registers whose balances are what they held and took, cash as counted', async () => {
    const payments = await area.payments(colon)
    const { items: methods } = await area.list(method, `/tabs/${colon}/payment-methods`)
    const cash = methods.find(({ name }) => name === 'Efectivo')?._id
    const ids = [...new Set(payments.map(({ shiftId }) => shiftId))]
    const [open, ...closed] = await Promise.all(ids.map((id) => area.shift(colon, id)))
    expect(open?.cashRegisterShifts.map(({ endBalances }) => endBalances)).toEqual([[], []])
    expect(closed).toHaveLength(2)
    for (const { _id, cashRegisterShifts } of closed) {
      expect(new Set(cashRegisterShifts.map(({ cashRegisterId }) => cashRegisterId)).size).toBe(2)
      for (const { _id: methodId } of methods) {
        const balance = (which: 'startBalances' | 'endBalances'): number =>
          sum(
            cashRegisterShifts
              .flatMap((register) => register[which])
              .filter(({ paymentMethodId }) => paymentMethodId === methodId)
              .map((each) => each.balance),
          )
        const amounts = counted(payments)
          .filter(({ shiftId, paymentMethodId }) => shiftId === _id && paymentMethodId === methodId)
          .map(({ amount }) => amount)
        const difference = balance('endBalances') - balance('startBalances') - sum(amounts)
        if (methodId === cash) expect(Math.abs(difference)).toBeLessThanOrEqual(2000)
        else expect(difference).toBe(0)
        expect(balance('startBalances') > 0).toBe(methodId === cash)
      }
    }
  })

  test('are only found in their own store', async () => {
    const [first] = await area.payments(colon)
    const path = `/shifts/${first?.shiftId ?? ''}`
    expect((await area.ask(`/tabs/colon${path}`)).status).toBe(200)
    expect((await area.ask(`/tabs/punta-arenas${path}`)).status).toBe(404)
    expect((await area.ask(`/tabs/${colon}/shifts/tsft-nothing`)).body).toEqual({
      success: false,
      error: { error: 'not-found', message: 'Shift not found' },
    })
  })
})
