import { BackOff } from '#contract/back-off.ts'
import type { FleetStore, StoreTrouble } from '#contract/relay/fleet.ts'
import type { Clock } from '#host/clock.ts'
import type { Log } from '#host/log.ts'

/**
 * What somebody outside the store must know. Late tickets and decisions are the kitchen's own, and
 * come and go.
 */
const alerting: readonly StoreTrouble[] = [
  'silent',
  'not-saving',
  'refused',
  'offline',
  'disk',
  'backup',
]

/** A trouble that ends within this time is not worth a call. */
const lastsMs = 60_000

const patienceMs = 10_000
const backOffTimes = { firstMs: 5_000, longestMs: 300_000 }

/** One message names this many stores; the others follow in the next one. */
const mostOfMessage = 200

interface Known {
  /** What was sent last; null for well. */
  sent: StoreTrouble | null
  now: StoreTrouble | null
  /** Since when it is so, monotonic. */
  since: number
}

const troubleOf = ({ troubles }: FleetStore): StoreTrouble | null =>
  troubles.find((each) => alerting.includes(each)) ?? null

const nameOf = ({ name, storeId, websiteId }: FleetStore): string =>
  `${name === '' ? storeId : name} (${websiteId})`

/** The message as chat programs show it, in English. */
function sentenceOf(changes: readonly { store: FleetStore; trouble: StoreTrouble | null }[]) {
  return changes
    .map(({ store, trouble }) => `${nameOf(store)}: ${trouble ?? 'well again'}`)
    .join('\n')
}

/**
 * Tells another system by a webhook when a store gets into trouble, gets into another one, and is
 * well again. What could not be sent is tried again. After a restart the present troubles are sent
 * once more.
 */
export function createAlerts(
  { clock, log, chance }: { clock: Clock; log: Log; chance: () => number },
  address: string,
) {
  const known = new Map<string, Known>()
  const backOff = new BackOff(chance)
  let nextAt = -Infinity
  let isSending = false

  /** What has lasted, and wasn't sent yet. */
  function changesOf(stores: readonly FleetStore[]) {
    const at = clock.monotonic()
    return stores.flatMap((store) => {
      // It says nothing, so whatever was wrong may still be.
      if (store.state === 'closed') return []
      const trouble = troubleOf(store)
      const before = known.get(store.id) ?? { sent: null, now: null, since: at }
      const next = before.now === trouble ? before : { ...before, now: trouble, since: at }
      known.set(store.id, next)
      return trouble !== next.sent && at - next.since >= lastsMs ? [{ store, trouble }] : []
    })
  }

  async function post(changes: ReturnType<typeof changesOf>): Promise<void> {
    const body = {
      text: sentenceOf(changes),
      stores: changes.map(({ store: { id: _id, status: _status, ...store }, trouble }) => ({
        ...store,
        trouble,
        since: new Date(store.since).toISOString(),
        seenAt: store.seenAt === null ? null : new Date(store.seenAt).toISOString(),
      })),
    }
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`it answered ${String(answer.status)}`)
  }

  return {
    /** Call it every few seconds with all stores. Resolves once what is due is sent, or failed. */
    async look(stores: readonly FleetStore[]): Promise<void> {
      const changes = changesOf(stores).slice(0, mostOfMessage)
      if (changes.length === 0 || isSending || clock.monotonic() < nextAt) return
      isSending = true
      try {
        await post(changes)
        backOff.answered()
        nextAt = -Infinity
        for (const { store, trouble } of changes) {
          const entry = known.get(store.id)
          if (entry !== undefined) known.set(store.id, { ...entry, sent: trouble })
        }
      } catch (cause) {
        nextAt = clock.monotonic() + backOff.after({ retryAfterMs: null }, backOffTimes)
        log.warn('alert not sent', { cause: cause instanceof Error ? cause.message : '' })
      } finally {
        isSending = false
      }
    },
  }
}
