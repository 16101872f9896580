import { z } from 'zod'
import type { Database } from '../db/open.ts'
import type { Context } from '../noun.ts'
import type { Inbox } from './inbox.ts'
import { mostLength, unzip, zip, type InboxRow, type Bodies } from './rows.ts'

/**
 * How many messages share one packed value. Neighbours are similar, so together they need 0.2 KB
 * per body instead of 5.5 (1 KB alone). With 64 it is 0.3 KB; more would block the loop longer.
 */
const mostInPack = 128
/** How long an incomplete pack waits for more messages. */
const waitMs = 24 * 3_600_000
/** How many packs are searched for an order per turn: about 1 ms each. */
const packsAtOnce = 4

const placeSchema = z.object({
  /** The id of the last message that was looked at. */
  upTo: z.number(),
  /** How many packs there ever were, so that ids are unique. */
  packs: z.number(),
})

/** The next messages by id, without their texts, which may be megabytes. Lengths are in bytes. */
export const nextPackedMessages = (db: Database, after: number, limit: number) =>
  db
    .all(
      `SELECT id, received_at, octet_length(body) AS length FROM inbox WHERE id > ? ORDER BY id LIMIT ?`,
      after,
      limit,
    )
    .map((row) => ({
      id: Number(row['id']),
      receivedAt: String(row['received_at']),
      length: Number(row['length']),
    }))

type Head = ReturnType<typeof nextPackedMessages>[number]

/** As many of them as fit into this many bytes together, but at least one. */
export function upToLength(heads: readonly Head[], most: number): Head[] {
  let length = 0
  const end = heads.findIndex((head, nth) => {
    length += head.length
    return nth > 0 && length > most
  })
  return end === -1 ? [...heads] : heads.slice(0, end)
}

/**
 * The texts of messages that were read and whose day is over. All methods run inside the caller's
 * transaction.
 */
export function createPackedMessages(
  { file: db, values }: Pick<Context, 'file' | 'values'>,
  { rows: { messages, packs: rows } }: Pick<Inbox, 'rows'>,
) {
  const place = values('packedArrivals', placeSchema)
  const newest = (table: string): number =>
    Number(db.get(`SELECT coalesce(max(id), 0) AS id FROM ${table}`)?.['id'])
  /** The place from which old packs are checked, when some of them stay. */
  let droppedTo = 0

  /** Rows that only shrink leave half-empty pages, so they are deleted and inserted again. */
  function moveInto(pack: number, ready: readonly InboxRow[]): void {
    for (const { id } of ready) messages.remove(id)
    for (const row of ready) messages.add({ ...row, body: '', pack })
  }

  /** The finished messages from one id to another, as they arrived. */
  const readyOnes = (from: number, upTo: number, before: string): InboxRow[] =>
    messages
      .all('id > ? AND id <= ? ORDER BY id', from, upTo)
      .filter(
        ({ state, body, received_at: at }) =>
          (state === 'done' || state === 'elsewhere') && body !== '' && at < before,
      )

  return {
    /** Packs the next messages from before an ISO instant. Returns whether there may be more. */
    pack(before: string): boolean {
      const was = place.read() ?? { upTo: 0, packs: 0 }
      const from = was.upTo
      const next = nextPackedMessages(db, from, mostInPack)
      const over = next.filter(({ receivedAt }) => receivedAt < before)
      const waits = new Date(Date.parse(before) - waitMs).toISOString()
      const isFull = over.length === mostInPack
      if (over.length === 0 || (!isFull && (over[0]?.receivedAt ?? '') >= waits)) return false
      const taken = upToLength(over, mostLength)
      const upTo = taken.at(-1)?.id ?? from
      const ready = readyOnes(from, upTo, before)
      const id = Math.max(was.packs, newest('packed_arrivals')) + 1
      if (ready.length > 0) {
        const bodies = ready.map(({ key, body }): Bodies[number] => [key, body])
        const length = bodies.reduce((sum, [, body]) => sum + body.length, 0)
        const times = ready.map((row) => row.received_at).toSorted()
        rows.put({ id, at: times.at(-1) ?? '', bodies: zip(bodies, length) })
        moveInto(id, ready)
      }
      place.write({ upTo, packs: id })
      return isFull || taken.length < over.length
    },
    /**
     * Checks the oldest pack from before an ISO instant and deletes it when it has no order that
     * `needed` names. Returns whether there may be more.
     */
    drop(before: string, needed: () => readonly string[]): boolean {
      const [old] = rows.all('at < ? AND id > ? ORDER BY id LIMIT 1', before, droppedTo)
      droppedTo = old?.id ?? 0
      if (old === undefined) return false
      const text = unzip(old.bodies).map(([, body]) => body)
      const said = new Set(text.flatMap((body) => body.match(/"(?:[^"\\]|\\.)*"/g) ?? []))
      if (!needed().some((id) => said.has(JSON.stringify(id)))) rows.remove(old.id)
      return true
    },
    /**
     * Marks the packed messages of these orders for reading again, a few packs at a time. Returns
     * how many there were and the last pack; null at the end.
     */
    readOrdersAgain(orderIds: readonly string[], after: number) {
      const some = rows.all('id > ? ORDER BY id LIMIT ?', after, packsAtOnce)
      const names = orderIds.map((id) => JSON.stringify(id))
      let found = 0
      for (const { id, bodies } of some)
        for (const [key, body] of unzip(bodies))
          if (names.some((name) => body.includes(name)))
            found += db.run(
              `UPDATE inbox SET state = 'arrived', reason = NULL
               WHERE key = ? AND pack = ? AND state = 'done'`,
              key,
              id,
            )
      return { found, last: some.at(-1)?.id ?? null }
    },
  }
}
