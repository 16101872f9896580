import { z } from 'zod'
import type { Delivery } from '../deliveries/delivery.ts'
import { answers, defineContract, event, id, none } from '../shared/operation.ts'
import type { AppError } from '../shared/result.ts'

/**
 * An item that can be sold out: `product:<id>`, or `option:<modifier>/<option>` for an option
 * within a modifier. The ids are external ones if a menu gives them, so that each item has one key
 * everywhere.
 */
export type StockKey = string
const key = z.string().min(1).max(320)

export interface StockItem {
  key: StockKey
  kind: 'product' | 'option'
  name: string
  /**
   * The ids of its categories (product) or of its modifier (option). An option without a modifier
   * cannot be sold out, because the platform identifies an option by its modifier.
   */
  groups: string[]
  /**
   * The name of its picture in the menu, or null. A page shows it from `pictures/<name>`. Another
   * picture has another name, and nobody can guess one: an image is requested without a token.
   */
  picture: string | null
}

/** A category of products, or a modifier with its options, in the order of the menu. */
export interface StockGroup {
  id: string
  kind: 'category' | 'modifier'
  name: string
  /**
   * For a modifier: the number of products that offer it, and the first names. Absent if no menu
   * says.
   */
  offeredBy?: { names: string[]; count: number }
}

/** Parts of a menu that have no place or could not be read. */
export interface MenuGaps {
  /** Products without a category and options without a modifier. */
  withoutCategory: number
  withoutModifier: number
  /** Things that could not be read or had no id. */
  leftOut: number
}

/**
 * Which of the website's menus are the store's. `name`: the menus that name the store; `others`
 * name no store and are left out. `no-name`: no menu names the store, so those that name no store
 * are used; `others` name other stores. `none`: all `others` name other stores.
 */
export interface MenuChoice {
  by: 'name' | 'no-name' | 'none'
  /** How many menus are used. */
  taken: number
  others: number
}

/** Menus that the last read did not reach, and that are as an earlier one left them. */
export interface OlderMenus {
  count: number
  /** When the oldest was read, ISO. */
  readAt: string
}

/**
 * Who reported the state, because no endpoint reads stock.
 * - `menu`: the menu when it was last read.
 * - `elsewhere`: another system, as the platform listed it.
 * - `here`: a person at one of these screens. `delivery` is the sending state.
 */
export type StockSource = 'menu' | 'here' | 'elsewhere'

/** The state of an item that is not simply on sale. Instants are ISO. */
export interface StockState {
  key: StockKey
  /** `out`: sold out. `counted`: `left` items are left. `on-sale`: no restriction. */
  state: 'on-sale' | 'out' | 'counted'
  left: number | null
  /** When it is back on sale automatically; null for further notice. */
  until: string | null
  source: StockSource
  /**
   * The sending state of the change made here: `accepted` until the platform lists it; null for
   * other sources.
   */
  delivery: Delivery | null
  /** When and on which screen it was set; null if the menu or another system reported it. */
  setAt: string | null
  setBy: string | null
  /** The store's chain sold it out, and `setBy` is a person there. */
  byChain?: true
  ingredientId: string | null
}

/** An ingredient of products and options: one switch for all of them. */
export interface Ingredient {
  id: string
  name: string
  keys: StockKey[]
}

/**
 * An ingredient that the menu's texts mention, with the items that mention it. A person confirms
 * and corrects it.
 */
export interface ProposedIngredient {
  name: string
  keys: StockKey[]
}

