import type { Order } from '#platform/order.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { OrderFacts } from './order-facts.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { searchTerms } from '../text/search-terms.ts'

/** The code of an order, as the platform gave it. */
export const plainCode = (id: string, { code, fullCode }: Partial<Order>): string =>
  code ?? fullCode ?? id.slice(-6)

/** The code with a mark for all but the first of those that look alike: "1004 (2)". */
export const markedCode = (code: string, nth: number): string =>
  nth === 1 ? code : `${code} (${String(nth)})`

/** The code and the number in its mark. */
export function withoutMark(marked: string): { code: string; nth: number } {
  const [, code = marked, nth = '1'] = /^(.+) \((\d+)\)$/.exec(marked) ?? []
  return { code, nth: Number(nth) }
}

const alikeSigns: Readonly<Record<string, string>> = {
  O: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  B: '8',
}

/** Codes that a person may take for each other have the same result. */
export const alikeCode = (code: string): string =>
  code
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/[OILZSB]/g, (sign) => alikeSigns[sign] ?? sign)

/**
 * The order from which this one was split or copied: its code, or its id alone; null if there is
 * none. Older versions of the platform name it in fields of the order (`originFields`).
 */
export function originOf(
  id: string,
  { layers }: Pick<OrderFacts, 'layers'>,
  { originFields }: Pick<Dialect, 'originFields'>,
): { code: string } | { id: string } | null {
  for (const name of originFields.split(' ')) {
    const layer = layers.findLast(({ order }) => Object.hasOwn(order, name))
    if (layer === undefined) continue
    const { code, fullCode, _id, id: otherId } = fieldsOf(layer.order[name])
    const ownCode = code ?? fullCode
    if (ownCode !== undefined) return { code: ownCode }
    const origin = _id ?? otherId
    if (origin !== undefined && origin !== id) return { id: origin }
  }
  return null
}

const names = ['code', 'fullCode', '_id', 'id'] as const
type Origin = Partial<Record<(typeof names)[number], string>>

/** An order in an order: its id alone, or some of its fields. */
function fieldsOf(sent: unknown): Origin {
  if (typeof sent === 'string' && sent.trim() !== '') return { _id: sent.trim() }
  if (typeof sent !== 'object' || sent === null) return {}
  const fields = new Map<string, unknown>(Object.entries(sent))
  const texts = names.map((name) => [name, fields.get(name)] as const)
  return Object.fromEntries(
    texts.filter(([, text]) => typeof text === 'string' && text.trim() !== ''),
  )
}

/** The words that find a ticket: its codes, its guest, its dishes. */
export const searchTextOfTicket = (ticket: Ticket, fullCode: string | null): string[] =>
  searchTerms(
    [
      ticket.code,
      fullCode ?? '',
      ticket.buyerName ?? '',
      ...ticket.items.map(({ name }) => name),
    ].join(' '),
  )

/** Whether each search term is the beginning of one of `words`. */
export const matches = (words: readonly string[], terms: readonly string[]): boolean =>
  terms.every((beginning) => words.some((word) => word.startsWith(beginning)))
