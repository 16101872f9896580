import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '#practice/random.ts'
import { orderEvent } from '#test/support/order-event.ts'

const samples = [
  'order-created-delivery',
  'order-created-large',
  'order-created-pickup',
  'order-created-scheduled',
  'order-created-sloppy-types',
]

interface TrafficOptions {
  /** Orders that were placed before. Default: none. */
  orders?: readonly { id: string; sample: string }[]
  /** Default 12. */
  connections?: number
  /** The longest pause of a connection between two posts. Default 5 ms. */
  pauseMs?: number
}

/** An event that was posted, possibly more than once. */
export interface Posted {
  orderId: string
  body: string
}

/** A platform's events (new orders, changes, repeats) and the answers to them. */
export interface Traffic {
  readonly posted: ReadonlyMap<string, Posted>
  /** Ids of the events that were answered with 200 at least once. */
  readonly acknowledged: ReadonlySet<string>
  readonly refused: readonly number[]
  /** Posts over several connections at once until the receiver is gone, or until `isStopped`. */
  post(webhook: string, token: string, isStopped?: () => boolean): Promise<void>
}

export function createTraffic(
  random: Random,
  now: number,
  { orders: placed = [], connections = 12, pauseMs = 5 }: TrafficOptions = {},
): Traffic {
  const posted = new Map<string, Posted>()
  const acknowledged = new Set<string>()
  const unanswered = new Set<string>()
  const refused: number[] = []
  const orders = [...placed]

  function newOrder(): { id: string; sample: string } {
    const order = { id: `ord-${orders.length + 1}-${random.id(6)}`, sample: random.pick(samples) }
    orders.push(order)
    return order
  }

  function next(): string {
    const chance = random.next()
    if (chance < 0.15 && acknowledged.size > 0) return random.pick([...acknowledged])
    if (chance < 0.4 && unanswered.size > 0) return random.pick([...unanswered])
    const order = chance < 0.65 && orders.length > 0 ? random.pick(orders) : newOrder()
    const eventId = `evt-${posted.size + 1}-${random.id(6)}`
    const event = orderEvent(
      order.sample,
      {
        eventId,
        orderId: order.id,
        code: order.id.slice(4),
        // Not in the order in which they are posted, and sometimes at the same instant.
        date: new Date(now + random.between(0, 600) * 1000).toISOString(),
      },
      { buyerName: random.id(8), expectedPreparationDuration: random.between(5, 40) },
    )
    posted.set(eventId, { orderId: order.id, body: JSON.stringify(event) })
    return eventId
  }

  async function connection(
    webhook: string,
    token: string,
    isStopped: () => boolean,
  ): Promise<void> {
    while (!isStopped()) {
      const eventId = next()
      unanswered.add(eventId)
      let status: number
      try {
        const response = await fetch(webhook, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: posted.get(eventId)?.body ?? '',
        })
        status = response.status
        // The status line is the answer; the rest doesn't matter.
        await response.text().catch(() => '')
      } catch {
        return
      }
      if (status === 200) {
        acknowledged.add(eventId)
        unanswered.delete(eventId)
      } else refused.push(status)
      await pause(random.between(0, pauseMs))
    }
  }

  return {
    posted,
    acknowledged,
    refused,
    async post(webhook, token, isStopped = () => false) {
      const all = Array.from({ length: connections }, () => connection(webhook, token, isStopped))
      await Promise.all(all)
    },
  }
}
