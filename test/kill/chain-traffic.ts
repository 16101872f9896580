import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '#practice/random.ts'
import { orderEvent } from '#test/support/order-event.ts'

/** How long a platform waits for an answer. */
const patienceMs = 10_000
const connections = 6

/** Events of several stores, as a platform sends them: again until they got a 200. */
export interface ChainTraffic {
  /** The keys of the inbox of the events that got a 200, by store. */
  readonly acknowledged: ReadonlyMap<string, ReadonlySet<string>>
  /** How often an event was posted. */
  readonly posts: number
  /** Posts until `stop`, and then what has no 200 yet. */
  run(): Promise<void>
  stop(): void
}

export function createChainTraffic(
  random: Random,
  target: { url: string; bearer: string; websiteId: string; storeIds: readonly string[] },
): ChainTraffic {
  const acknowledged = new Map(target.storeIds.map((id) => [id, new Set<string>()]))
  let isStopped = false
  let count = 0
  let posts = 0

  function next() {
    const nth = ++count
    const storeId = random.pick(target.storeIds)
    const eventId = `evt-${String(nth)}`
    const ids = {
      eventId,
      orderId: `ord-${String(nth)}`,
      code: String(nth),
      date: new Date().toISOString(),
    }
    const event = orderEvent('order-created-pickup', ids, {
      storeId,
      websiteId: target.websiteId,
    })
    return {
      storeId,
      key: `id:${eventId}`,
      body: { ...event, websiteId: target.websiteId, storeId },
    }
  }

  async function isAccepted(body: object): Promise<boolean> {
    posts += 1
    try {
      const response = await fetch(target.url, {
        method: 'POST',
        headers: { authorization: `Bearer ${target.bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patienceMs),
      })
      await response.text()
      return response.status === 200
    } catch {
      return false
    }
  }

  async function connection(): Promise<void> {
    while (!isStopped) {
      const { storeId, key, body } = next()
      while (!(await isAccepted(body))) await pause(random.between(20, 100))
      acknowledged.get(storeId)?.add(key)
      // A platform also repeats what it got an answer to.
      if (random.chance(0.1)) await isAccepted(body)
      await pause(random.between(0, 20))
    }
  }
  return {
    acknowledged,
    get posts() {
      return posts
    },
    async run() {
      await Promise.all(Array.from({ length: connections }, connection))
    },
    stop() {
      isStopped = true
    },
  }
}
