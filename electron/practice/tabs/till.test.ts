import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dialect } from '../dialect.ts'
import { colon, incident, method, noon, payment, serveTill, type Payment } from './till.fixture.ts'

let area: Awaited<ReturnType<typeof serveTill>>
beforeAll(async () => {
  area = await serveTill()
})
afterAll(() => area.close())

describe('payments', () => {
  test('are of four methods of unlike shares, with tips, voids, invoices and some names', async () => {
    const payments = await area.payments(colon)
    const share = (which: (each: Payment) => boolean): number =>
      payments.filter(which).length / payments.length
    const methods = new Map(payments.map((each) => [each.paymentMethodId, each.paymentMethodName]))
    const { items } = await area.list(method, `/tabs/${colon}/payment-methods`)
    expect(new Map(items.map(({ _id, name }) => [_id, name]))).toEqual(methods)
    expect(methods.size).toBe(4)
    const shares = [...methods.keys()].map((id) => share((each) => each.paymentMethodId === id))
    expect(new Set(shares).size).toBe(4)
    expect(Math.min(...shares)).toBeGreaterThan(0.02)
    for (const [low, high, which] of [
      [0.01, 0.06, ({ voidedAt }) => voidedAt !== null],
      [0.3, 0.8, ({ tipAmount }) => tipAmount > 0],
      [0.01, 0.12, ({ shouldMakeInvoice }) => shouldMakeInvoice],
      [0.05, 0.5, ({ payerName }) => payerName !== null],
      [0.01, 0.2, ({ payerUserId }) => payerUserId !== null],
    ] satisfies [number, number, (each: Payment) => boolean][]) {
      expect(share(which)).toBeGreaterThan(low)
      expect(share(which)).toBeLessThan(high)
    }
    expect(new Set(payments.map(({ _id }) => _id)).size).toBe(400)
    expect(new Set(payments.map(({ code }) => code)).size).toBe(400)
  })

  test('are many at lunch and at dinner, and few between', async () => {
    const hours = (await area.payments(colon))
      .filter(({ shiftEndedAt }) => shiftEndedAt !== null)
      .map(({ createdAt }) => (new Date(createdAt).getUTCHours() + 21) % 24)
    const during = (...of: number[]): number => hours.filter((hour) => of.includes(hour)).length
    expect(during(13, 14)).toBeGreaterThan(2 * during(17, 18))
    expect(during(20, 21)).toBeGreaterThan(2 * during(17, 18))
  })

  test('are the same by id and by external id, after time went on, and for the same seed and clock', async () => {
    let now = noon
    const till = await serveTill(() => now)
    const first = await till.payments(colon)
    now += 3_600_000
    expect(await till.payments('colon')).toEqual(first)
    await till.close()
    expect(await area.payments(colon)).toEqual(first)
    const other = await serveTill(() => noon, 2)
    expect(await other.payments(colon)).not.toEqual(first)
    await other.close()
  })

  test('are narrowed by date, both ends in the range', async () => {
    const all = (await area.payments(colon)).map(({ createdAt }) => createdAt)
    const [to = '', from = ''] = [all[20], all[24]]
    const range = `${dialect.tabsFromParameter}=${from}&${dialect.tabsToParameter}=${to}`
    const { items } = await area.list(payment, `/tabs/${colon}/tab-payments?${range}`)
    expect(items.map(({ createdAt }) => createdAt)).toEqual(all.slice(20, 25))
    const offset = encodeURIComponent(from.replace('Z', '+00:00'))
    const open = `${dialect.tabsFromParameter}=${offset}`
    expect(await area.list(payment, `/tabs/${colon}/tab-payments?${open}`)).toMatchObject({
      totalCount: 25,
      totalPages: 3,
    })
  })
})

test('waste is of the last weeks, of this store, some of it voided', async () => {
  const limit = `${dialect.tabsLimitParameter}=100`
  const { items } = await area.list(incident, `/tabs/${colon}/waste-incidents?${limit}`)
  expect(items.length).toBeGreaterThan(20)
  const other = await area.list(incident, `/tabs/punta-arenas/waste-incidents?${limit}`)
  expect(other.items.every(({ storeId }) => storeId === 'store-punta-arenas')).toBe(true)
  expect(items.some(({ voidedAt }) => voidedAt !== null)).toBe(true)
  for (const { storeId, date, voidedAt, ingredients } of items) {
    expect(storeId).toBe(colon)
    expect(Date.parse(voidedAt ?? date)).toBeLessThanOrEqual(noon)
    expect(Date.parse(date)).toBeLessThanOrEqual(noon)
    expect(Date.parse(date)).toBeGreaterThan(noon - 32 * 86_400_000)
    expect(new Set(ingredients.map(({ name }) => name)).size).toBe(ingredients.length)
  }
  const [newest, next] = items
  const range = `${dialect.tabsFromParameter}=${next?.date}&${dialect.tabsToParameter}=${newest?.date}`
  expect((await area.list(incident, `/tabs/colon/waste-incidents?${range}`)).items).toEqual([
    newest,
    next,
  ])
})

test('nothing is wasted in the future, however early in the day', async () => {
  const early = Date.parse('2026-11-20T05:00:00Z')
  for (const seed of [1, 2, 3]) {
    const till = await serveTill(() => early, seed)
    const { items } = await till.list(
      incident,
      `/tabs/${colon}/waste-incidents?${dialect.tabsLimitParameter}=100`,
    )
    for (const { date } of items) expect(Date.parse(date)).toBeLessThanOrEqual(early)
    await till.close()
  }
})
