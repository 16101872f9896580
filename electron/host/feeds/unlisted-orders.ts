/** The limit of remembered orders; the oldest are dropped first. */
const maxRemembered = 1_000
/** How many orders are read by themselves after a whole look. */
const maxReadAlone = 10

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
export class UnlistedOrders {
  readonly #parts: UnlistedParts
  readonly #orders = new Map<string, 'new' | 'missed' | 'read'>()

  constructor(parts: UnlistedParts) {
    this.#parts = parts
  }

  ids(): string[] {
    return [...this.#orders.keys()]
  }

  received(orderId: string): void {
    if (this.#parts.has(orderId) || this.#orders.has(orderId)) return
    this.#orders.set(orderId, 'new')
    const [oldest] = this.#orders.keys()
    if (this.#orders.size > maxRemembered && oldest !== undefined) this.#orders.delete(oldest)
  }

  /** Whether a look failed to list one of these for the first time. */
  missesAny(receivedBefore: readonly string[]): boolean {
    let misses = false
    for (const id of receivedBefore) {
      if (this.#parts.has(id)) this.#orders.delete(id)
      else if (this.#orders.get(id) === 'new') {
        this.#orders.set(id, 'missed')
        misses = true
      }
    }
    return misses
  }

  /** Reads those of these by themselves that a whole look did not list. */
  async readAlone(receivedBefore: readonly string[], isStopped: () => boolean): Promise<void> {
    const missed = receivedBefore.filter(
      (id) => this.#orders.get(id) === 'missed' && !this.#parts.has(id),
    )
    for (const id of missed.slice(0, maxReadAlone)) {
      if (isStopped() || !(await this.#parts.passOn(id))) return
      this.#orders.set(id, 'read')
    }
  }
}
