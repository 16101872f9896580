import type { Ticket, TicketItem } from '#contract/ticket.ts'

// Heights of the card's parts in rem, as styled in components/; only to choose one row or two.
const chrome = 9.5
const nameLine = 1.375
const smallLine = 1.25
const itemPadding = 0.5
const itemAtLeast = 3
const boxPadding = 0.5
const block = 1.75

/** Average width of a letter against its size, a little generous. */
const letter = 0.54

const lines = (text: string, width: number, size: number): number =>
  Math.max(1, Math.ceil((text.length * size * letter) / width))

function itemHeight(item: TicketItem, width: number): number {
  const inner = width - 2.5
  let height = lines(item.name, inner, 1.125) * nameLine + itemPadding
  for (const { name, options } of item.modifiers) {
    const text = [name, ...options.map((option) => option.name)].join(', ')
    height += lines(text, inner, 0.9375) * smallLine
  }
  if (item.comment !== null) height += lines(item.comment, inner, 1) * smallLine + boxPadding
  return Math.max(itemAtLeast, height)
}

/** How high a card would like to be, in rem, for a column of `width` rem. An estimate by counted lines. */
export function wantedHeight(ticket: Ticket, width: number): number {
  const extras =
    (ticket.driver === null ? 0 : 1) +
    (ticket.cancellation === null ? 0 : 1) +
    (ticket.recalledAt === null ? 0 : 1)
  const items = ticket.items.reduce((sum, item) => sum + itemHeight(item, width - 1.5), 0)
  return chrome + extras * block + ticket.changes.length * smallLine * 1.5 + items
}
