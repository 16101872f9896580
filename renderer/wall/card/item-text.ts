import type { TicketItem, TicketOption } from '#contract/tickets/ticket.ts'
import { isolateText } from '#contract/isolate-text.ts'
import { say } from '../messages.ts'

/** So many letters of a text a cook reads at a glance; a column may not have room for many more. */
export const readAtOnce = 240

/** How many of a dish; a question mark where nobody could read it, since one is a guess. */
export const amountText = ({ amount, unread }: TicketItem): string =>
  unread.includes('amount') ? '?×' : `${String(amount)}×`

/** A choice, and how often where that is not once. */
export const optionText = ({ name, count }: TicketOption): string =>
  count === 1 ? isolateText(name) : `${String(count)}× ${isolateText(name)}`

/** What of a dish could not be read. */
export const unreadPartsText = ({ unread }: TicketItem): string =>
  say('card.unreadParts', { parts: unread.map((part) => say(`parts.${part}`)).join(', ') })

/** A part of a text. */
export interface Part {
  text: string
  marked: boolean
}

/** A text in parts, those that are one of `marks` marked; upper and lower case alike, the longest word first. */
export function markText(text: string, marks: readonly string[]): Part[] {
  const wanted = marks.filter((mark) => mark !== '').toSorted((a, b) => b.length - a.length)
  if (wanted.length === 0) return [{ text, marked: false }]
  const pattern = new RegExp(`(${wanted.map(RegExp.escape).join('|')})`, 'giu')
  return text
    .split(pattern)
    .map((part, nth) => ({ text: part, marked: nth % 2 === 1 }))
    .filter((part) => part.text !== '')
}
