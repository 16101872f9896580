import type { Proof } from '#contract/doctor.ts'
import type { CallResult } from '#platform/failure.ts'
import { listMenus, readMenu, readProduct, type Menu } from '#platform/menus.ts'
import { metFields, metWeekdays, objectsAt } from './met.ts'
import type { Round } from './round.ts'

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

/** Menus and products, and the names of what is in a menu (public-facts.md 1.9). */
export async function examineMenus(round: Round): Promise<void> {
  const { dialect } = round
  const list = await round.attempt('listMenus', listMenus)
  look(list.raw)
  const menus = list.result.ok ? list.result.value : []
  const chosen = menus.find(isSoldOut) ?? menus[0]
  const menuId = chosen?.menu._id ?? chosen?.menu.externalId
  if (menuId === undefined || menuId === null) {
    round.skip('readMenu', 'there is no menu to ask for')
    round.skip('readProduct', 'there is no product to ask for')
    return
  }
  const one = await round.attempt('readMenu', readMenu, { params: { menuId } })
  look(one.raw)
  const products = (one.result.ok ? one.result.value : chosen)?.products ?? []
  const productId = products.map(({ _id, externalId }) => _id ?? externalId).find(Boolean)
  if (productId === undefined || productId === null)
    round.skip('readProduct', 'there is no product to ask for')
  else await round.attempt('readProduct', readProduct, { params: { productId } })

  if (!one.result.ok || !isSoldOut(one.result.value)) return
  const lean = await round.ask(readMenu, { params: { menuId }, query: { availableOnly: true } })
  round.prove({ menuAvailableOnlyParameter: leanProof(one.result.value, lean.result) })

  function look(raw: unknown): void {
    const schedules = objectsAt(raw, 'menu', dialect['menu.schedule'])
    for (const [thing, section] of Object.entries(things))
      round.prove(metFields(dialect, thing, objectsAt(raw, section)))
    round.prove(metFields(dialect, 'schedule', schedules))
    round.prove(metWeekdays(dialect, schedules))
  }
}
