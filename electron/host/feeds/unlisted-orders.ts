/** The limit of remembered orders; the oldest are dropped first. */
const mostRemembered = 1_000
/** How many orders are read by themselves after a whole look. */
const mostAlone = 10

interface UnlistedParts {
  /** Whether a look has listed the order. */
  has(orderId: string): boolean
  /** Reads an order by itself and passes it on. Returns false if the platform gave no answer. */
  passOn(orderId: string): Promise<boolean>
}

/**
 * Orders that arrived as events and that no look has listed: they are older than its range. `missed`
 * ones have caused a whole look. One that this did not list either is read by itself, once, because
 * its events may lack fields.
 */
export function createUnlistedOrders({ has, passOn }: UnlistedParts) {
  const orders = new Map<string, 'new' | 'missed' | 'read'>()
  return {
    ids: (): string[] => [...orders.keys()],
    received(orderId: string): void {
      if (has(orderId) || orders.has(orderId)) return
      orders.set(orderId, 'new')
      const [oldest] = orders.keys()
      if (orders.size > mostRemembered && oldest !== undefined) orders.delete(oldest)
    },
    /** Whether a look failed to list one of these for the first time. */
    missesAny(receivedBefore: readonly string[]): boolean {
      let misses = false
      for (const id of receivedBefore) {
        if (has(id)) orders.delete(id)
        else if (orders.get(id) === 'new') {
          orders.set(id, 'missed')
          misses = true
        }
      }
      return misses
    },
    /** Reads those of these by themselves that a whole look did not list. */
    async readAlone(receivedBefore: readonly string[], isStopped: () => boolean): Promise<void> {
      const missed = receivedBefore.filter((id) => orders.get(id) === 'missed' && !has(id))
      for (const id of missed.slice(0, mostAlone)) {
        if (isStopped() || !(await passOn(id))) return
        orders.set(id, 'read')
      }
    },
  }
}
