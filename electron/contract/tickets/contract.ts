import { z } from 'zod'
import { answers, defineContract, event, id, none } from '../operation.ts'
import type { TicketDetail } from './ticket-detail.ts'
import {
  orderTypes,
  type AllDayCount,
  type Pace,
  type Ticket,
  type TicketsSnapshot,
} from './ticket.ts'

const ticket = z.strictObject({ ticketId: id })

export const ticketsContract = defineContract({
  name: 'tickets',
  operations: {
    /** Every ticket on the glass and those not settled with the platform. */
    'tickets.snapshot': answers<TicketsSnapshot>()(none),
    /** The last 50 that left the queue, newest first. */
    'tickets.recent': answers<Ticket[]>()(none),
    /** Up to 50 whose code, name or dish begins with each of the words, open ones and past ones, the newest first. */
    'tickets.find': answers<Ticket[]>()(z.strictObject({ text: z.string().trim().min(1).max(80) })),
    'tickets.detail': answers<TicketDetail>()(ticket),
    'tickets.pace': answers<Pace>()(none),
    'tickets.allDay': answers<AllDayCount[]>()(
      z.strictObject({ types: z.array(z.enum(orderTypes)) }),
    ),
    /** Bumps. `tapId` makes a repeated message harmless. */
    'tickets.markReady': answers<null>()(z.strictObject({ ticketId: id, tapId: id })),
    /** Takes a bump back before it is sent; `too-late` afterwards. */
    'tickets.undo': answers<null>()(ticket),
    /** Brings a ticket that left back to the queue; the platform is not told, for it knows no way back from prepared. */
    'tickets.recall': answers<null>()(ticket),
    'tickets.strikeItem': answers<null>()(
      z.strictObject({ ticketId: id, itemKey: id, struck: z.boolean() }),
    ),
    /** Somebody begins with it, or not yet after all. */
    'tickets.start': answers<null>()(z.strictObject({ ticketId: id, started: z.boolean() })),
    /** Acknowledges what changed, or a cancellation. */
    'tickets.acknowledge': answers<null>()(ticket),
  },
  events: {
    'tickets.changed': event<{
      revision: number
      now: string
      tickets: Ticket[]
      gone: string[]
    }>(),
  },
})
