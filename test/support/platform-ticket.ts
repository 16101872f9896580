import { defaultSettings as rules } from '#contract/settings/settings.ts'
import type { TicketDetail } from '#contract/tickets/ticket-detail.ts'
import { createDialect } from '#platform/dialect.ts'
import { parseEvent } from '#platform/events.ts'
import { menuSchema } from '#platform/menu.ts'
import { readMenuItems } from '#domain/menu/menu-items.ts'
import { keyAmong, type MenuNames } from '#domain/menu/stock-key.ts'
import { readDetail } from '#domain/tickets/detail.ts'
import { addEvent } from '#domain/tickets/order-facts.ts'
import { newMarks } from '#domain/tickets/marks.ts'
import { buildTicket } from './build-ticket.ts'

export const receivedAt = '2026-11-20T15:30:00.000Z'
/** The settings of a test's kitchen; its time zone is three hours behind. */
const timeZone = 'America/Santiago'

/** A menu that was never read. */
export const noMenu: MenuNames = { keyOf: ([name]) => name ?? null, nameOf: () => null }

export const menuWith = (sections: object): MenuNames => {
  const menu = menuSchema.parse({ menu: { externalId: 'M' }, ...sections })
  const { keys, names } = readMenuItems([menu])
  return {
    keyOf: (ids) => keyAmong(keys, ids),
    nameOf: (ids) => ids.map((name) => names.get(name)).find((name) => name !== undefined) ?? null,
  }
}

/** The ticket that the code makes from an event of an unknown order; null if it is rejected. */
export function platformTicket(
  body: unknown,
  overrides: Record<string, string> = {},
  menu: MenuNames = noMenu,
) {
  const dialect = createDialect(overrides)
  const event = parseEvent(body, dialect, { receivedAt, timeZone })
  if (!event.ok || event.value.kind !== 'order') return null
  const { orderId, order, delivery, unread, date } = event.value
  const facts = addEvent(null, { stamp: `${date}|key`, order, delivery, unread })
  const marks = newMarks(receivedAt)
  const ticket = buildTicket(
    orderId,
    facts,
    marks,
    null,
    rules,
    dialect,
    menu,
    Date.parse(receivedAt),
  )
  const detail: TicketDetail = readDetail(facts, marks, ticket, [])
  return { event: event.value, ticket, detail }
}
