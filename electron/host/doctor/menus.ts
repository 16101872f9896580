import type { Proof } from '#contract/doctor.ts'
import type { CallResult } from '#platform/failure.ts'
import { listMenus, readMenu, readProduct, type Menu } from '#platform/menus.ts'
import { observedFields, observedWeekdays, objectsAt } from './observed-names.ts'
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

const things = {
  menu: 'menu',
  menuCategory: 'categories',
  menuProduct: 'products',
  menuModifier: 'modifiers',
  menuOption: 'options',
} as const

/** Menus and products, and the names of what is in a menu. */
export async function examineMenus(probe: Probe): Promise<void> {
  const { dialect } = probe
  const list = await probe.attempt('listMenus', listMenus)
  look(list.raw)
  const menus = list.result.ok ? list.result.value : []
  const chosen = menus.find(isSoldOut) ?? menus[0]
  const menuId = chosen?.menu._id ?? chosen?.menu.externalId
  if (menuId === undefined || menuId === null) {
    probe.skip('readMenu', 'there is no menu to ask for')
    probe.skip('readProduct', 'there is no product to ask for')
    return
  }
  const one = await probe.attempt('readMenu', readMenu, { params: { menuId } })
  look(one.raw)
  const products = (one.result.ok ? one.result.value : chosen)?.products ?? []
  const productId = products.map(({ _id, externalId }) => _id ?? externalId).find(Boolean)
  if (productId === undefined || productId === null)
    probe.skip('readProduct', 'there is no product to ask for')
  else await probe.attempt('readProduct', readProduct, { params: { productId } })

  if (!one.result.ok || !isSoldOut(one.result.value)) return
  const lean = await probe.ask(readMenu, { params: { menuId }, query: { availableOnly: true } })
  probe.prove({ menuAvailableOnlyParameter: leanProof(one.result.value, lean.result) })

  function look(raw: unknown): void {
    const schedules = objectsAt(raw, 'menu', dialect['menu.schedule'])
    for (const [thing, section] of Object.entries(things))
      probe.prove(observedFields(dialect, thing, objectsAt(raw, section)))
    probe.prove(observedFields(dialect, 'schedule', schedules))
    probe.prove(observedWeekdays(dialect, schedules))
  }
}
