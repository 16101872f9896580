import type { TicketItem, TicketModifier, TicketOption } from '#contract/tickets/ticket.ts'
import { isPlaceName } from '#contract/tickets/place-words.ts'
import { isolateText } from '#contract/shared/isolate-text.ts'
import { say } from '../../locales/i18n.ts'

/** The number of letters that a cook reads at a glance; a column may not have room for many more. */
export const readAtOnce = 240

/**
 * The amount of a dish. A question mark if it could not be read, because then the number is a guess;
 * words if the order takes some off.
 */
export function amountText({ amount, unread }: TicketItem): string {
  if (unread.includes('amount')) return '?×'
  return amount < 0 ? say('card.takeOff', { n: -amount }) : `${String(amount)}×`
}

/** An option, with its count if it is not 1. */
export function optionText({ name, count, isUnknown }: TicketOption): string {
  if (isUnknown === true) return say('card.unknownChoice', { n: count })
  return count === 1 ? isolateText(name) : `${String(count)}× ${isolateText(name)}`
}

/**
 * The choices of a dish on dense cards: without the names of their groups, unless they say where a
 * choice goes, and without what the dish comes with anyway, unless it suggests an allergy.
 */
export function denseModifiers({ modifiers, allergyWords }: TicketItem): TicketModifier[] {
  const isAlarm = (name: string) => markText(name, allergyWords).some(({ marked }) => marked)
  return modifiers
    .map(({ name, options }) => ({
      name: isPlaceName(name) ? name : '',
      options: options.filter(
        ({ isDefault, count, name }) => isDefault !== true || count !== 1 || isAlarm(name),
      ),
    }))
    .filter(({ options }) => options.length > 0)
}

export const unreadPartsText = ({ unread }: TicketItem): string =>
  say('card.unreadParts', { parts: unread.map((part) => say(`parts.${part}`)).join(', ') })

export interface Part {
  text: string
  marked: boolean
}

/** Splits a text at the `marks`, ignoring case. Longer marks go first. */
export function markText(text: string, marks: readonly string[]): Part[] {
  const longestFirst = marks.filter((mark) => mark !== '').toSorted((a, b) => b.length - a.length)
  if (longestFirst.length === 0) return [{ text, marked: false }]
  const pattern = new RegExp(`(${longestFirst.map(RegExp.escape).join('|')})`, 'giu')
  return text
    .split(pattern)
    .map((part, nth) => ({ text: part, marked: nth % 2 === 1 }))
    .filter((part) => part.text !== '')
}
