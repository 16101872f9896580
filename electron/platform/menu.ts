import { z } from 'zod'
import {
  alias,
  aliases,
  bag,
  id,
  maybe,
  number,
  numbers,
  numeral,
  several,
  text,
  texts,
  looseBoolean,
} from './tolerant/loose.ts'
import { scheduleSchema } from './stores.ts'

/**
 * The sections of a menu and version 3's metadata. Their fields are those of the older menus, under the dialect's
 * names (platform/README.md, Menus). Links go by external id there; every other name of an id and every other way to
 * link is understood besides (`domain/menu/menu-links`). `discount` is in percent, prices are in the store's currency.
 */
export const menuSchema = z.looseObject({
  menu: z.looseObject({
    _id: text,
    menuId: alias,
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
    z.looseObject({
      _id: text,
      categoryId: alias,
      id: alias,
      name: text,
      externalId: text,
      priority: numeral,
      productsIds: aliases,
      productsExternalIds: aliases,
      metadata: bag,
    }),
  ),
  products: several(
    z.looseObject({
      _id: text,
      productId: alias,
      id: alias,
      importId: alias,
      name: text,
      description: text,
      externalId: text,
      priority: numeral,
      price: number,
      discount: numeral,
      available: looseBoolean,
      informativeStamps: texts,
      categoriesExternalIds: texts,
      categoriesIds: aliases,
      categoryId: aliases,
      categoriesNames: aliases,
      modifiersExternalIds: texts,
      modifiersIds: aliases,
      modifiersNames: aliases,
      images: texts,
      metadata: bag,
      priceMetadata: bag,
    }),
  ),
  modifiers: several(
    z.looseObject({
      _id: text,
      modifierId: alias,
      id: alias,
      name: text,
      shortName: text,
      description: text,
      optional: looseBoolean,
      min: number,
      max: number,
      internalName: text,
      externalId: text,
      optionIds: texts,
      optionsIds: aliases,
      optionsExternalIds: aliases,
      productsIds: aliases,
      productsExternalIds: aliases,
      metadata: bag,
    }),
  ),
  options: several(
    z.looseObject({
      _id: text,
      optionId: alias,
      modifierOptionId: alias,
      id: alias,
      modifierId: aliases,
      modifierExternalId: aliases,
      modifiersIds: aliases,
      modifiersExternalIds: aliases,
      name: text,
      internalName: text,
      max: number,
      externalId: text,
      price: number,
      discount: numeral,
      available: looseBoolean,
      metadata: bag,
      priceMetadata: bag,
    }),
  ),
})
export type Menu = z.infer<typeof menuSchema>

/** The dialect's name of each section of a menu. */
export const menuSections = {
  menu: 'menu',
  categories: 'menuCategory',
  products: 'menuProduct',
  modifiers: 'menuModifier',
  options: 'menuOption',
} as const

/** Whether an option of a menu is sold out. */
export const hasSoldOut = ({ options }: Menu): boolean =>
  (options ?? []).some(({ available }) => available === false)

/** A product as in each menu. */
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
      available: looseBoolean,
      externalId: text,
      metadata: bag,
    }),
  ),
})
