import type { Delivery, DeliveryChoice, DeliveryState } from '#contract/deliveries/delivery.ts'
import type { StockBoard, StockGroup, StockItem, StockState } from '#contract/stock/stock.ts'

/** A product for tests, in the category `starters` by default. */
export const makeItem = (key: string, name: string, some: Partial<StockItem> = {}): StockItem => ({
  key,
  kind: key.startsWith('option:') ? 'option' : 'product',
  name,
  groups: ['starters'],
  picture: null,
  ...some,
})

/** A delivery for tests; `undecided` needs a person's decision. */
export function makeDelivery(state: DeliveryState | 'undecided', message?: string): Delivery {
  const choices: Partial<Record<typeof state, DeliveryChoice[]>> = {
    refused: ['retry', 'mark-done'],
    undecided: ['retry', 'mark-done'],
    expired: ['mark-done'],
  }
  return {
    state: state === 'undecided' ? 'unknown' : state,
    since: new Date().toISOString(),
    ...(message !== undefined && { message }),
    ...(choices[state] && { choices: choices[state] }),
  }
}

/** A stock state for tests: sold out until further notice and confirmed, by default. */
export const makeState = (key: string, some: Partial<StockState> = {}): StockState => ({
  key,
  state: 'out',
  left: null,
  until: null,
  source: 'here',
  delivery: makeDelivery('confirmed'),
  setAt: new Date().toISOString(),
  setBy: null,
  ingredientId: null,
  ...some,
})

const groups: StockGroup[] = [
  { id: 'starters', kind: 'category', name: 'Entradas' },
  { id: 'mains', kind: 'category', name: 'Fondos' },
  { id: 'toppings', kind: 'modifier', name: 'Agregados' },
]

const items: StockItem[] = [
  makeItem('product:empanada', 'Empanada de pino'),
  makeItem('product:jalapeno', 'Jalapeños rellenos'),
  makeItem('product:pastel', 'Pastel de choclo', { groups: ['mains'] }),
  makeItem('option:toppings/palta', 'Palta', { groups: ['toppings'] }),
]

/** A small board for tests; everything is on sale by default. */
export const makeBoard = (some: Partial<StockBoard> = {}): StockBoard => {
  const now = new Date()
  return {
    revision: 1,
    now: now.toISOString(),
    menu: {
      readAt: now.toISOString(),
      error: null,
      gaps: { withoutCategory: 0, withoutModifier: 0, leftOut: 0 },
      older: null,
      choice: { by: 'name', taken: 1, others: 0 },
    },
    groups,
    items,
    states: [],
    ingredients: [],
    opening: null,
    timeZone: 'America/Santiago',
    nextOpening: new Date(now.getTime() + 86_400_000).toISOString(),
    ...some,
  }
}
