import type { BumpState, Ticket } from '#contract/ticket.ts'
import { hostNow } from '../../clock/host-clock.ts'
import { placeOf } from '../../state/ticket-place.ts'
import { say } from './words.ts'

type Standing = BumpState | 'cancelled' | 'none' | 'open' | 'scheduled'

/** Where an order stands: here, or with the platform. */
function standingOf(ticket: Ticket): Standing {
  const { stage, bump } = ticket
  if (stage === 'cancelled') return 'cancelled'
  if (bump !== null) return bump.state
  if (stage !== 'new') return 'none'
  return placeOf(ticket, hostNow()) === 'scheduled' ? 'scheduled' : 'open'
}

/** The same in words, and whether that is good or bad. */
export function standingWords(ticket: Ticket): { words: string; tone: 'good' | 'bad' | 'quiet' } {
  const standing = standingOf(ticket)
  if (standing === 'open' || standing === 'scheduled')
    return { words: say(`standing.${standing}`), tone: 'quiet' }
  const isBad = standing === 'unconfirmed' || standing === 'refused' || standing === 'cancelled'
  const tone = standing === 'confirmed' ? 'good' : isBad ? 'bad' : 'quiet'
  return { words: say(`bump.${standing}`), tone }
}

/** Whether it has left the queue and may come back: not once it was handed over or cancelled. */
export const mayRecall = ({ stage, bump }: Ticket): boolean =>
  stage === 'ready' || (stage === 'new' && bump !== null)
