import type { Ticket } from '#contract/tickets/ticket.ts'
import { makeItem, makeTicket } from './sample-ticket.ts'

/** As long as the longest name of a menu. */
export const longName =
  'Hamburguesa doble con queso cheddar madurado, cebolla caramelizada y salsa de la casa x 90'

/** Twelve dishes, some long, with options, comments and an allergy. */
const longItems = Array.from({ length: 12 }, (_, nth) =>
  makeItem({
    key: `item-${String(nth)}`,
    name: nth % 3 === 0 ? longName : `Papas fritas ${String(nth)}`,
    amount: (nth % 4) + 1,
    modifiers: [
      {
        name: 'Agregados',
        options: [
          { id: 'o1', name: 'Queso de cabra', count: 2, stockKey: null },
          { id: 'o2', name: 'Palta hass', count: 1, stockKey: null },
        ],
      },
    ],
    comment: nth === 4 ? 'Sin sal. Alergia al maní, por favor en un plato aparte' : null,
    allergyWords: nth === 4 ? ['maní'] : [],
  }),
)

/** A long order for a customer with a long name. */
export const makeLongTicket = (fields: Partial<Ticket> = {}): Ticket =>
  makeTicket({
    buyerName:
      'María Fernanda de los Ángeles Undurraga Errázuriz y Fernández de Castro-Larraín Balmaceda',
    items: longItems,
    ...fields,
  })
