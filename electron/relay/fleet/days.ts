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
import type { Log } from '#host/log.ts'
import { daySubject as subject, dayStream as stream } from '../chain/nats-users.ts'

/** A little more than a day, so that the oldest span is whole. */
const longestNs = 25 * 3_600 * 1_000_000_000

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

const mostInRing = 65_535

/** The last day of each store, in memory: about 3 KB for a store. `now` is in epoch ms. */
export function createDays(now: () => number) {
  const rings = new Map<string, Ring>()
  const slotNow = (): number => Math.floor(now() / daySlotMs)

  /** Adds what was seen to a span; of several the worst stays. */
  function add(
    id: string,
    slot: number,
    [state, open, late, waiting]: SpanOfStores['stores'][string],
  ): void {
    const ring = rings.get(id) ?? newRing()
    rings.set(id, ring)
    const at = slot % daySlots
    const known = ring.slots[at] ?? 0
    if (known > slot) return
    const isFirst = known < slot
    const most = (numbers: Uint16Array, value: number): void => {
      numbers[at] = Math.min(mostInRing, Math.max(isFirst ? 0 : (numbers[at] ?? 0), value))
    }
    const nth = storeStates.indexOf(state)
    ring.states[at] = isFirst ? nth : Math.min(ring.states[at] ?? nth, nth)
    ring.slots[at] = slot
    most(ring.open, open)
    most(ring.late, late)
    most(ring.waiting, waiting)
  }

  function readSpan(id: string, slot: number): FleetDay['spans'][number] {
    const ring = rings.get(id)
    const at = slot % daySlots
    if (ring?.slots[at] !== slot) return null
    const [open = 0, late = 0, waiting = 0] = [ring.open[at], ring.late[at], ring.waiting[at]]
    return { state: storeStates[ring.states[at] ?? 0] ?? 'well', open, late, waiting }
  }

  return {
    slotNow,
    /** What the stores are now. */
    note(stores: readonly FleetStore[]): void {
      const slot = slotNow()
      for (const { id, state, status } of stores) {
        const { openTickets = 0, lateTickets = 0, waiting = 0 } = status ?? {}
        // What it said last is not what it has now.
        const figures = isQuiet(state)
          ? ([0, 0, 0] as const)
          : ([openTickets, lateTickets, waiting] as const)
        add(id, slot, [state, ...figures])
      }
    },
    /** What an earlier run, or another server, saw. */
    restore(text: string): boolean {
      let json: unknown
      try {
        json = JSON.parse(text)
      } catch {
        return false
      }
      const read = spanSchema.safeParse(json)
      if (!read.success) return false
      const { slot, stores } = read.data
      if (slot > slotNow() || slot <= slotNow() - daySlots) return true
      for (const [id, span] of Object.entries(stores)) add(id, slot, span)
      return true
    },
    /** A span of all stores as texts for `restore`. */
    write(slot: number): string[] {
      const all = [...rings.keys()].flatMap((id) => {
        const span = readSpan(id, slot)
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
    },
    /** The last day of one store. */
    read(id: string): FleetDay {
      const first = slotNow() - daySlots + 1
      return {
        from: first * daySlotMs,
        spans: Array.from({ length: daySlots }, (_, nth) => readSpan(id, first + nth)),
      }
    },
    /** Forgets stores without any span of the last day. */
    forgetOld(): void {
      const first = slotNow() - daySlots + 1
      for (const [id, { slots }] of rings) if (slots.every((slot) => slot < first)) rings.delete(id)
    },
  }
}

export type Days = ReturnType<typeof createDays>

/** Makes the stream of the days, or changes it to today's limits. */
async function ensureStream(nats: NatsConnection, replicas: number): Promise<void> {
  const manager = await jetstreamManager(nats)
  const config = {
    subjects: [subject],
    max_age: longestNs,
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
  for (const [nth, text] of days.write(slot).entries())
    // Of several servers the first one's counts.
    await js.publish(subject, text, { msgID: `${String(slot)}-${String(nth)}` })
}
