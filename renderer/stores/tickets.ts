import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Input, OperationName } from '#contract/operations.ts'
import type { AppError } from '#contract/result.ts'
import type { Ticket } from '#contract/ticket.ts'
import { useBridge } from '../bridge/key.ts'
import { setHostTime } from '../clock/host-clock.ts'
import { applyChange, catchUp, type Known, type TicketsChanged } from './revision.ts'
import { useToasts } from './toasts.ts'

const retryPause = 3_000

/** Every ticket the host knows as open, followed revision by revision, and what a cook may do with one. */
export const useTickets = defineStore('tickets', () => {
  const bridge = useBridge()
  const toasts = useToasts()

  /** Replaced as a whole with each change; the tickets in it are never made reactive. */
  const tickets = shallowRef<ReadonlyMap<string, Ticket>>(new Map())
  const state = shallowRef<'loading' | 'ready' | 'failed'>('loading')
  const error = shallowRef<AppError | null>(null)

  let revision = 0
  let asking = false
  // Counts what was asked for; an answer to an older asking is not taken.
  let wanted = 0
  let meanwhile: TicketsChanged[] = []

  function take(known: Known): void {
    revision = known.revision
    tickets.value = known.tickets
  }

  async function ask(round: number): Promise<void> {
    meanwhile = []
    const answer = await bridge.call('tickets.snapshot', {})
    if (round !== wanted) return
    if (!answer.ok) {
      error.value = answer.error
      if (state.value === 'loading') state.value = 'failed'
      setTimeout(() => void refresh(), retryPause)
      return
    }
    setHostTime(answer.value.now)
    const known = catchUp(answer.value, meanwhile)
    if (known === null) {
      wanted++
      return
    }
    take(known)
    error.value = null
    state.value = 'ready'
  }

  /** Asks for everything; changes that arrive meanwhile are applied after it. */
  async function refresh(): Promise<void> {
    wanted++
    if (asking) return
    asking = true
    let round: number
    do {
      round = wanted
      await ask(round)
    } while (round !== wanted)
    asking = false
  }

  /** Another store is behind the glass: nothing of the last one may stay on it. */
  function forget(): void {
    tickets.value = new Map()
    state.value = 'loading'
  }

  function change(event: TicketsChanged): void {
    setHostTime(event.now)
    if (asking) {
      meanwhile.push(event)
      return
    }
    const known = applyChange({ revision, tickets: tickets.value }, event)
    if (known === null) void refresh()
    else take(known)
  }

  // A wet finger often taps twice: the same deed is not told again while the first is on its way.
  const underway = new Set<string>()

  async function tell<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    deed: string,
  ): Promise<void> {
    const key = `${name} ${deed}`
    if (underway.has(key)) return
    underway.add(key)
    const answer = await bridge.call(name, input)
    underway.delete(key)
    if (!answer.ok) toasts.fail(answer.error)
  }

  return {
    tickets,
    state,
    error,
    refresh,
    forget,
    change,
    markReady: (ticketId: string) =>
      tell('tickets.markReady', { ticketId, tapId: crypto.randomUUID() }, ticketId),
    undo: (ticketId: string) => tell('tickets.undo', { ticketId }, ticketId),
    recall: (ticketId: string) => tell('tickets.recall', { ticketId }, ticketId),
    strikeItem: (ticketId: string, itemKey: string, struck: boolean) =>
      tell('tickets.strikeItem', { ticketId, itemKey, struck }, `${ticketId} ${itemKey}`),
    acknowledge: (ticketId: string) => tell('tickets.acknowledge', { ticketId }, ticketId),
    decide: (ticketId: string, choice: 'send-again' | 'settle') =>
      tell('tickets.decide', { ticketId, choice }, ticketId),
  }
})
