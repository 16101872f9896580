import type { TicketModifier, TicketOption } from '#contract/tickets/ticket.ts'
import type { OrderItem } from '#platform/order.ts'
import { looseOptionName, modifierName, optionNames, type MenuNames } from '../menu/stock-key.ts'

type WireModifier = NonNullable<OrderItem['modifiers']>[number]
type WireOption = NonNullable<WireModifier['options']>[number]
type Id = string | null | undefined

/** Shown for a missing name, so that a cook sees that there is something. */
export const nameless = '?'

const present = (ids: readonly Id[]): string[] => ids.filter((id) => id != null)
const modifierIds = ({ externalId, modifierId, _id, id }: WireModifier): string[] =>
  present([externalId, modifierId, _id, id])
const optionIds = ({ externalId, optionId, modifierOptionId, _id, id }: WireOption): string[] =>
  present([externalId, optionId, modifierOptionId, _id, id])

const ownCount = (counts: WireModifier['countById'], id: Id): number | null =>
  counts != null && id != null && Object.hasOwn(counts, id) ? (counts[id] ?? null) : null

/** How often an option was chosen for a single item, if the order says so. */
const statedCount = (modifier: WireModifier, option: WireOption): number | null =>
  ownCount(modifier.countById, option.optionId) ??
  ownCount(modifier.countByExternalId, option.externalId) ??
  option.count ??
  null

function nameOption(ids: readonly string[], within: readonly string[], own: Id, menu: MenuNames) {
  const ownName = own?.trim() || null
  // A name may be an id that the menu knows.
  const named = ownName === null ? ids : ids.length === 0 || ids.includes(ownName) ? [ownName] : []
  const menuName = menu.nameOf([...optionNames(within, named), ...named.map(looseOptionName)])
  if (menuName !== null && menuName !== ownName) return { name: menuName, fromMenu: true as const }
  return { name: ownName ?? ids.at(-1) ?? nameless }
}

/** Whether an object of metadata has a field that is true, in any of its spellings. */
const isTrueIn = (metadata: unknown, field: string): boolean =>
  typeof metadata === 'object' &&
  metadata !== null &&
  /^(true|1)$/i.test(String(Object.entries(metadata).find(([name]) => name === field)?.[1]))

/**
 * Options that the order only counts (`countById`), without listing them. They must not get lost: a
 * cook would make another dish. A count may also be of a listed option whose id is written
 * elsewhere, so that many are left out.
 */
function countedOnly(modifier: WireModifier, menu: MenuNames): TicketOption[] {
  const within = modifierIds(modifier)
  const counts = { ...modifier.countByExternalId, ...modifier.countById }
  const counted = new Set(Object.keys(counts))
  const listed = (modifier.options ?? []).map(optionIds)
  const listedIds = new Set([...listed.flat(), ...within])
  const uncounted = listed.filter((ids) => !ids.some((id) => counted.has(id))).length
  return Object.entries(counts)
    .filter(([id, count]) => !listedIds.has(id) && (count ?? 0) > 0)
    .slice(uncounted)
    .map(([id, count]): TicketOption => {
      const named = nameOption([id], within, null, menu)
      const option = { id, count: count ?? 1, stockKey: menu.keyOf(optionNames(within, [id])) }
      return 'fromMenu' in named
        ? { ...option, ...named }
        : { ...option, name: nameless, isUnknown: true }
    })
}

function readOption(
  modifier: WireModifier,
  option: WireOption,
  menu: MenuNames,
  defaultField: string,
): TicketOption {
  const ids = optionIds(option)
  const within = modifierIds(modifier)
  return {
    id: option.optionId ?? option.externalId ?? ids[0] ?? option.name ?? '',
    ...nameOption(ids, within, option.name, menu),
    count: statedCount(modifier, option) ?? 1,
    ...(isTrueIn(option.metadata, defaultField) && { isDefault: true as const }),
    stockKey: menu.keyOf(optionNames(within, ids)),
  }
}

