import guests from '../../../resources/practice/guests.json' with { type: 'json' }
import {
  modifiersOf,
  optionsOf,
  orderable,
  type MenuModifier,
  type MenuOption,
  type MenuPayload,
  type MenuProduct,
} from '../menu/payload.ts'
import type { Random } from '../random.ts'
import type { WireItem, WireModifier, WireOrder } from './wire.ts'

/** The amounts from which an order's sums are computed, in whole pesos and per cent. */
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

/** Adds up an order like the documented samples: discount off the items, tip on top. */
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

/** The order with other items and new sums. */
export const withItems = (order: WireOrder, items: WireItem[]): WireOrder => ({
  ...order,
  items,
  ...addUp({ ...order, items }),
})

/** The options that a guest chose within one modifier. */
interface Choice {
  modifier: MenuModifier
  chosen: { option: MenuOption; count: number }[]
}

function toModifier({ modifier, chosen }: Choice): WireModifier {
  return {
    modifierId: modifier._id,
    externalId: modifier.externalId,
    name: modifier.name,
    shortName: modifier.shortName,
    description: chosen
      .map(({ option, count }) => (count > 1 ? `${count}x ${option.name}` : option.name))
      .join(', '),
    metadata: {},
    countById: Object.fromEntries(chosen.map(({ option, count }) => [option._id, count])),
    countByExternalId: Object.fromEntries(
      chosen.map(({ option, count }) => [option.externalId, count]),
    ),
    options: chosen.map(({ option }) => ({
      optionId: option._id,
      name: option.name,
      price: option.price,
      externalId: option.externalId,
      metadata: {},
      priceMetadata: {},
    })),
  }
}

function makeItem(
  id: string,
  product: MenuProduct,
  { amount = 1, comment = null as string | null, choices = [] as Choice[] } = {},
): WireItem {
  const extras = choices
    .flatMap(({ chosen }) => chosen)
    .reduce((sum, { option, count }) => sum + option.price * count, 0)
  const modifiers = choices.map(toModifier)
  const parts = modifiers.map(({ name, description }) => `${name}: ${description}`)
  if (comment !== null) parts.push(`Comentario: "${comment}"`)
  return {
    _id: id,
    product: {
      _id: product._id,
      name: product.name,
      externalId: product.externalId,
      metadata: {},
      priceMetadata: {},
    },
    unitPrice: product.price + extras,
    baseUnitPrice: product.price + extras,
    productPrice: product.price,
    baseProductPrice: product.price,
    amount,
    comment,
    description: parts.length === 0 ? null : parts.join(' - '),
    promotionId: null,
    promotionDiscount: 0,
    promotionType: null,
    promotionLabel: null,
    modifiers,
  }
}

/** How many items an order has: usually two to four. */
const sizes = [
  [1, 14],
  [2, 28],
  [3, 26],
  [4, 16],
  [5, 7],
  [6, 5],
  [7, 2],
  [8, 2],
] as const

const amounts = [
  [1, 76],
  [2, 17],
  [3, 4],
  [4, 2],
  [6, 1],
] as const

/** The first categories of the menu are meals; the rest goes with them. */
const mealCategories = 5

function choose(menu: MenuPayload, modifier: MenuModifier, random: Random): Choice {
  const left = [...optionsOf(menu, modifier)]
  const max = modifier.min > 0 ? modifier.min : random.between(1, Math.min(2, modifier.max))
  const chosen: Choice['chosen'] = []
  let room = modifier.max
  while (chosen.length < max && left.length > 0) {
    const option = random.pick(left)
    left.splice(left.indexOf(option), 1)
    const several = option.max > 1 && room > 1 && random.chance(0.2)
    chosen.push({ option, count: several ? 2 : 1 })
    room -= several ? 2 : 1
    if (room === 0) break
  }
  return { modifier, chosen }
}

function randomComment(random: Random): string | null {
  if (!random.chance(0.22)) return null
  return random.pick(random.chance(0.25) ? guests.allergyComments : guests.comments)
}

/** A random order item of a product. */
export function randomItem(
  id: string,
  menu: MenuPayload,
  random: Random,
  product: MenuProduct,
): WireItem {
  const choices = modifiersOf(menu, product)
    .filter((modifier) => modifier.min > 0 || random.chance(0.3))
    .map((modifier) => choose(menu, modifier, random))
    .filter(({ chosen }) => chosen.length > 0)
  return makeItem(id, product, {
    amount: random.weighted(amounts),
    comment: randomComment(random),
    choices,
  })
}

/** The items of an order: one to eight different products, a meal first. Throws if nothing can be ordered. */
export function randomItems(menu: MenuPayload, random: Random): WireItem[] {
  const meals = new Set(menu.categories.slice(0, mealCategories).map(({ _id }) => _id))
  const left = orderable(menu)
  const lines = Math.min(random.weighted(sizes), Math.max(1, left.length))
  return Array.from({ length: lines }, (_, index) => {
    const fitting = left.filter(({ categoriesIds }) => categoriesIds.some((id) => meals.has(id)))
    const product = random.pick(index === 0 && fitting.length > 0 ? fitting : left)
    left.splice(left.indexOf(product), 1)
    return randomItem(`it${index + 1}`, menu, random, product)
  })
}
