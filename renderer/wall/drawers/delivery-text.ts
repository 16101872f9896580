import type { Ticket } from '#contract/tickets/ticket.ts'
import { hostNow } from '../../clock/host-clock.ts'
import { placeOf } from '../../state/ticket-place.ts'
import { deliveryStyle } from '../../ui/delivery/delivery-text.ts'
import { say } from './messages.ts'

interface DeliveryLabel {
  label: string
  tone: 'quiet' | 'good' | 'warn' | 'bad' | 'news'
}

/** The state of a ticket: here, or with the platform. */
export function deliveryStateText(ticket: Ticket): DeliveryLabel {
  const { stage, bump } = ticket
  if (stage === 'cancelled') return { label: say('bump.cancelled'), tone: 'bad' }
  if (bump !== null && bump.delivery.state !== 'withdrawn')
    return deliveryStyle('preparation-ready', bump.delivery)
  if (stage !== 'new') return { label: say('bump.none'), tone: 'quiet' }
  const isForLater = placeOf(ticket, hostNow()) === 'scheduled'
  return { label: say(isForLater ? 'ticketState.scheduled' : 'ticketState.open'), tone: 'quiet' }
}

/** Whether it left the wall and may return: not once it was handed over or cancelled. */
export const mayRecall = ({ stage, bump }: Ticket): boolean =>
  stage === 'ready' || (stage === 'new' && bump !== null)