/** A modifier without a list of options is itself the choice: "Sin cebolla". */
function asOption(modifier: WireModifier, menu: MenuNames): TicketOption[] {
  const ids = modifierIds(modifier)
  const ownName = ownNameOf(modifier)
  const menuName = ownName === null ? menu.nameOf(ids.map(modifierName)) : null
  const name = ownName ?? menuName
  if (name === null) return []
  const id = modifier.modifierId ?? ids[0] ?? name
  const count = modifier.count ?? 1
  return [
    { id, name, ...(menuName !== null && { fromMenu: true as const }), count, stockKey: null },
  ]
}

/** A name cut in the middle of a word, as a field with too few letters does: "Términ". */
const isStump = (short: string, whole: string): boolean =>
  whole.startsWith(short) && /^\p{L}/u.test(whole.slice(short.length)) && /\p{L}$/u.test(short)

/** The store's short name, unless that is a stump. An abbreviation ends with a dot: "Agr." */
function ownNameOf({ shortName, name }: WireModifier): string | null {
  const [short, whole] = [shortName?.trim() || null, name?.trim() || null]
  return short === null || (whole !== null && isStump(short, whole)) ? whole : short
}

function nameModifier(modifier: WireModifier, menu: MenuNames): Omit<TicketModifier, 'options'> {
  const ownName = ownNameOf(modifier)
  if (ownName !== null) return { name: ownName }
  const menuName = menu.nameOf(modifierIds(modifier).map(modifierName))
  return menuName === null ? { name: '' } : { name: menuName, fromMenu: true }
}

/**
 * Merges options that are listed several times. The count is what the order says, and at least the
 * number of times that they are listed.
 */
function mergeListed(
  listed: readonly { option: TicketOption; hasCount: boolean }[],
): TicketOption[] {
  const times = new Map<string, { option: TicketOption; stated: number | null; listed: number }>()
  for (const { option, hasCount } of listed) {
    const same = JSON.stringify([option.id, option.name])
    const before = times.get(same)
    const stated = hasCount
      ? Math.max(before?.stated ?? option.count, option.count)
      : before?.stated
    times.set(same, {
      option: before?.option ?? option,
      stated: stated ?? null,
      listed: (before?.listed ?? 0) + 1,
    })
  }
  return [...times.values()].map(({ option, stated, listed: count }) => ({
    ...option,
    count: stated === null ? count : count === 1 ? stated : Math.max(stated, count),
  }))
}

/**
 * The choices of an item, each with its count for a single one (`countById`). Missing names come
 * from the menu. A modifier or an option that is listed twice is merged. `defaultField` is the field of
 * metadata that says that an option comes with its product.
 */
export function readChoices(item: OrderItem, menu: MenuNames, defaultField = ''): TicketModifier[] {
  const groups = new Map<
    string,
    { modifier: TicketModifier; listed: { option: TicketOption; hasCount: boolean }[] }
  >()
  for (const [nth, wire] of (item.modifiers ?? []).entries()) {
    const listed =
      wire.options == null
        ? asOption(wire, menu).map((option) => ({ option, hasCount: wire.count != null }))
        : wire.options.map((option) => ({
            option: readOption(wire, option, menu, defaultField),
            hasCount: statedCount(wire, option) !== null,
          }))
    const named = wire.options == null ? { name: '' } : nameModifier(wire, menu)
    const ids = modifierIds(wire)
    const same = ids.length === 0 ? String(nth) : JSON.stringify([ids[0], named.name])
    const group = groups.get(same) ?? { modifier: { ...named, options: [] }, listed: [] }
    groups.set(same, group)
    for (const each of listed) group.listed.push(each)
    for (const option of countedOnly(wire, menu)) group.listed.push({ option, hasCount: true })
  }
  return [...groups.values()]
    .map(({ modifier, listed }) => ({ ...modifier, options: mergeListed(listed) }))
    .filter((modifier) => modifier.options.length > 0)
}
