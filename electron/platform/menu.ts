import { z } from 'zod'
import {
  otherId,
  otherIds,
  jsonObject,
  id,
  optionalThing,
  number,
  numbers,
  numeral,
  listOfThings,
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
    menuId: otherId,
    name: text,
    /** Higher wins. */
    priority: number,
    /** Empty means all. */
    storesIds: texts,
    externalId: text,
    channels: texts,
    daysBefore: number,
    schedule: optionalThing(scheduleSchema),
    metadata: jsonObject,
  }),
  categories: listOfThings(
    z.looseObject({
      _id: text,
      categoryId: otherId,
      id: otherId,
      name: text,
      externalId: text,
      priority: numeral,
      productsIds: otherIds,
      productsExternalIds: otherIds,
      metadata: jsonObject,
    }),
  ),
  products: listOfThings(
    z.looseObject({
      _id: text,
      productId: otherId,
      id: otherId,
      importId: otherId,
      name: text,
      description: text,
      externalId: text,
      priority: numeral,
      price: number,
      discount: numeral,
      available: looseBoolean,
      informativeStamps: texts,
      categoriesExternalIds: texts,
      categoriesIds: otherIds,
      categoryId: otherIds,
      categoriesNames: otherIds,
      modifiersExternalIds: texts,
      modifiersIds: otherIds,
      modifiersNames: otherIds,
      images: texts,
      metadata: jsonObject,
      priceMetadata: jsonObject,
    }),
  ),
  modifiers: listOfThings(
    z.looseObject({
      _id: text,
      modifierId: otherId,
      id: otherId,
      name: text,
      shortName: text,
      description: text,
      optional: looseBoolean,
      min: number,
      max: number,
      internalName: text,
      externalId: text,
      optionIds: texts,
      optionsIds: otherIds,
      optionsExternalIds: otherIds,
      productsIds: otherIds,
      productsExternalIds: otherIds,
      metadata: jsonObject,
    }),
  ),
  options: listOfThings(
    z.looseObject({
      _id: text,
      optionId: otherId,
      modifierOptionId: otherId,
      id: otherId,
      modifierId: otherIds,
      modifierExternalId: otherIds,
      modifiersIds: otherIds,
      modifiersExternalIds: otherIds,
      name: text,
      internalName: text,
      max: number,
      externalId: text,
      price: number,
      discount: numeral,
      available: looseBoolean,
      metadata: jsonObject,
      priceMetadata: jsonObject,
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
  metadata: jsonObject,
  menus: listOfThings(
    z.looseObject({
      menuId: text,
      price: number,
      basePrice: number,
      discount: number,
      discounts: numbers,
      available: looseBoolean,
      externalId: text,
      metadata: jsonObject,
    }),
  ),
})
