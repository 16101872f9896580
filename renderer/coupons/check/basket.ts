import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Basket } from '#contract/coupons/coupons.ts'
import { useBridge } from '../../bridge/key.ts'
import type { AppError } from '#contract/shared/result.ts'

type BasketFields = Omit<Basket, 'total'>
const nothing: BasketFields = {
  items: [],
  channel: null,
  paymentType: null,
  email: null,
  isNewUser: null,
  isBirthday: null,
}

/** The typed basket. All coupons share it. */
export const useBasket = defineStore('couponBasket', () => {
  const bridge = useBridge()
  const fields = shallowRef<BasketFields>(nothing)
  const total = shallowRef('')
  const ticketId = shallowRef<string | null>(null)
  const error = shallowRef<AppError | null>(null)

  function clear(): void {
    fields.value = nothing
    total.value = ''
    ticketId.value = null
    error.value = null
  }

  /** Takes the basket of an open ticket; null keeps it for typing. */
  async function takeTicket(id: string | null): Promise<void> {
    ticketId.value = id
    error.value = null
    if (id === null) return
    const answer = await bridge.call('coupons.basketOf', { ticketId: id })
    if (ticketId.value !== id) return
    if (!answer.ok) {
      error.value = answer.error
      return
    }
    const { total: sum, ...others } = answer.value
    fields.value = others
    total.value = sum === null ? '' : String(sum)
  }

  function change(some: Partial<BasketFields>): void {
    fields.value = { ...fields.value, ...some }
  }

  function setAmount(productId: string, amount: number): void {
    const existing = fields.value.items.find((item) => item.productId === productId)
    const others = fields.value.items.filter((item) => item !== existing)
    const item = { ...(existing ?? { productId, price: null, isDiscounted: null }), amount }
    if (amount === 0) change({ items: others })
    else if (existing === undefined) change({ items: [...others, item] })
    else change({ items: fields.value.items.map((one) => (one === existing ? item : one)) })
  }

  return { fields, total, ticketId, error, clear, takeTicket, change, setAmount }
})
