import { z } from 'zod'
import { renamedFields, type Dialect } from './dialect.ts'
import { bag, id, maybe, number, numbers, numeral, several, text, texts, truth } from './loose.ts'
import { operation } from './operation.ts'
import { scheduleSchema } from './stores.ts'
import { idInPath } from './sent.ts'
import { renameOwn } from './vendor.ts'

/**
 * The sections of a menu and version 3's metadata. Their fields are those of the older menus, under the dialect's
 * names (platform/README.md, Menus); links go by external id. `discount` is in percent, prices are in the store's
 * currency.
 */
export const menuSchema = z.looseObject({
  menu: z.looseObject({
    _id: text,
    name: text,
    /** Higher wins. */
    priority: number,
    /** Empty means all. */
    storesIds: texts,
    externalId: text,
    channels: texts,
    daysBefore: number,
    schedule: maybe(scheduleSchema),
    metadata: bag,
  }),
  categories: several(
    z.looseObject({ _id: text, name: text, externalId: text, priority: numeral, metadata: bag }),
  ),
  products: several(
    z.looseObject({
      _id: text,
      name: text,
      description: text,
      externalId: text,
      priority: numeral,
      price: number,
      discount: numeral,
      available: truth,
      informativeStamps: texts,
      categoriesExternalIds: texts,
      modifiersExternalIds: texts,
      images: texts,
      metadata: bag,
      priceMetadata: bag,
    }),
  ),
  modifiers: several(
    z.looseObject({
      _id: text,
      name: text,
      shortName: text,
      description: text,
      optional: truth,
      min: number,
      max: number,
      internalName: text,
      externalId: text,
      optionIds: texts,
      metadata: bag,
    }),
  ),
  options: several(
    z.looseObject({
      _id: text,
      name: text,
      internalName: text,
      max: number,
      externalId: text,
      price: number,
      discount: numeral,
      available: truth,
      metadata: bag,
      priceMetadata: bag,
    }),
  ),
})
export type Menu = z.infer<typeof menuSchema>

const sections = {
  menu: 'menu',
  categories: 'menuCategory',
  products: 'menuProduct',
  modifiers: 'menuModifier',
  options: 'menuOption',
}

const wireMenu = z.record(z.string(), z.unknown())

/** A menu with our names for the fields that the dialect spells otherwise. */
function menuFromWire(data: unknown, dialect: Dialect): unknown {
  const menu = wireMenu.safeParse(data)
  if (!menu.success) return data
  const renamed = Object.entries(sections).map(([section, thing]) => {
    const names = renamedFields(dialect, thing)
    const value = menu.data[section]
    return [
      section,
      Array.isArray(value)
        ? value.map((each: unknown) => renameOwn(each, names))
        : renameOwn(value, names),
    ] as const
  })
  return { ...menu.data, ...Object.fromEntries(renamed) }
}

const menusFromWire = (data: unknown, dialect: Dialect): unknown =>
  Array.isArray(data) ? data.map((each: unknown) => menuFromWire(each, dialect)) : data

const menuQuery = z.strictObject({
  /** Leaves out modifiers and options that are unavailable for the menu. */
  availableOnly: z.boolean().optional(),
})
const queryNames = { availableOnly: 'menuAvailableOnlyParameter' } as const

/** GET /ecommerce/menu/{menuId}: one menu, by id or external id. The boolean's name is the dialect's. */
export const readMenu = operation({
  method: 'GET',
  base: 'v3',
  path: '/ecommerce/menu/{menuId}',
  params: z.strictObject({ menuId: idInPath }),
  query: menuQuery,
  queryNames,
  fromWire: menuFromWire,
  answer: menuSchema,
})

/** GET /ecommerce/menu: the website's menus, a plain array. */
export const listMenus = operation({
  method: 'GET',
  base: 'v3',
  path: '/ecommerce/menu',
  query: menuQuery,
  queryNames,
  fromWire: menusFromWire,
  answer: z.array(menuSchema),
})

/** One product as each menu has it. */
export const productSchema = z.looseObject({
  productId: id,
  importId: text,
  name: text,
  internalName: text,
  description: text,
  url: text,
  partialUrl: text,
  externalId: text,
  categoriesNames: texts,
  categoriesIds: texts,
  modifiersIds: texts,
  images: texts,
  metadata: bag,
  menus: several(
    z.looseObject({
      menuId: text,
      price: number,
      basePrice: number,
      discount: number,
      discounts: numbers,
      available: truth,
      externalId: text,
      metadata: bag,
    }),
  ),
})

/** GET /ecommerce/products/{productId}: a product, by id or external id. */
export const readProduct = operation({
  method: 'GET',
  base: 'v3',
  path: '/ecommerce/products/{productId}',
  params: z.strictObject({ productId: idInPath }),
  answer: productSchema,
})
