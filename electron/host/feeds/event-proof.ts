/** So long the event of a change may take to come after the list has shown the change. */
const graceMs = 60_000
/** So many changes in a row must have come as events. */
const enoughProofs = 3
/** Older events prove nothing: every order is listed more often than this. */
const rememberMs = 20 * 60_000
const mostRemembered = 5_000

/**
 * Whether events can be relied on: every new or changed order of the list must also have come as an event. Instants are
 * of the forward-only clock.
 */
export interface EventProof {
  /** An event told something of an order. */
  heard(orderId: string, at: number): void
  /** The list shows an order that is new or changed since the look that began at `since`; null for a new one. */
  listed(orderId: string, since: number | null, at: number): void
  /** True once where a change never came as an event although events were relied on until now. */
  hasMissed(at: number): boolean
  /** The last changes all came as events, and none is waited for. */
  readonly isProven: boolean
}

export function createEventProof(): EventProof {
  const heardAt = new Map<string, number>()
  /** Changes whose event has not come, by the order, and since when. */
  const awaited = new Map<string, number>()
  let proofs = 0

  return {
    heard(orderId, at) {
      if (awaited.delete(orderId)) proofs += 1
      heardAt.delete(orderId)
      heardAt.set(orderId, at)
      const [oldest] = heardAt.keys()
      if (heardAt.size > mostRemembered && oldest !== undefined) heardAt.delete(oldest)
    },
    listed(orderId, since, at) {
      const heard = heardAt.get(orderId) ?? -Infinity
      if (heard >= (since ?? at - rememberMs)) proofs += 1
      else if (!awaited.has(orderId)) awaited.set(orderId, at)
    },
    hasMissed(at) {
      for (const [orderId, heard] of heardAt) if (at - heard > rememberMs) heardAt.delete(orderId)
      const missing = [...awaited].filter(([, since]) => at - since >= graceMs)
      for (const [orderId] of missing) awaited.delete(orderId)
      if (missing.length === 0) return false
      const wasProven = proofs >= enoughProofs
      proofs = 0
      return wasProven
    },
    get isProven() {
      return proofs >= enoughProofs && awaited.size === 0
    },
  }
}
