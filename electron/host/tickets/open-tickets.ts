import type { HostEvent } from '#contract/index.ts'
import { isClosedUnseen, type Ticket } from '#contract/tickets/ticket.ts'
import { isOpen } from '#domain/tickets/ticket.ts'
import { AlikeCodes } from './alike-codes.ts'
import { isoNow } from '../clock.ts'
import type { Context } from '../noun.ts'
import { splitChanges } from '../notify/notify.ts'
import type { OrderRow } from './row.ts'
import type { TicketStore } from './store.ts'

/** Whether a ticket has left the wall: bumped and past its undo, or cancelled or handed over, and a cook knows. */
const hasLeft = (ticket: Ticket): boolean =>
  ticket.stage !== 'new' &&
  ticket.cancellation === null &&
  !isClosedUnseen(ticket) &&
  ticket.bump?.delivery.undoUntil === undefined

const heldIn = ({ items }: Ticket): number => items.filter(({ isHeld }) => isHeld).length

/** A ticket that nobody picks up is no longer shown as waiting after this time. */
const waitsMs = 3 * 3_600_000
/** Reading them all must stay fast. */
const mostWaiting = 100

/** Sorts by the bump; two at the same instant are in the same order after a restart too. */
const bumpOrder = ({ bump, id }: Ticket): string => `${bump?.bumpedAt ?? ''} ${id}`

export type Tickets = ReturnType<typeof createOpenTickets>

/**
 * The open tickets in memory, and which of them the screens do not have yet. Written within
 * transactions. `changes` is called in a later turn, so that screens receive one message a batch.
 */
export function createOpenTickets({ clock }: Pick<Context, 'clock'>, store: TicketStore) {
  /** Read on first use: a ticket knows its delivery only once every noun is created. */
  let openTickets: Map<string, Ticket> | null = null
  let codes = new AlikeCodes()
  /** The ids that screens show. */
  const shown = new Set<string>()
  /** Ready, and neither picked up nor handed over; read on first use. */
  let waitingTickets: Map<string, Ticket> | null = null
  const touched = new Set<string>()
  let revision = 0
  /** Counts the marked tickets: also those that screens don't have. */
  let touches = 0

  function read(): Map<string, Ticket> {
    const tickets = store.open()
    codes = new AlikeCodes()
    for (const ticket of tickets) codes.add(ticket)
    return new Map(tickets.map((ticket) => [ticket.id, ticket]))
  }

  function open(): Map<string, Ticket> {
    if (openTickets !== null) return openTickets
    openTickets = read()
    for (const id of openTickets.keys()) shown.add(id)
    return openTickets
  }

  const isWaiting = ({ stage, bump, expo }: Ticket): boolean =>
    stage === 'ready' &&
    (expo?.handedOverAt ?? null) === null &&
    bump !== null &&
    Date.parse(bump.bumpedAt) > clock.now() - waitsMs

  function waiting(): Map<string, Ticket> {
    waitingTickets ??= new Map(
      [
        ...store.leftSince(new Date(clock.now() - waitsMs).toISOString(), mostWaiting),
        ...open().values(),
      ].map((ticket) => [ticket.id, ticket]),
    )
    for (const [id, ticket] of waitingTickets) if (!isWaiting(ticket)) waitingTickets.delete(id)
    return waitingTickets
  }

  /** Marks a ticket for the next notification. */
  function touch(ticket: Ticket): void {
    touched.add(ticket.id)
    touches += 1
    const before = open().get(ticket.id)
    if (before !== undefined) codes.remove(before)
    if (isOpen(ticket)) {
      open().set(ticket.id, ticket)
      codes.add(ticket)
    } else open().delete(ticket.id)
    if (isWaiting(ticket) || waitingTickets?.has(ticket.id) === true)
      waitingTickets?.set(ticket.id, ticket)
    // Nobody asks any more: they are read again when somebody does.
    if ((waitingTickets?.size ?? 0) > 2 * mostWaiting) waitingTickets = null
  }

  return {
    open: (): ReadonlyMap<string, Ticket> => open(),
    /** The tickets that wait for a guest or a driver, the oldest first. */
    waiting: (): Ticket[] =>
      [...waiting().values()].toSorted((one, other) =>
        bumpOrder(one) < bumpOrder(other) ? -1 : 1,
      ),
    touch,
    /** The number for the mark of a new ticket whose code looks like that of an open one. */
    nextMark(code: string): number {
      open()
      return codes.next(code)
    },
    /** Marks every open ticket, as the store builds it now. */
    touchAll(): void {
      for (const ticket of store.open()) touch(ticket)
    },
    /**
     * The same once settings, stations or the menu have changed, inside a transaction. Returns the tickets
     * with fewer held dishes than before.
     */
    timeAll: (): string[] =>
      store.open().flatMap((ticket) => {
        const before = open().get(ticket.id)
        store.saveTimes(ticket)
        touch(ticket)
        return before !== undefined && heldIn(before) > heldIn(ticket) ? [ticket.id] : []
      }),
    /** Stores a row. `ticket` is its ticket if the caller has built it already. */
    keep(row: OrderRow, ticket = store.ticket(row)): void {
      const leftAt = hasLeft(ticket) ? (row.marks.leftAt ?? isoNow(clock)) : null
      store.save({ ...row, marks: { ...row.marks, leftAt } }, ticket)
      touch(ticket)
    },
    /**
     * Changes since the last call, in messages with a revision each. A ticket that waits at expo is
     * gone from the screens, and gone again with each change: their lists are stale.
     */
    changes(): HostEvent[] {
      const tickets: Ticket[] = []
      const gone: string[] = []
      for (const id of touched) {
        const ticket = open().get(id)
        if (ticket !== undefined) {
          shown.add(id)
          tickets.push(ticket)
        } else if (shown.delete(id) || waitingTickets?.has(id) === true) gone.push(id)
      }
      touched.clear()
      return splitChanges(tickets, gone).map((part): HostEvent => {
        revision += 1
        const change = { revision, tickets: part.things, gone: part.gone }
        return { type: 'tickets.changed', now: isoNow(clock), ...change }
      })
    },
    /**
     * Reads the open tickets again after a failed transaction. Tickets that were marked before it
     * are still sent.
     */
    reload(): void {
      if (openTickets !== null) openTickets = read()
      if (waitingTickets === null) return
      // A screen may show them, and hears of a change only while they are here.
      waitingTickets = null
      waiting()
    },
    get revision() {
      return revision
    },
    get touches() {
      return touches
    },
  }
}
