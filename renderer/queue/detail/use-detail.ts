import { computed, shallowRef, watch } from 'vue'
import type { AppError } from '#contract/result.ts'
import type { TicketDetail } from '#contract/tickets/ticket-detail.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { useBridge } from '../../bridge/key.ts'
import { useThrottled } from '../../clock/use-throttled.ts'
import { useTickets } from '../../state/tickets.ts'

/** What a ticket itself says of all that is asked for. */
const detailOf = (ticket: Ticket): TicketDetail => ({
  ticket,
  fullCode: null,
  phone: null,
  address: null,
  driver: null,
  payment: {
    status: null,
    method: ticket.payment.label,
    total: null,
    toPay: ticket.payment.amountToPay,
    cash: ticket.payment.cashAmount,
    tip: null,
  },
  gift: [],
  billing: [],
  others: [],
  unread: [],
  moments: [
    { kind: 'ordered', at: ticket.createdAt },
    { kind: 'promised', at: ticket.promisedAt },
  ],
  sent: [],
})

/** All that is known of one order, asked for anew when its ticket changes; at first what the ticket itself says. */
export function useDetail(id: () => string) {
  const bridge = useBridge()
  const tickets = useTickets()
  const answered = shallowRef<TicketDetail | null>(null)
  const error = shallowRef<AppError | null>(null)
  const ticket = computed(() => tickets.tickets.get(id()))

  let rounds = 0
  const ask = useThrottled(async () => {
    const round = ++rounds
    const answer = await bridge.call('tickets.detail', { ticketId: id() })
    if (round !== rounds) return
    error.value = answer.ok ? null : answer.error
    if (answer.ok) answered.value = answer.value
  })
  watch([id, ticket], ask, { immediate: true })

  const whole = computed(() => (answered.value?.ticket.id === id() ? answered.value : null))
  const detail = computed((): TicketDetail | null => {
    const now = ticket.value
    if (whole.value === null) return now === undefined ? null : detailOf(now)
    return now === undefined ? whole.value : { ...whole.value, ticket: now }
  })

  return { detail, isWhole: computed(() => whole.value !== null), error, ask }
}
