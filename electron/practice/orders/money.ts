import type { WireItem, WireOrder } from './wire.ts'

/** What the sums of an order come from, in whole pesos and per cent. */
interface Charges {
  items: WireItem[]
  deliveryFee: number
  serviceFee: number
  tipAmount: number
  couponPercentageOff: number | null
}

type Sums = Pick<
  WireOrder,
  | 'itemsPrice'
  | 'totalPrice'
  | 'amountToPay'
  | 'baseItemsPrice'
  | 'baseTotalPrice'
  | 'itemsPriceBeforeDiscountsAfterProductDiscount'
  | 'totalPriceBeforeDiscountsAfterProductDiscount'
  | 'discountedAmountAfterProductDiscount'
  | 'couponDiscount'
  | 'totalDiscount'
  | 'amountFinancedByWebsite'
>

/** Adds an order up as the documented samples do: discount off the items, tip on top. */
export function addUp(charges: Charges): Sums {
  const { items, deliveryFee, serviceFee, tipAmount, couponPercentageOff } = charges
  const itemsPrice = items.reduce((sum, item) => sum + item.unitPrice * item.amount, 0)
  const whole = itemsPrice + deliveryFee + serviceFee
  const discount =
    couponPercentageOff === null ? 0 : Math.round((itemsPrice * couponPercentageOff) / 100)
  return {
    itemsPrice,
    totalPrice: whole - discount,
    amountToPay: whole - discount + tipAmount,
    baseItemsPrice: itemsPrice,
    baseTotalPrice: whole,
    itemsPriceBeforeDiscountsAfterProductDiscount: itemsPrice,
    totalPriceBeforeDiscountsAfterProductDiscount: whole,
    discountedAmountAfterProductDiscount: discount,
    couponDiscount: couponPercentageOff === null ? null : discount,
    totalDiscount: discount,
    amountFinancedByWebsite: discount,
  }
}

/** The order with other items, its sums made right again. */
export const withItems = (order: WireOrder, items: WireItem[]): WireOrder => ({
  ...order,
  items,
  ...addUp({ ...order, items }),
})
