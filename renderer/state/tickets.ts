import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { DeliveryChoice } from '#contract/deliveries/delivery.ts'
import type { HostEvent } from '#contract/index.ts'
import type { Ticket, TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { useBridge } from '../bridge/key.ts'
import { followRevisions } from './follow-revisions.ts'
import { useDecide } from './sending/decide.ts'
import { useHostCommand } from './host-command.ts'

type TicketsChanged = Extract<HostEvent, { type: 'tickets.changed' }>

/** Keeps the objects of unchanged items, so that their components do not render again. */
function shareItems(was: Ticket | undefined, ticket: Ticket): Ticket {
  if (was === undefined) return ticket
  const items = ticket.items.map((item, nth) => {
    const before = was.items[nth]
    return before !== undefined && JSON.stringify(before) === JSON.stringify(item) ? before : item
  })
  return { ...ticket, items }
}

/**
 * Every open ticket, followed revision by revision, and what a cook can do with one: for some
 * stations, or without any for the whole kitchen.
 */
export const useTickets = defineStore('tickets', () => {
  const bridge = useBridge()
  const ready = useHostCommand('tickets.markReady')
  const undo = useHostCommand('tickets.undo')
  const recall = useHostCommand('tickets.recall')
  const start = useHostCommand('tickets.start')
  const setDone = useHostCommand('tickets.setDone')
  const acknowledge = useHostCommand('tickets.acknowledge')
  const setBagged = useHostCommand('tickets.setBagged')
  const decide = useDecide()

  const {
    entries: tickets,
    error,
    ready: isWhole,
    ...following
  } = followRevisions({
    ask: () => bridge.call('tickets.list', {}),
    entries: (update: TicketsSnapshot | TicketsChanged, before: ReadonlyMap<string, Ticket>) =>
      update.tickets.map(
        (ticket) => [ticket.id, shareItems(before.get(ticket.id), ticket)] as const,
      ),
  })
  const state = computed(() => {
    if (isWhole.value) return 'ready'
    return error.value === null ? 'loading' : 'failed'
  })

  return {
    tickets,
    state,
    error,
    ...following,
    markReady: (ticketId: string) => ready.run({ ticketId, tapId: crypto.randomUUID() }, ticketId),
    undo: (ticketId: string, stations: string[] = []) => undo.run({ ticketId, stations }),
    recall: (ticketId: string, stations: string[] = []) => recall.run({ ticketId, stations }),
    /** Without keys all dishes of the stations. */
    start: (ticketId: string, stations: string[], itemKeys?: string[]) =>
      start.run({ ticketId, stations, started: true, ...(itemKeys && { itemKeys }) }),
    /** Without keys all dishes of the stations. */
    setDone: (ticketId: string, stations: string[], itemKeys: string[], done: boolean) =>
      setDone.run(
        { ticketId, stations, itemKeys, done, tapId: crypto.randomUUID() },
        [ticketId, ...itemKeys].join(' '),
      ),
    /** At expo: dishes are in the bag, or are not. */
    setBagged: (ticketId: string, itemKeys: string[], bagged: boolean) =>
      setBagged.run({ ticketId, itemKeys, bagged }, [ticketId, ...itemKeys].join(' ')),
    acknowledge: (ticketId: string, stations: string[]) => acknowledge.run({ ticketId, stations }),
    decide: (ids: readonly string[], choice: DeliveryChoice) =>
      decide('preparation-ready', ids, choice),
  }
})
