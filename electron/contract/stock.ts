import { z } from 'zod'
import type { Delivery } from './deliveries/delivery.ts'
import { answers, defineContract, event, id, none } from './operation.ts'
import type { AppError } from './result.ts'

/**
 * A thing that can be sold out: `product:<id>`, or `option:<modifier>/<option>` for an option within a modifier. Ids are
 * the external ones where a menu gives them, so that one thing has one key whoever names it.
 */
export type StockKey = string
const key = z.string().min(1).max(320)

export interface StockItem {
  key: StockKey
  kind: 'product' | 'option'
  name: string
  /**
   * Ids of its categories (product), or of its modifier (option). An option that no modifier has cannot be sold out:
   * the platform is told of an option by its modifier.
   */
  groups: string[]
  /** Which picture the menu has of it, another word for another one; a page shows it from `pictures/<key>?<word>`. */
  picture: string | null
}

/** A category of products, or a modifier with its options; in the order of the menu. */
export interface StockGroup {
  id: string
  kind: 'category' | 'modifier'
  name: string
  /** Of a modifier: the products that offer it, the first by name; absent where no menu tells. */
  offeredBy?: { names: string[]; count: number }
}

/** What a menu has that stands in no place, and what of it could not be read. */
export interface MenuGaps {
  /** Products that no link leads to a category, and options that none leads to a modifier. */
  withoutCategory: number
  withoutModifier: number
  /** Things that were left out: they could not be read, or had no id. */
  leftOut: number
}

/**
 * Which of the website's menus are taken for the store's. `name`: those that name it; `others` name none, and are left out.
 * `no-name`: none names it, and these name no store at all; `others` name other stores. `none`: all `others` name other stores.
 */
export interface MenuChoice {
  by: 'name' | 'no-name' | 'none'
  /** How many are taken. */
  taken: number
  others: number
}

/**
 * Who says what a switch shows; no endpoint reads stock.
 * - `menu`: the menu, when it was last read. - `elsewhere`: another system; the platform listed it.
 * - `here`: a person at one of these screens. How far the platform is with it is the `delivery`.
 */
export type StockSource = 'menu' | 'here' | 'elsewhere'

/** What is known of one item that is not plainly on sale. Instants are ISO. */
export interface StockState {
  key: StockKey
  /** `out`: sold out. `counted`: `left` are left. `on-sale`: no restriction. */
  state: 'on-sale' | 'out' | 'counted'
  left: number | null
  /** When it comes back by itself; null where that is further notice. */
  until: string | null
  source: StockSource
  /** The sending state of what a person here wants: `accepted` until the platform lists it; null for other sources. */
  delivery: Delivery | null
  /** When it was set, and on which screen; null where the menu or another system says so. */
  setAt: string | null
  setBy: string | null
  /** The ingredient that took it off, if one did. */
  ingredientId: string | null
}

/** Something that products and options are made with: one switch for all of them. */
export interface Ingredient {
  id: string
  name: string
  keys: StockKey[]
}

/** An ingredient that the menu's texts name, with the items that name it. A person confirms it, and changes what is wrong. */
export interface ProposedIngredient {
  name: string
  keys: StockKey[]
}

/** The whole board at one revision. Instants are ISO; `now` is the host's clock. */
export interface StockBoard {
  revision: number
  now: string
  /** When the menu was last read; null where it never was. `error` is why the last reading failed. */
  menu: { readAt: string | null; error: AppError | null; gaps: MenuGaps; choice: MenuChoice }
  groups: StockGroup[]
  items: StockItem[]
  /** Of every item that is not plainly on sale; the others are. */
  states: StockState[]
  ingredients: Ingredient[]
  /** The store opens (or has just opened) and these are off until further notice: a person is asked. */
  opening: { at: string; keys: StockKey[] } | null
  /** The store's zone (IANA), in which times are shown and chosen. */
  timeZone: string
  /**
   * When "until the next opening" ends: at the opening after the service that is running or about to begin; null where no
   * menu says when the store opens.
   */
  nextOpening: string | null
}

/** Until when something is off. `time` is the next HH:MM on the store's clock. */
const until = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('opening') }),
  z.strictObject({ kind: z.literal('hours'), hours: z.int().min(1).max(24) }),
  z.strictObject({ kind: z.literal('time'), time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) }),
  z.strictObject({ kind: z.literal('notice') }),
])
export type StockUntil = z.infer<typeof until>

/** What a cook does: sold out, so many left, or back on sale. */
const act = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('out'), until }),
  z.strictObject({ kind: z.literal('count'), left: z.int().min(1).max(9999) }),
  z.strictObject({ kind: z.literal('back') }),
])
export type StockAct = z.infer<typeof act>

/** `tapId` makes a repeated message harmless; the items are changed together. */
const setStockInput = z.strictObject({
  tapId: id,
  keys: z.array(key).min(1).max(10_000),
  act,
})
/** An ingredient's switch: `back` brings back only what the ingredient took off. */
const setIngredientInput = z.strictObject({ tapId: id, ingredientId: id, act })
const ingredientInput = z.strictObject({
  /** Null makes a new one. */
  id: id.nullable(),
  name: z.string().trim().min(1).max(80),
  keys: z.array(key).max(10_000),
})
const historyInput = z.strictObject({ days: z.union([z.literal(1), z.literal(30)]) })

/** One time that something was off or counted: set on a screen, or said by the platform (`setBy` null). Instants are ISO. */
export interface StockHistoryEntry {
  id: number
  key: StockKey
  name: string
  state: 'out' | 'counted'
  left: number | null
  until: string | null
  /** Null where the platform has said so for nobody knows how long. */
  setAt: string | null
  setBy: string | null
  /** When it was changed again or came back by itself; null while it lasts. */
  endedAt: string | null
  /** Orders that wanted it meanwhile. */
  orders: number
}

/** One product as each menu has it; prices in the store's currency. */
export interface ProductDetail {
  name: string
  description: string | null
  menus: { id: string; price: number | null; available: boolean | null }[]
}

export const stockContract = defineContract({
  name: 'stock',
  operations: {
    'stock.board': answers<StockBoard>()(none),
    /** Sells out, counts, or brings back some items together. */
    'stock.set': answers<null>()(setStockInput),
    'stock.setIngredient': answers<null>()(setIngredientInput),
    /** Puts the question of the opening aside; bringing back is `stock.set`. */
    'stock.answerOpening': answers<null>()(none),
    'stock.saveIngredient': answers<Ingredient>()(ingredientInput),
    'stock.removeIngredient': answers<null>()(z.strictObject({ ingredientId: id })),
    /** What the menu's texts name and no ingredient is called yet, those of most items first. */
    'stock.proposeIngredients': answers<ProposedIngredient[]>()(none),
    /** Newest first. */
    'stock.history': answers<StockHistoryEntry[]>()(historyInput),
    /** The same as a table for a spreadsheet (CSV). */
    'stock.historyTable': answers<string>()(historyInput),
  },
  events: {
    /** States that changed; `gone` are plainly on sale now. */
    'stock.changed': event<{
      revision: number
      now: string
      states: StockState[]
      gone: StockKey[]
    }>(),
    /** Items, ingredients or the question of the opening changed: ask for the board again. */
    'stock.replaced': event(),
  },
})
