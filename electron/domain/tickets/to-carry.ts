import { withoutContacts } from '#contract/human-text.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { answerText } from './checkout-answers.ts'
import { countingDelivery } from './driver.ts'
import { currentDeliveries, currentOrder, type OrderFacts } from './order-facts.ts'
import { readFacts } from './order-notes.ts'

/** What somebody must know who packs or carries an order, and no cook. */
export interface ToCarry {
  /** The texts that come with a present, such as the message on its card. */
  gift: string[]
  /** For the driver; null if there are none, or if they are a note of the ticket already. */
  instructions: string | null
}

/** Undefined if there is nothing to know. */
export function toCarry(known: OrderFacts, { type, notes }: Ticket): ToCarry | undefined {
  const isNew = (text: string): boolean => !notes.some((note) => note.text === text)
  const gift = readFacts(currentOrder(known).gift)
    .flatMap((fact) => answerText(fact) ?? [])
    .map(withoutContacts)
    .filter(isNew)
  const said = countingDelivery(currentDeliveries(known))?.instructions?.trim() ?? ''
  const isSaid = type === 'delivery' && said !== '' && isNew(withoutContacts(said))
  if (gift.length === 0 && !isSaid) return undefined
  return { gift, instructions: isSaid ? withoutContacts(said) : null }
}
