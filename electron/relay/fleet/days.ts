import { DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { z } from 'zod'
import {
  daySlotMs,
  daySlots,
  isQuiet,
  storeStates,
  type FleetDay,
  type FleetStore,
  type StoreState,
} from '#contract/relay/fleet.ts'
import type { Log } from '#host/core/log.ts'
import { daySubject as subject, dayStream as stream } from '../chain/nats-users.ts'

/** A little more than a day, so that the oldest span is whole. */
const maxNs = 25 * 3_600 * 1_000_000_000

/** So many stores stay far below the largest message of a nats-server, 1 MB. */
const storesPerMessage = 1_000

const patienceMs = 10_000

/** A span of the day for some stores: each one's worst state, and its most tickets and changes. */
const spanSchema = z.object({
  /** Spans since 1970. */
  slot: z.int().min(0),
  stores: z.record(
    z.string(),
    z.tuple([z.enum(storeStates), z.int().min(0), z.int().min(0), z.int().min(0)]),
  ),
})
type SpanOfStores = z.infer<typeof spanSchema>

/** What one store was in each span, in a ring: a span is at its number modulo the length of a day. */
interface Ring {
  /** The number of the span that is stored at each place; 0 for none. */
  slots: Uint32Array
  /** The place of the state in `storeStates`. */
  states: Uint8Array
  open: Uint16Array
  late: Uint16Array
  waiting: Uint16Array
}

const newRing = (): Ring => ({
  slots: new Uint32Array(daySlots),
  states: new Uint8Array(daySlots),
  open: new Uint16Array(daySlots),
  late: new Uint16Array(daySlots),
  waiting: new Uint16Array(daySlots),
})

const maxInRing = 65_535

/** Sets the larger value; a first one replaces what an older day left in the ring. */
function raise(numbers: Uint16Array, at: number, value: number, isFirst: boolean): void {
  numbers[at] = Math.min(maxInRing, Math.max(isFirst ? 0 : (numbers[at] ?? 0), value))
}

/** The last day of each store, in memory: about 3 KB for a store. */
export class Days {
  /** Epoch ms. */
  readonly #now: () => number
  readonly #rings = new Map<string, Ring>()

  constructor(now: () => number) {
    this.#now = now
  }

  get slotNow(): number {
    return Math.floor(this.#now() / daySlotMs)
  }

  get #firstSlot(): number {
    return this.slotNow - daySlots + 1
  }

  /** Adds what the stores are now. */
  note(stores: readonly FleetStore[]): void {
    const slot = this.slotNow
    for (const { id, state, status } of stores) {
      const { openTickets = 0, lateTickets = 0, waiting = 0 } = status ?? {}
      // What a quiet store reported last is not what it has now.
      const figures = isQuiet(state)
        ? ([0, 0, 0] as const)
        : ([openTickets, lateTickets, waiting] as const)
      this.#add(id, slot, [state, ...figures])
    }
  }

  /** Adds what an earlier run, or another server, saw. Returns false if it can't be parsed. */
  restore(text: string): boolean {
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      return false
    }
    const parsed = spanSchema.safeParse(json)
    if (!parsed.success) return false
    const { slot, stores } = parsed.data
    if (slot > this.slotNow || slot < this.#firstSlot) return true
    for (const [id, span] of Object.entries(stores)) this.#add(id, slot, span)
    return true
  }

  /** A span of all stores as texts for `restore`. */
  textsOf(slot: number): string[] {
    const all = [...this.#rings.keys()].flatMap((id) => {
      const span = this.#spanOf(id, slot)
      return span === null ? [] : [{ id, span }]
    })
    const texts: string[] = []
    for (let at = 0; at < all.length; at += storesPerMessage) {
      const stores: SpanOfStores['stores'] = {}
      for (const { id, span } of all.slice(at, at + storesPerMessage))
        stores[id] = [span.state satisfies StoreState, span.open, span.late, span.waiting]
      texts.push(JSON.stringify({ slot, stores } satisfies SpanOfStores))
    }
    return texts
  }

  /** The last day of one store. */
  dayOf(id: string): FleetDay {
    const first = this.#firstSlot
    return {
      from: first * daySlotMs,
      spans: Array.from({ length: daySlots }, (_, nth) => this.#spanOf(id, first + nth)),
    }
  }

  /** Forgets stores without any span of the last day. */
  forgetOld(): void {
    const first = this.#firstSlot
    for (const [id, { slots }] of this.#rings)
      if (slots.every((slot) => slot < first)) this.#rings.delete(id)
  }

  /** Adds what was seen to a span; of several the worst stays. */
  #add(
    id: string,
    slot: number,
    [state, open, late, waiting]: SpanOfStores['stores'][string],
  ): void {
    const ring = this.#rings.get(id) ?? newRing()
    this.#rings.set(id, ring)
    const at = slot % daySlots
    const slotThere = ring.slots[at] ?? 0
    if (slotThere > slot) return
    const isFirst = slotThere < slot
    const nth = storeStates.indexOf(state)
    ring.states[at] = isFirst ? nth : Math.min(ring.states[at] ?? nth, nth)
    ring.slots[at] = slot
    raise(ring.open, at, open, isFirst)
    raise(ring.late, at, late, isFirst)
    raise(ring.waiting, at, waiting, isFirst)
  }

  #spanOf(id: string, slot: number): FleetDay['spans'][number] {
    const ring = this.#rings.get(id)
    const at = slot % daySlots
    if (ring?.slots[at] !== slot) return null
    const [open = 0, late = 0, waiting = 0] = [ring.open[at], ring.late[at], ring.waiting[at]]
    return { state: storeStates[ring.states[at] ?? 0] ?? 'well', open, late, waiting }
  }
}

/** Makes the stream of the days, or changes it to today's limits. */
async function ensureStream(nats: NatsConnection, replicas: number): Promise<void> {
  const manager = await jetstreamManager(nats)
  const config = {
    subjects: [subject],
    max_age: maxNs,
    num_replicas: replicas,
    deny_delete: true,
    deny_purge: true,
  }
  const isThere = await manager.streams.info(stream).then(
    () => true,
    () => false,
  )
  if (isThere) await manager.streams.update(stream, config)
  else await manager.streams.add({ name: stream, ...config })
}

/** Reads what was stored of the last day. Rejects if NATS can't give it. */
export async function restoreDays(
  nats: NatsConnection,
  { replicas, days, log }: { replicas: number; days: Days; log: Log },
): Promise<void> {
  await ensureStream(nats, replicas)
  const manager = await jetstreamManager(nats)
  const { state } = await manager.streams.info(stream)
  if (state.messages === 0) return
  const consumer = await jetstream(nats).consumers.get(stream, {
    deliver_policy: DeliverPolicy.All,
  })
  const messages = await consumer.consume({ max_messages: 20 })
  let unread = 0
  for await (const message of messages) {
    if (!days.restore(message.string())) unread += 1
    if (message.info.pending === 0) messages.stop()
  }
  if (unread > 0) log.warn('spans of the day not read', { count: unread })
}

/** Stores a span of all stores. Rejects if NATS can't. */
export async function storeSpan(nats: NatsConnection, days: Days, slot: number): Promise<void> {
  const js = jetstream(nats, { timeout: patienceMs })
  for (const [nth, text] of days.textsOf(slot).entries())
    // Of several servers the first one's counts.
    await js.publish(subject, text, { msgID: `${String(slot)}-${String(nth)}` })
}
