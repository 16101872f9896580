import type { AllDayCount, OrderType, Ticket } from '#contract/tickets/ticket.ts'

/**
 * How many of each product and option are open: over tickets that are on the queue at `now` (ISO), not
 * bumped and of one of `types` (none named means all). An option counts its own count times the
 * item's amount. Struck items are done and do not count. Most wanted first, then by name.
 */
export function countAllDay(
  tickets: Iterable<Ticket>,
  types: readonly OrderType[],
  now: string,
): AllDayCount[] {
  const products = new Map<string, { count: number; options: Map<string, number> }>()
  for (const ticket of tickets) {
    if (ticket.stage !== 'new' || ticket.queueAt > now) continue
    if (types.length > 0 && !types.includes(ticket.type)) continue
    for (const item of ticket.items) {
      if (item.struck) continue
      const product = products.get(item.name) ?? { count: 0, options: new Map<string, number>() }
      products.set(item.name, product)
      product.count += item.amount
      for (const { name, count } of item.modifiers.flatMap(({ options }) => options))
        product.options.set(name, (product.options.get(name) ?? 0) + count * item.amount)
    }
  }
  const sorted = <T extends { name: string; count: number }>(rows: T[]): T[] =>
    rows.toSorted((one, other) => other.count - one.count || one.name.localeCompare(other.name))
  return sorted(
    [...products].map(([name, { count, options }]) => ({
      name,
      count,
      options: sorted([...options].map(([option, times]) => ({ name: option, count: times }))),
    })),
  )
}
