import type { Proof } from '#contract/doctor.ts'
import type { CallResult } from '#platform/call/failure.ts'
import { countLost, menuGaps } from '#domain/menu/menu-gaps.ts'
import { readMenuItems } from '#domain/menu/menu-items.ts'
import { menusOf } from '#domain/menu/menus-of.ts'
import { listMenus, menuSections, readMenu, readProduct, type Menu } from '#platform/menus.ts'
import { observedWeekdays, objectsAt } from './observed-names.ts'
import type { Probe } from './probe.ts'

const isSoldOut = (menu: Menu): boolean =>
  (menu.options ?? []).some(({ available }) => available === false)

const count = ({ options, modifiers }: Menu): number =>
  (options ?? []).length + (modifiers ?? []).length

/** A menu that has options which are sold out, beside the same without them. */
function leanProof(whole: Menu, lean: CallResult<Menu>): Proof {
  if (!isSoldOut(whole)) return 'unclear'
  if (!lean.ok)
    return lean.failure.kind === 'answered' && lean.failure.status === 400
      ? 'contradicted'
      : 'unclear'
  if (count(lean.value) < count(whole) && !isSoldOut(lean.value)) return 'proven'
  return count(lean.value) === count(whole) ? 'contradicted' : 'unclear'
}

/** Fields of what is in a menu, and of a schedule, that are specified. */
const ofMenus = ['metadata', 'priceMetadata']
const ofSchedules = ['closedUntilDate', 'closedDays', 'availableAtPeriods', 'openPeriods']

/** The first id of a thing, in the order in which a path may name it. */
const firstId = (...ids: readonly (string | null | undefined)[]): string | undefined =>
  ids.find((id) => typeof id === 'string') ?? undefined

/** Looks for names in menus as they came. */
function lookAt({ dialect, look, prove }: Probe, raw: unknown): void {
  const schedules = objectsAt(raw, 'menu', dialect['menu.schedule'])
  for (const [section, thing] of Object.entries(menuSections))
    look(thing, objectsAt(raw, section), ofMenus)
  look('schedule', schedules, ofSchedules)
  prove(observedWeekdays(dialect, schedules))
}

/** Menus and products, and the names of what is in a menu. */
export async function examineMenus(probe: Probe): Promise<void> {
  const list = await probe.attempt(listMenus)
  lookAt(probe, list.raw)
  const menus = list.result.ok ? list.result.value : []
  const chosen = menus.find(isSoldOut) ?? menus[0]
  if (list.result.ok && menus.length > 0) {
    const own = menusOf(menus, (id) => id === probe.storeId).menus
    const unread = countLost(list.result.unread ?? [], menus, own)
    probe.noteMenu(menuGaps(readMenuItems(own), unread))
  }
  const head = chosen?.menu
  const menuId = firstId(head?._id, head?.menuId, head?.externalId)
  if (chosen === undefined || menuId === undefined) {
    probe.skip(readMenu, 'there is no menu to ask for')
    probe.skip(readProduct, 'there is no product to ask for')
    return
  }
  const one = await probe.attempt(readMenu, { params: { menuId } })
  lookAt(probe, one.raw)
  const products = (one.result.ok ? one.result.value : chosen).products ?? []
  const productId = products
    .map((each) => firstId(each._id, each.productId, each.id, each.externalId))
    .find((id) => id !== undefined)
  if (productId === undefined) probe.skip(readProduct, 'there is no product to ask for')
  else await probe.attempt(readProduct, { params: { productId } })

  if (!one.result.ok || !isSoldOut(one.result.value)) return
  const lean = await probe.ask(readMenu, { params: { menuId }, query: { availableOnly: true } })
  probe.prove({ menuAvailableOnlyParameter: leanProof(one.result.value, lean.result) })
}
