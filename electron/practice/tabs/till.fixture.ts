import { expect } from 'vitest'
import { z } from 'zod'
import { serveRooms } from '../rooms.fixture.ts'
import { dialect } from '../dialect.ts'
import { Effects } from '../effects.ts'
import { PracticeStores } from '../stores/stores.ts'
import { TabOperations } from './tabs.ts'
import { Till } from './till.ts'

const instant = z.iso.datetime()
const pesos = z.int().min(0)

export const payment = z.strictObject({
  _id: z.string(),
  code: z.string(),
  shiftId: z.string().startsWith('tsft-'),
  paymentMethodId: z.string(),
  paymentMethodName: z.string(),
  createdById: z.string(),
  payerName: z.string().nullable(),
  payerUserId: z.string().nullable(),
  amount: pesos.positive(),
  tipAmount: pesos,
  createdAt: instant,
  voidedAt: instant.nullable(),
  shiftEndedAt: instant.nullable(),
  shouldMakeInvoice: z.boolean(),
})
export type Payment = z.output<typeof payment>

/** Exactly the fields of a waste incident. */
export const incident = z.strictObject({
  _id: z.string(),
  storeId: z.string(),
  code: z.string(),
  date: instant,
  voidedAt: instant.nullable(),
  ingredients: z
    .array(
      z.strictObject({
        ingredientId: z.string(),
        name: z.string(),
        unitOfMeasurement: z.string(),
        quantity: z.number().positive(),
      }),
    )
    .min(1),
})

export const method = z.strictObject({ _id: z.string(), name: z.string() })

const balances = z.array(z.strictObject({ paymentMethodId: z.string(), balance: pesos }))
const shift = z.strictObject({
  _id: z.string(),
  websiteId: z.string(),
  storeId: z.string(),
  createdById: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
  closedTabsTotalSales: pesos,
  discountsAmount: pesos,
  avgTicket: pesos,
  eatersCount: pesos,
  totalPayments: pesos,
  cashRegisterShifts: z.array(
    z.strictObject({
      _id: z.string(),
      cashRegisterId: z.string(),
      startedAt: instant,
      endedAt: instant.nullable(),
      startBalances: balances,
      endBalances: balances,
    }),
  ),
})

const success = <Data extends z.ZodType>(data: Data) =>
  z.strictObject({ success: z.literal(true), data })
const listOf = <Item extends z.ZodType>(item: Item) =>
  success(
    z.strictObject({
      items: z.array(item),
      hasNextPage: z.boolean(),
      hasPreviousPage: z.boolean(),
      totalPages: z.int(),
      totalCount: z.int(),
    }),
  )

/** A Friday afternoon in Santiago. */
export const noon = Date.parse('2026-11-20T18:45:00.000Z')
export const colon = 'Li4eEa3W2hiuGGCFa'

/** The in-store tabs on a real port; `list` and `shift` check envelope and fields. */
export async function serveTill(now: () => number = () => noon, seed = 1) {
  const stores = new PracticeStores({ now, effects: new Effects() })
  const area = await serveRooms(new TabOperations(new Till({ seed, now }), stores))
  return {
    ...area,
    async list<Item extends z.ZodType>(item: Item, path: string) {
      const { status, body } = await area.ask(path)
      expect(status).toBe(200)
      return listOf(item).parse(body).data
    },
    async payments(store: string): Promise<Payment[]> {
      const items: Payment[] = []
      for (let page = 1; ; page += 1) {
        const query = `${dialect.tabsLimitParameter}=100&${dialect.tabsPageParameter}=${page}`
        const answer = await this.list(payment, `/tabs/${store}/tab-payments?${query}`)
        items.push(...answer.items)
        if (!answer.hasNextPage) return items
      }
    },
    async shift(store: string, id: string) {
      return success(shift).parse((await area.ask(`/tabs/${store}/shifts/${id}`)).body).data
    },
  }
}