/** The whole board at one revision. Instants are ISO; `now` is the host's clock. */
export interface StockBoard {
  revision: number
  now: string
  /** When the menu was last read; null if never. `error` is why the last attempt failed. */
  menu: {
    readAt: string | null
    error: AppError | null
    gaps: MenuGaps
    choice: MenuChoice
    older: OlderMenus | null
  }
  groups: StockGroup[]
  items: StockItem[]
  /** The states of all items that are not simply on sale. */
  states: StockState[]
  ingredients: Ingredient[]
  /**
   * Set if the store opens or has just opened while these items are off until further notice: a
   * person is asked.
   */
  opening: { at: string; keys: StockKey[] } | null
  /** The store's time zone (IANA), in which times are shown and chosen. */
  timeZone: string
  /**
   * When "until the next opening" ends: at the opening after the current or next service; null if
   * no menu has opening hours.
   */
  nextOpening: string | null
}

/** Until when an item is sold out. `time` is the next HH:MM on the store's clock. */
const until = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('opening') }),
  z.strictObject({ kind: z.literal('hours'), hours: z.int().min(1).max(24) }),
  z.strictObject({ kind: z.literal('time'), time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) }),
  z.strictObject({ kind: z.literal('notice') }),
])
export type StockUntil = z.infer<typeof until>

/** What a cook does: mark as sold out, limit the quantity, or put back on sale. */
const act = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('out'), until }),
  z.strictObject({ kind: z.literal('count'), left: z.int().min(1).max(9999) }),
  z.strictObject({ kind: z.literal('back') }),
])
export type StockAct = z.infer<typeof act>

/** `tapId` makes a repeated message harmless. All items change together. */
const setStockInput = z.strictObject({
  tapId: id,
  keys: z.array(key).min(1).max(10_000),
  act,
})
/** The switch of an ingredient. `back` only brings back what the ingredient took off. */
const setIngredientInput = z.strictObject({ tapId: id, ingredientId: id, act })
const ingredientInput = z.strictObject({
  /** Null creates a new one. */
  id: id.nullable(),
  name: z.string().trim().min(1).max(80),
  keys: z.array(key).max(10_000),
})
const historyInput = z.strictObject({ days: z.union([z.literal(1), z.literal(30)]) })

/**
 * A time that an item was off or counted: set on a screen, or reported by the platform (`setBy` is
 * null). Instants are ISO.
 */
export interface StockHistoryEntry {
  id: number
  key: StockKey
  name: string
  state: 'out' | 'counted'
  left: number | null
  until: string | null
  /** Null if the platform reported it and did not say since when. */
  setAt: string | null
  setBy: string | null
  /** When it was changed or ended; null while it lasts. */
  endedAt: string | null
  /** Orders that contained the item meanwhile. */
  orders: number
}

/** A product as each menu has it. Prices are in the store's currency. */
export interface ProductDetail {
  name: string
  description: string | null
  menus: { id: string; price: number | null; available: boolean | null }[]
}

export const stockContract = defineContract({
  name: 'stock',
  operations: {
    'stock.board': answers<StockBoard>()(none),
    /** Changes some items together: sold out, counted, or back on sale. */
    'stock.set': answers<null>()(setStockInput),
    'stock.setIngredient': answers<null>()(setIngredientInput),
    /** Dismisses the question at the opening; `stock.set` brings items back. */
    'stock.answerOpening': answers<null>()(none),
    'stock.saveIngredient': answers<Ingredient>()(ingredientInput),
    'stock.removeIngredient': answers<null>()(z.strictObject({ ingredientId: id })),
    /**
     * Ingredients that the menu's texts mention and that don't exist yet, those of most items
     * first.
     */
    'stock.proposeIngredients': answers<ProposedIngredient[]>()(none),
    'stock.history': answers<StockHistoryEntry[]>()(historyInput),
    /** The same as a table for a spreadsheet (CSV). */
    'stock.historyTable': answers<string>()(historyInput),
  },
  events: {
    /** States that changed. The items in `gone` are simply on sale now. */
    'stock.changed': event<{
      revision: number
      now: string
      states: StockState[]
      gone: StockKey[]
    }>(),
    /** Items, ingredients or the question at the opening changed: ask for the board again. */
    'stock.replaced': event(),
  },
})
