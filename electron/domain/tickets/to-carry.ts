import { withoutContacts } from '#contract/shared/human-text.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { answerText } from './checkout-answers.ts'
import { countingDelivery } from './driver.ts'
import { currentDeliveries, currentOrder, type OrderFacts } from './order-facts.ts'
import { readFacts } from './notes.ts'

/** What somebody must know who packs or carries an order, and no cook. */
export interface ToCarry {
  /** The texts that come with a present, such as the message on its card. */
  gift: string[]
  /** For the driver; null if there are none, or if they are a note of the ticket already. */
  instructions: string | null
}

const isNoted = ({ notes }: Ticket, text: string): boolean =>
  notes.some((note) => note.text === text)

/** Undefined if there is nothing to know. */
export function toCarry(facts: OrderFacts, ticket: Ticket): ToCarry | undefined {
  const gift = readFacts(currentOrder(facts).gift)
    .flatMap((fact) => answerText(fact) ?? [])
    .map(withoutContacts)
    .filter((text) => !isNoted(ticket, text))
  const delivery = countingDelivery(currentDeliveries(facts))
  const written = delivery?.instructions?.trim() ?? ''
  const instructions = withoutContacts(written)
  const isToSay = ticket.type === 'delivery' && written !== '' && !isNoted(ticket, instructions)
  if (gift.length === 0 && !isToSay) return undefined
  return { gift, instructions: isToSay ? instructions : null }
}
