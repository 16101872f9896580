import type { FavouriteDish } from '#contract/tickets/ticket.ts'

/** The dish that is in most of a guest's orders; of several the one of the newest order. */
export function favouriteDish(orders: readonly (readonly string[])[]): FavouriteDish | null {
  const times = new Map<string, number>()
  for (const dishes of orders)
    for (const dish of new Set(dishes)) times.set(dish, (times.get(dish) ?? 0) + 1)
  const [favourite] = [...times].toSorted(([, one], [, other]) => other - one)
  return favourite === undefined
    ? null
    : { name: favourite[0], orders: favourite[1], ofOrders: orders.length }
}
