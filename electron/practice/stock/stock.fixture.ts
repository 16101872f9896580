import { startReceiver } from '../events/receiver.fixture.ts'
import type { MenuPayload } from '../menu/payload.ts'
import { startPractice } from '../platform.ts'

/** The second store, whose menu is M2. */
export const far = 'store-punta-arenas'

/** The start of the day, epoch milliseconds. */
export const start = Date.parse('2026-11-20T15:00:00.000Z')

/**
 * A practice platform with a real receiver for its stock events; `now` is in epoch milliseconds.
 */
export async function openStock(now = () => start) {
  const receiver = await startReceiver()
  const practice = await startPractice({ webhookUrl: receiver.url, now, processMs: 20 })
  const authorization = `Bearer ${practice.token}`

  /** Updates stock and waits until it took effect. */
  async function update(items: unknown) {
    const response = await fetch(`${practice.v1}/updateStock`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(items),
    })
    await practice.eventsSettled()
    return { status: response.status, body: await response.json() }
  }

  async function menuOf(id: string): Promise<MenuPayload> {
    const response = await fetch(`${practice.v3}/ecommerce/menu/${id}`, {
      headers: { authorization },
    })
    return ((await response.json()) as { data: MenuPayload }).data
  }

  return {
    practice,
    update,
    menuOf,
    /** Whether a menu offers the product or the option of this name. */
    async available(menuId: string, name: string): Promise<boolean | undefined> {
      const { products, options } = await menuOf(menuId)
      return [...products, ...options].find((each) => each.name === name)?.available
    },
    /** Events of processes, as they were generated. */
    processes: () =>
      receiver.received
        .filter(({ body }) => body.type === 'processStatusUpdated')
        .sort((one, other) => Date.parse(one.body.date) - Date.parse(other.body.date)),
    async close(): Promise<void> {
      await practice.close()
      await receiver.close()
    },
  }
}

/** An item of an update: a product of the first store, changed by `more`. */
export const burger = (more: object = {}) => ({
  type: 'product',
  storeId: 'Li4eEa3W2hiuGGCFa',
  productId: 'prd-hamburguesa-clasica',
  ...more,
})

/** The same for an option. */
export const palta = (more: object = {}) => ({
  type: 'modifier',
  storeId: 'Li4eEa3W2hiuGGCFa',
  modifierId: 'mod-agregados',
  modifierOptionId: 'opt-palta',
  ...more,
})
