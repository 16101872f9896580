import type { MenuGaps } from '#contract/stock/stock.ts'
import type { Menu } from '#platform/menu.ts'
import type { MenuItems } from './menu-items.ts'

/** A menu, a section, or a thing in one; a deeper path is a field of a thing. */
const wholeThing = /^\d+(\.(categories|products|modifiers|options)(\.\d+)?)?$/

/**
 * How many whole things in a list of menus could not be read: those in the store's own menus, and
 * whole menus, whose store is unknown. `menus` are the menus that were read, in list order.
 */
export function countLost(
  unread: readonly string[],
  menus: readonly Menu[],
  own: readonly Menu[],
): number {
  const lost = new Set(unread.filter((path) => !path.includes('.')).map(Number))
  const places = Array.from({ length: menus.length + lost.size }, (_, place) => place)
  const read = places.filter((place) => !lost.has(place))
  const ours = new Set(own)
  const theirs = new Set(
    read.filter((_, nth) => {
      const menu = menus[nth]
      return menu === undefined || !ours.has(menu)
    }),
  )
  return unread.filter((path) => wholeThing.test(path) && !theirs.has(Number.parseInt(path, 10)))
    .length
}

const countWithoutGroup = (items: MenuItems['items'], kind: 'product' | 'option'): number =>
  items.filter((item) => item.kind === kind && item.groups.length === 0).length

/** How many items have no group, and how many were left out; `unread` of them could not be read. */
export function menuGaps({ items, withoutId }: MenuItems, unread: number): MenuGaps {
  return {
    withoutCategory: countWithoutGroup(items, 'product'),
    withoutModifier: countWithoutGroup(items, 'option'),
    leftOut: withoutId + unread,
  }
}
