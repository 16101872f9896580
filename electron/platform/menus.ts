import { z } from 'zod'
import type { CheckContext, ObjectCheck } from './check.ts'
import { renameEach, renamedFields, renameOwn, type Dialect } from './dialect.ts'
import { hasSoldOut, menuSchema, menuSections, productSchema, type Menu } from './menu.ts'
import { operation } from './operation.ts'
import { withoutEntities } from './tolerant/entities.ts'
import { isObject } from './tolerant/tolerant.ts'
import { idInPath } from './sent-values.ts'

const wireHead = z.looseObject({ schedule: z.unknown() })

/**
 * A menu with our names for the fields that the dialect spells differently, and with HTML entities
 * decoded.
 */
function menuFromWire(data: unknown, dialect: Dialect): unknown {
  if (!isObject(data)) return data
  const named: Record<string, unknown> = { ...data }
  for (const [section, kind] of Object.entries(menuSections))
    if (Object.hasOwn(data, section)) {
      named[section] = withoutEntities(renameEach(data[section], renamedFields(dialect, kind)))
    }
  const head = wireHead.safeParse(named['menu'])
  if (!head.success) return named
  const schedule = renameOwn(head.data.schedule, renamedFields(dialect, 'schedule'))
  return { ...named, menu: { ...head.data, schedule } }
}

const menusFromWire = (data: unknown, dialect: Dialect): unknown =>
  Array.isArray(data) ? data.map((each) => menuFromWire(each, dialect)) : data

export const countThings = (menus: unknown): number =>
  (Array.isArray(menus) ? menus : [menus]).reduce<number>((sum, menu) => {
    const sections = isObject(menu) ? Object.values(menu).filter(Array.isArray) : []
    return sections.reduce<number>((count, section) => count + section.length, sum + 1)
  }, 0)

/** The specified fields of menu things and schedules. */
const ofMenus = ['metadata', 'priceMetadata']
const ofSchedules = ['closedUntilDate', 'closedDays', 'availableAtPeriods', 'openPeriods']
const scheduleAt = ['menu', { named: 'menu.schedule' }] as const

/** Names in one or several menus. */
const menuLooks: ObjectCheck[] = [
  ...Object.entries(menuSections).map(([section, kind]): ObjectCheck => ({
    how: 'fields',
    at: [section],
    kind,
    specified: ofMenus,
  })),
  { how: 'fields', at: scheduleAt, kind: 'schedule', specified: ofSchedules },
  { how: 'weekdays', at: scheduleAt },
  { how: 'has', at: ['products', 'metadata'], name: 'stationField' },
  { how: 'has', at: ['products', 'metadata'], name: 'courseField' },
]

/** The first id of a thing, in the order in which a path may use it. */
const firstId = (...ids: readonly (string | null | undefined)[]): string | undefined =>
  ids.find((id) => typeof id === 'string') ?? undefined

/** The menu for tests, if one has an id: one with something sold out shows most. */
async function menuToTry({
  answerOf,
}: CheckContext): Promise<{ menu: Menu; menuId: string } | null> {
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

/** GET /ecommerce/menu/{menuId}: one menu, by id or external id. The dialect names the boolean. */
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
  countRecords: countThings,
  check: {
    async ask(context: CheckContext) {
      const chosen = await menuToTry(context)
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
  countRecords: countThings,
  check: { looks: menuLooks },
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
    async ask(context: CheckContext) {
      const chosen = await menuToTry(context)
      const menu = chosen && ((await context.answerOf(readMenu)) ?? chosen.menu)
      const productId = menu?.products
        ?.map((each) => firstId(each._id, each.productId, each.id, each.externalId))
        .find((id) => id !== undefined)
      return productId === undefined
        ? { missing: 'there is no product to ask for' }
        : { params: { productId } }
    },
  },
})

export const menuOperations = { listMenus, readMenu, readProduct } as const
