import { needsDecision, type Delivery } from '#contract/deliveries/delivery.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { hostNow } from '../../clock/host-clock.ts'
import { placeOf } from '../../state/ticket-place.ts'
import { say } from './words.ts'

interface Standing {
  words: string
  tone: 'good' | 'bad' | 'quiet'
}

/** How far the platform has been told of a bump. */
export function deliveryWords(delivery: Delivery): Standing {
  const isBad = needsDecision(delivery)
  const { state, reason, undoUntil } = delivery
  switch (state) {
    case 'queued':
      return {
        words: say(undoUntil === undefined ? 'bump.queued' : 'bump.undoable'),
        tone: 'quiet',
      }
    case 'unknown':
      return isBad
        ? { words: say('bump.unconfirmed'), tone: 'bad' }
        : { words: say('bump.unknown'), tone: 'quiet' }
    case 'refused':
      return { words: say('bump.refused'), tone: 'bad' }
    case 'confirmed':
      return reason === 'by-person'
        ? { words: say('bump.settled'), tone: 'quiet' }
        : { words: say('bump.confirmed'), tone: 'good' }
    case 'withdrawn':
    case 'expired':
      return {
        words: say(reason === 'not-needed' ? 'detail.dropped' : 'detail.withdrawn'),
        tone: 'quiet',
      }
    case 'sending':
    case 'accepted':
      return { words: say('bump.sending'), tone: 'quiet' }
  }
}

/** Where an order stands: here, or with the platform. */
export function standingWords(ticket: Ticket): Standing {
  const { stage, bump } = ticket
  if (stage === 'cancelled') return { words: say('bump.cancelled'), tone: 'bad' }
  if (bump !== null && bump.delivery.state !== 'withdrawn') return deliveryWords(bump.delivery)
  if (stage !== 'new') return { words: say('bump.none'), tone: 'quiet' }
  const isForLater = placeOf(ticket, hostNow()) === 'scheduled'
  return { words: say(isForLater ? 'standing.scheduled' : 'standing.open'), tone: 'quiet' }
}

/** Whether it has left the queue and may come back: not once it was handed over or cancelled. */
export const mayRecall = ({ stage, bump }: Ticket): boolean =>
  stage === 'ready' || (stage === 'new' && bump !== null)
