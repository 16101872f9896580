import { z } from 'zod'
import type { Known, Look } from './check.ts'
import { renamedFields, renameOwn, type Dialect } from './dialect.ts'
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
  truth,
} from './reading/loose.ts'
import { operation } from './operation.ts'
import { isObject } from './reading/tolerant.ts'
import type { Steps } from '#contract/steps.ts'
import { scheduleSchema } from './stores.ts'
import { idInPath } from './sent.ts'

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
      available: truth,
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
      optional: truth,
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
      available: truth,
      metadata: bag,
      priceMetadata: bag,
    }),
  ),
})
export type Menu = z.infer<typeof menuSchema>

/** What each section of a menu is called in the dialect. */
export const menuSections = {
  menu: 'menu',
  categories: 'menuCategory',
  products: 'menuProduct',
  modifiers: 'menuModifier',
  options: 'menuOption',
} as const

const wireHead = z.looseObject({ schedule: z.unknown() })

function* sectionFromWire(value: unknown, thing: string, dialect: Dialect): Steps<unknown> {
  const names = renamedFields(dialect, thing)
  if (names === null) return value
  if (!Array.isArray(value)) return renameOwn(value, names)
  const renamed: unknown[] = []
  for (const each of value) {
    renamed.push(renameOwn(each, names))
    yield
  }
  return renamed
}

/** A menu with our names for the fields that the dialect spells otherwise. */
function* menuFromWire(data: unknown, dialect: Dialect): Steps<unknown> {
  if (!isObject(data)) return data
  const named: Record<string, unknown> = { ...data }
  for (const [section, thing] of Object.entries(menuSections))
    if (Object.hasOwn(data, section))
      named[section] = yield* sectionFromWire(data[section], thing, dialect)
  const head = wireHead.safeParse(named['menu'])
  if (!head.success) return named
  const schedule = renameOwn(head.data.schedule, renamedFields(dialect, 'schedule'))
  return { ...named, menu: { ...head.data, schedule } }
}

function* menusFromWire(data: unknown, dialect: Dialect): Steps<unknown> {
  if (!Array.isArray(data)) return data
  const menus: unknown[] = []
  for (const each of data) {
    menus.push(yield* menuFromWire(each, dialect))
    yield
  }
  return menus
}

/** The largest menus that are known have some 7,000 products; one of 16 MB with pictures and texts has 100,000 things. */
const mostThings = 100_000

const countThings = (menus: unknown): number =>
  (Array.isArray(menus) ? menus : [menus]).reduce<number>((sum, menu) => {
    const sections = isObject(menu) ? Object.values(menu).filter(Array.isArray) : []
    return sections.reduce<number>((things, section) => things + section.length, sum + 1)
  }, 0)

/** Fields of what is in a menu, and of a schedule, that are specified. */
const ofMenus = ['metadata', 'priceMetadata']
const ofSchedules = ['closedUntilDate', 'closedDays', 'availableAtPeriods', 'openPeriods']
const scheduleAt = ['menu', { named: 'menu.schedule' }] as const

/** Names in one menu or several. */
const menuLooks: Look[] = [
  ...Object.entries(menuSections).map(([section, thing]): Look => ({
    how: 'fields',
    at: [section],
    thing,
    specified: ofMenus,
  })),
  { how: 'fields', at: scheduleAt, thing: 'schedule', specified: ofSchedules },
  { how: 'weekdays', at: scheduleAt },
]

/** Whether some option of a menu is sold out. */
export const hasSoldOut = ({ options }: Menu): boolean =>
  (options ?? []).some(({ available }) => available === false)

/** The first id of a thing, in the order in which a path may name it. */
const firstId = (...ids: readonly (string | null | undefined)[]): string | undefined =>
  ids.find((id) => typeof id === 'string') ?? undefined

/** The menu to try things with, where one has an id: one in which something is sold out shows most. */
async function menuToTry({ answerOf }: Known): Promise<{ menu: Menu; menuId: string } | null> {
  const menus = (await answerOf(listMenus)) ?? []
  const menu = menus.find(hasSoldOut) ?? menus[0]
  const menuId = firstId(menu?.menu._id, menu?.menu.menuId, menu?.menu.externalId)
  return menu === undefined || menuId === undefined ? null : { menu, menuId }
}

const menuQuery = z.strictObject({
  /** Leaves out modifiers and options that are unavailable for the menu. */
  availableOnly: z.boolean().optional(),
})
const queryNames = { availableOnly: 'menuAvailableOnlyParameter' } as const

/** GET /ecommerce/menu/{menuId}: one menu, by id or external id. The boolean's name is the dialect's. */
export const readMenu = operation({
  area: 'Menus',
  summary: 'One menu, by service id or external id',
  method: 'GET',
  base: 'v3',
  path: '/ecommerce/menu/{menuId}',
  params: z.strictObject({ menuId: idInPath }),
  query: menuQuery,
  queryNames,
  fromWire: menuFromWire,
  answer: menuSchema,
  mostRecords: mostThings,
  countRecords: countThings,
  check: {
    async ask(known: Known) {
      const chosen = await menuToTry(known)
      return chosen === null
        ? { missing: 'there is no menu to ask for' }
        : { params: { menuId: chosen.menuId } }
    },
    looks: menuLooks,
    questions: [{ how: 'leaves-out', of: 'availableOnly' }],
  },
})

/** GET /ecommerce/menu: the website's menus, a plain array. */
export const listMenus = operation({
  area: 'Menus',
  summary: 'The menus of the website',
  method: 'GET',
  base: 'v3',
  path: '/ecommerce/menu',
  query: menuQuery,
  queryNames,
  fromWire: menusFromWire,
  answer: z.array(menuSchema),
  mostRecords: mostThings,
  countRecords: countThings,
  check: { looks: menuLooks },
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
  area: 'Menus',
  summary: 'One product, by service id or external id',
  method: 'GET',
  base: 'v3',
  path: '/ecommerce/products/{productId}',
  params: z.strictObject({ productId: idInPath }),
  answer: productSchema,
  check: {
    async ask(known: Known) {
      const chosen = await menuToTry(known)
      const menu = chosen && ((await known.answerOf(readMenu)) ?? chosen.menu)
      const productId = menu?.products
        ?.map((each) => firstId(each._id, each.productId, each.id, each.externalId))
        .find((id) => id !== undefined)
      return productId === undefined
        ? { missing: 'there is no product to ask for' }
        : { params: { productId } }
    },
  },
})
