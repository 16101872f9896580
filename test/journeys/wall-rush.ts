/**
 * Orders of a rush on a wall: short ones, twelve dishes, long names, allergies, changes,
 * cancellations, drivers.
 */

const minute = 60_000
const iso = (at: number): string => new Date(at).toISOString()

const dishes = [
  'Hamburguesa clásica',
  'Papas medianas',
  'Lomito completo',
  'Empanada de pino',
  'Pastel de choclo',
  'Ensalada chilena',
  'Pollo asado con papas rústicas',
  'Bowl de quínoa',
  'Torta tres leches',
  'Café con leche',
  'Costillar al horno',
  'Ají de gallina',
]
/** 90 characters, like a menu with long names. */
const longName =
  'Tabla premium de mariscos del sur con centolla, ostiones, locos y salsa verde de la casa 2'
const longBuyer =
  'María Fernanda de los Ángeles Errázuriz-Undurraga y Valdés-Subercaseaux de la Fuente Ossa'

interface Chosen {
  amount: number
  name: string
  options?: string[]
  comment?: string
}

function item({ amount, name, options = [], comment }: Chosen, nth: number) {
  return {
    _id: `item-${String(nth)}`,
    amount,
    product: { _id: `product ${name}`, name },
    comment: comment ?? null,
    modifiers:
      options.length === 0
        ? []
        : [
            {
              modifierId: 'm',
              name: 'Agregados',
              options: options.map((option) => ({ optionId: option, name: option })),
            },
          ],
  }
}

const dishOf = (nth: number): string => dishes[nth % dishes.length] ?? 'Plato'

/**
 * The items of the nth order of the rush: every tenth is a table of twelve, every seventh has a
 * long name.
 */
function chosenOf(nth: number): Chosen[] {
  const count = nth % 10 === 4 ? 12 : 1 + ((nth * 7) % 4)
  return Array.from({ length: count }, (_, place): Chosen => {
    const chosen: Chosen = { amount: 1 + ((nth + place) % 3), name: dishOf(nth * 3 + place) }
    if (nth % 7 === 2 && place === 0) chosen.name = longName
    if ((nth + place) % 3 === 1) chosen.options = ['Sin mayonesa', 'Palta', 'Queso extra']
    if (nth % 8 === 3 && place === count - 1) chosen.comment = 'Alergia al maní, avisar en cocina'
    if (nth % 9 === 5 && place === 0) chosen.comment = 'Cortar por la mitad'
    return chosen
  })
}

const types = ['delivery', 'go', 'serve']

export interface RushOrder {
  id: string
  code: string
  names: string[]
  bodies: object[]
}

/** Orders as the platform posts them. Those in `cancelled` and `changed` (by index) send a second event. */
export function rushOrders(
  count: number,
  { storeId, now }: { storeId: string; now: number },
  { cancelled = [], changed = [] }: { cancelled?: number[]; changed?: number[] } = {},
): RushOrder[] {
  return Array.from({ length: count }, (_, nth) => {
    const id = `rush-${String(nth)}`
    const code = String(1001 + nth)
    const chosen = chosenOf(nth)
    const type = types[nth % types.length]
    const created = now - 12 * minute + nth * 1_000
    const driver = { name: 'Wilmer G.', type: 'moto', phone: '+56 9 5555 1234', code: '369' }
    const order = {
      _id: id,
      code,
      fullCode: `RUSH-${code}`,
      orderStatus: 'pending',
      deliveryType: type,
      source: 'web',
      buyerName: nth % 11 === 6 ? longBuyer : `Fernanda ${String.fromCharCode(65 + (nth % 26))}.`,
      createdAt: iso(created),
      deliverAt: iso(now + (nth - 3) * minute),
      items: chosen.map(item),
      deliveries:
        type === 'delivery'
          ? [
              {
                _id: `delivery-${id}`,
                specialCode: '369',
                activatesAt: iso(created),
                driverInformation: nth % 2 === 0 ? driver : null,
                nearStoreAt: nth % 6 === 0 ? iso(now - minute) : null,
              },
            ]
          : [],
    }
    const event = (eventId: string, at: number, fields: object) => ({
      type: 'ecommerce.order.created',
      eventId,
      date: iso(at),
      storeId,
      data: { order: { ...order, ...fields } },
    })
    const added = [...chosen, { amount: 2, name: 'Sopaipillas con pebre' }]
    const bodies = [event(id, created, {})]
    if (cancelled.includes(nth)) bodies.push(event(`${id} off`, now, { orderStatus: 'cancelled' }))
    if (changed.includes(nth)) bodies.push(event(`${id} more`, now, { items: added.map(item) }))
    const names = (changed.includes(nth) ? added : chosen).map(({ name }) => name)
    return { id, code, names, bodies }
  })
}
