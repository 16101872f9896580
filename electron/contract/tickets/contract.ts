import { z } from 'zod'
import { staffRoles } from '../shared/caller.ts'
import {
  answers,
  answersFront,
  defineContract,
  event,
  id,
  none,
  type PartFor,
} from '../shared/operation.ts'
import { courseNumber } from '../stations/contract.ts'
import { maxStations } from '../stations/station.ts'
import type { TicketDetail } from './ticket-detail.ts'
import {
  orderTypes,
  type AllDayCount,
  type FavouriteDish,
  type Pace,
  type Ticket,
  type TicketsSnapshot,
} from './ticket.ts'

/**
 * What the kitchen sees of an order (docs/managers/roles.md): what to cook, for whom, and when. Not
 * how to reach the guest, and no money. The guest's name stays, because it is on the card.
 */
const ticketForKitchen = (ticket: Ticket): Ticket => ({
  ...ticket,
  payment: { label: null, amountToPay: null, cashAmount: null },
})

/** Fields that the specification doesn't describe may have anything in them. */
const detailForKitchen = (detail: TicketDetail): TicketDetail => ({
  ...detail,
  ticket: ticketForKitchen(detail.ticket),
  phone: null,
  address: null,
  driver: null,
  payment: { status: null, method: null, total: null, toPay: null, cash: null, tip: null },
  gift: [],
  billing: [],
  others: [],
})

const roles = ['kitchen'] as const

const ticketsForKitchen: PartFor<Ticket[]> = {
  roles,
  view: (tickets) => tickets.map(ticketForKitchen),
}

/** The same for a snapshot or an event with tickets. */
const ticketListForKitchen = <Whole extends { tickets: Ticket[] }>(): PartFor<Whole> => ({
  roles,
  view: (whole) => ({ ...whole, tickets: whole.tickets.map(ticketForKitchen) }),
})

const ticketDetailForKitchen: PartFor<TicketDetail> = { roles, view: detailForKitchen }

const ticket = z.strictObject({ ticketId: id })
/** For some stations of a ticket; without them for the whole kitchen. */
const stations = z.array(id).max(maxStations + 1)
const ofStations = z.strictObject({ ticketId: id, stations: stations.default([]) })

export const ticketsContract = defineContract({
  name: 'tickets',
  operations: {
    /** Every ticket on the wall and every ticket whose bump is not settled with the platform. */
    'tickets.list': answers<TicketsSnapshot>()(none, ticketListForKitchen()),
    /** The last 50 that left the wall, newest first. */
    'tickets.recent': answers<Ticket[]>()(none, ticketsForKitchen),
    /**
     * Up to 50 tickets, open and past, newest first. Each search term must be the beginning of a
     * word of the code, the name or a dish.
     */
    'tickets.search': answers<Ticket[]>()(
      z.strictObject({ text: z.string().trim().min(1).max(80) }),
      ticketsForKitchen,
    ),
    'tickets.get': answers<TicketDetail>()(ticket, ticketDetailForKitchen),
    /** Today's; without stations of whole tickets, otherwise of the stations' dishes. */
    'tickets.pace': answers<Pace>()(z.strictObject({ stations: stations.default([]) })),
    'tickets.allDay': answers<AllDayCount[]>()(
      z.strictObject({ types: z.array(z.enum(orderTypes)), stations: stations.default([]) }),
    ),
    /**
     * What a guest orders most often. Of the latest 200 past orders, and of the latest 200 with the
     * name, those count that have the phone or the e-mail. Null if there are none.
     */
    'tickets.favouriteDish': answersFront<FavouriteDish | null>()(
      z.strictObject({
        name: z.string().max(200),
        phone: z.string().max(1_000).nullable(),
        email: z.string().max(1_000).nullable(),
      }),
    ),
    /** Marks a ticket ready. `tapId` makes a repeated message harmless. */
    'tickets.markReady': answers<null>()(z.strictObject({ ticketId: id, tapId: id })),
    /**
     * Takes a bump back before it is sent; `too-late` afterwards. For stations: what they marked
     * done last.
     */
    'tickets.undo': answers<null>()(ofStations),
    /**
     * Brings a ticket back to the wall. The platform is not notified: it knows no way back from
     * prepared. For stations: also all of their dishes are to be made again.
     */
    'tickets.recall': answers<null>()(ofStations),
    /**
     * Says that dishes are done, or are not; without keys all of the stations' dishes. If the last
     * station marks a ticket ready (Settings), `tapId` is of its bump.
     */
    'tickets.setDone': answers<null>()(
      z.strictObject({
        ...ofStations.shape,
        itemKeys: z.array(id).max(1_000),
        done: z.boolean(),
        tapId: id,
      }),
    ),
    /** Says that stations have begun a ticket, or have not; without keys all of their dishes. */
    'tickets.start': answers<null>()(
      z.strictObject({
        ...ofStations.shape,
        itemKeys: z.array(id).max(1_000).default([]),
        started: z.boolean(),
      }),
    ),
    'tickets.acknowledge': answers<null>()(ofStations),
    /**
     * Tells the kitchen to make a course, or holds it again: `too-late` once somebody has begun one
     * of its dishes.
     */
    'tickets.fire': answers<null>()(
      z.strictObject({ ticketId: id, course: courseNumber, fired: z.boolean() }),
    ),
    /** Tickets that are ready and wait for a guest or a driver, the oldest first. */
    'tickets.waiting': answers<Ticket[]>()(none, ticketsForKitchen),
    /** Says that dishes are in the bag, or are not; without keys all of them. */
    'tickets.setBagged': answers<null>()(
      z.strictObject({ ticketId: id, itemKeys: z.array(id).max(1_000), bagged: z.boolean() }),
    ),
    /** Says where a ticket waits; empty for nowhere. */
    'tickets.setShelf': answers<null>()(
      z.strictObject({ ticketId: id, shelf: z.string().trim().max(12) }),
    ),
    /** A guest or driver has the order, or has not. The platform is not notified. */
    'tickets.handOver': answers<null>()(z.strictObject({ ticketId: id, handedOver: z.boolean() })),
  },
  events: {
    'tickets.changed': event<{
      revision: number
      now: string
      tickets: Ticket[]
      gone: string[]
    }>(staffRoles, ticketListForKitchen()),
  },
})
