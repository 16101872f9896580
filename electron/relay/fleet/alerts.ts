import { BackOff } from '#contract/shared/back-off.ts'
import type { FleetStore, StoreTrouble } from '#contract/relay/fleet.ts'
import type { Clock } from '#host/clock/clock.ts'
import type { Log } from '#host/core/log.ts'

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
const backOffTimes = { firstMs: 5_000, maxMs: 300_000 }

/** One message names this many stores; the others follow in the next one. */
const maxOfMessage = 200

interface StoreAlert {
  /** What was sent last; null for well. */
  sent: StoreTrouble | null
  now: StoreTrouble | null
  /** Since when it is so, monotonic. */
  since: number
}

interface Change {
  store: FleetStore
  trouble: StoreTrouble | null
}

const troubleOf = ({ troubles }: FleetStore): StoreTrouble | null =>
  troubles.find((each) => alerting.includes(each)) ?? null

const nameOf = ({ name, storeId, websiteId }: FleetStore): string =>
  `${name === '' ? storeId : name} (${websiteId})`

/** The message as chat programs show it, in English. */
const sentenceOf = (changes: readonly Change[]): string =>
  changes.map(({ store, trouble }) => `${nameOf(store)}: ${trouble ?? 'well again'}`).join('\n')

const bodyOf = (changes: readonly Change[]) => ({
  text: sentenceOf(changes),
  stores: changes.map(({ store: { id: _id, status: _status, ...store }, trouble }) => ({
    ...store,
    trouble,
    since: new Date(store.since).toISOString(),
    seenAt: store.seenAt === null ? null : new Date(store.seenAt).toISOString(),
  })),
})

/** Rejects if the address doesn't accept them. */
async function post(address: string, changes: readonly Change[]): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(changes)),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`it answered ${String(answer.status)}`)
}

/**
 * Notifies another system by a webhook when a store gets into trouble, gets into another one, and is
 * well again. What could not be sent is tried again. After a restart the present troubles are sent
 * once more.
 */
export class FleetAlerts {
  readonly #clock: Clock
  readonly #log: Log
  readonly #address: string
  readonly #alerts = new Map<string, StoreAlert>()
  readonly #backOff: BackOff
  #nextAt = -Infinity
  #isSending = false

  constructor(
    { clock, log, chance }: { clock: Clock; log: Log; chance: () => number },
    address: string,
  ) {
    this.#clock = clock
    this.#log = log
    this.#address = address
    this.#backOff = new BackOff(chance)
  }

  /** Call it every few seconds with all stores. Resolves once what is due is sent, or failed. */
  async look(stores: readonly FleetStore[]): Promise<void> {
    const changes = this.#changesOf(stores).slice(0, maxOfMessage)
    if (changes.length === 0 || this.#isSending || this.#clock.monotonic() < this.#nextAt) return
    this.#isSending = true
    try {
      await post(this.#address, changes)
      this.#noteSent(changes)
    } catch (cause) {
      const waitMs = this.#backOff.after({ retryAfterMs: null }, backOffTimes)
      this.#nextAt = this.#clock.monotonic() + waitMs
      this.#log.warn('alert not sent', { cause: cause instanceof Error ? cause.message : '' })
    } finally {
      this.#isSending = false
    }
  }

  /** What has lasted, and wasn't sent yet. */
  #changesOf(stores: readonly FleetStore[]): Change[] {
    const now = this.#clock.monotonic()
    return stores.flatMap((store) => {
      // It reports nothing, so whatever was wrong may still be.
      if (store.state === 'closed') return []
      const trouble = troubleOf(store)
      const before = this.#alerts.get(store.id) ?? { sent: null, now: null, since: now }
      const next = before.now === trouble ? before : { ...before, now: trouble, since: now }
      this.#alerts.set(store.id, next)
      return trouble !== next.sent && now - next.since >= lastsMs ? [{ store, trouble }] : []
    })
  }

  #noteSent(changes: readonly Change[]): void {
    this.#backOff.answered()
    this.#nextAt = -Infinity
    for (const { store, trouble } of changes) {
      const alert = this.#alerts.get(store.id)
      if (alert !== undefined) this.#alerts.set(store.id, { ...alert, sent: trouble })
    }
  }
}
