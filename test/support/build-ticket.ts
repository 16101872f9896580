import type { Bump, Ticket } from '#contract/tickets/ticket.ts'
import type { MenuNames } from '#domain/menu/stock-key.ts'
import { noStations, type Routes } from '#domain/stations/routes.ts'
import { standardAllergies, type AllergyReader } from '#domain/tickets/allergy.ts'
import type { Marks } from '#domain/tickets/marks.ts'
import type { OrderFacts } from '#domain/tickets/order-facts.ts'
import { plainOrder } from '#domain/tickets/plain-order.ts'
import { buildTicket as ticketOf } from '#domain/tickets/ticket.ts'
import type { LatenessRules } from '#domain/tickets/timing.ts'
import type { Dialect } from '#platform/dialect.ts'

/** The ticket of what is known of an order. */
export const buildTicket = (
  id: string,
  facts: OrderFacts,
  marks: Marks,
  bump: Bump | null,
  rules: LatenessRules,
  dialect: Dialect,
  menu: MenuNames,
  now: number,
  routes: Routes = noStations,
  allergies: AllergyReader = standardAllergies,
): Ticket =>
  ticketOf({
    ...{ id, marks, bump, rules, dialect, now, routes, allergies },
    plain: plainOrder(facts, menu, dialect, allergies),
  })
