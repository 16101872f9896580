import type { SQLInputValue } from 'node:sqlite'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { z } from 'zod'
import type { Database } from '../db/open.ts'
import type { RowFormat } from '../db/rows.ts'
import { isSealed } from '../db/seal.ts'
import type { Context } from '../noun.ts'
import {
  arrivalsUpTo,
  damaged,
  isAsItArrived,
  nextArrivals,
  sumOfArrival,
  upToLength,
  writtenIn,
  type Row,
} from './rows.ts'

/**
 * So many arrivals share one packed value. Neighbours are alike, so together they take a fraction of what each would take
 * alone: 0.2 KB a body in place of 5.5 (1 KB alone). Of 64 it is 0.3 KB; more than these would keep the loop longer.
 */
const mostInPack = 128
/** Bytes of one pack: what is longer is packed with nothing else. */
const mostLength = 1024 * 1024
/** Twice the time of level 3, 2 ms of 64, for a fifth less. */
const level = 9
/** A pack that is not full waits for so long for more. */
const waitMs = 24 * 3_600_000
/** Packs of one turn where an order is looked for in them: some 1 ms each. */
const packsAtOnce = 4

const bodiesSchema = z.array(z.tuple([z.string(), z.string()]))
/** By the arrivals' keys, which stay theirs when a damaged file is taken over into another. */
type Bodies = z.infer<typeof bodiesSchema>

const zip = (bodies: Bodies, length: number): Uint8Array =>
  zstdCompressSync(JSON.stringify(bodies), {
    params: { [constants.ZSTD_c_compressionLevel]: length > mostLength ? 1 : level },
  })
const unzip = (packed: unknown): Bodies =>
  bodiesSchema.parse(JSON.parse(zstdDecompressSync(packed as Uint8Array).toString()))

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
const packRow = z.object({ id: z.number(), at: z.string(), bodies: bytes })
export const packRows: RowFormat<z.infer<typeof packRow>> = {
  table: 'packed_arrivals',
  key: 'id',
  schema: packRow,
  columns: packRow.keyof().options,
  json: [],
  version: 2,
}
const placeSchema = z.object({
  /** The last arrival that was looked at, by its id. */
  upTo: z.number(),
  /** How many packs there ever were: no two have one id. */
  packs: z.number(),
})

/** Throws where it is not there any more, or damaged. */
function packedBody(db: Database, pack: number, key: string): string {
  const row = db.get('SELECT * FROM packed_arrivals WHERE id = ?', pack)
  if (row === undefined) throw new Error('its text is not kept any more')
  if (!isSealed(row)) throw new Error(damaged)
  const body = unzip(row['bodies']).find(([name]) => name === key)?.[1]
  if (body === undefined) throw new Error('not in its pack')
  return body
}

/** The text of an arrival, from its pack where it is in one. Throws where that is not there any more, or damaged. */
export function bodyOf(db: Database, row: Row): string {
  const { key, body, pack = null } = writtenIn(row)
  return pack === null ? body : packedBody(db, pack, key)
}

const isReady = (row: Row): boolean =>
  (row['state'] === 'done' || row['state'] === 'elsewhere') &&
  row['body'] !== '' &&
  isAsItArrived(row)

/** Texts of arrivals that are read and whose day is over. All within the caller's transaction. */
export function createPackedArrivals(context: Pick<Context, 'file' | 'rows' | 'values'>) {
  const { file: db, values } = context
  const rows = context.rows(packRows)
  const place = values('packedArrivals', placeSchema)
  const newest = (table: string): number =>
    Number(db.get(`SELECT coalesce(max(id), 0) AS id FROM ${table}`)?.['id'])
  /** Where packs are looked at that are old, and some stay. */
  let droppedTo = 0

  /** Rows that only shrink leave their pages half empty: they are deleted, and come again as they are now. */
  function moveInto(pack: number, ready: readonly Row[]): void {
    for (const { id } of ready) db.run('DELETE FROM inbox WHERE id = ?', Number(id))
    for (const row of ready) {
      const sum = sumOfArrival({ ...writtenIn(row), body: '', pack })
      const moved: Row = { ...row, body: '', pack, sum }
      const names = Object.keys(moved)
      db.run(
        `INSERT INTO inbox (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        ...names.map((name) => moved[name] as SQLInputValue),
      )
    }
  }

  return {
    /** Packs the next that were received before an ISO instant. Answers whether there may be more. */
    pack(before: string): boolean {
      const was = place.read() ?? { upTo: 0, packs: 0 }
      // Ids begin anew in a file that was filled from a damaged one.
      const from = was.upTo > newest('inbox') ? 0 : was.upTo
      const next = nextArrivals(db, from, mostInPack)
      const over = next.filter(({ receivedAt }) => receivedAt < before)
      const waits = new Date(Date.parse(before) - waitMs).toISOString()
      const isFull = over.length === mostInPack
      if (over.length === 0 || (!isFull && (over[0]?.receivedAt ?? '') >= waits)) return false
      const taken = upToLength(over, mostLength)
      const upTo = taken.at(-1)?.id ?? from
      const ready = arrivalsUpTo(db, from, upTo)
        .filter((row) => String(row['received_at']) < before)
        .filter(isReady)
      const id = Math.max(was.packs, newest('packed_arrivals')) + 1
      if (ready.length > 0) {
        const bodies = ready.map((row): Bodies[number] => [String(row['key']), String(row['body'])])
        const length = bodies.reduce((sum, [, body]) => sum + body.length, 0)
        const times = ready.map((row) => String(row['received_at'])).toSorted()
        rows.put({ id, at: times.at(-1) ?? '', bodies: zip(bodies, length) })
        moveInto(id, ready)
      }
      place.write({ upTo, packs: id })
      return isFull || taken.length < over.length
    },
    /**
     * Looks at the oldest pack of before an ISO instant, and deletes it where no order that `needed` names is in it. Answers
     * whether there may be more.
     */
    drop(before: string, needed: () => readonly string[]): boolean {
      const [old] = rows.all('at < ? AND id > ? ORDER BY id LIMIT 1', before, droppedTo)
      droppedTo = old?.id ?? 0
      if (old === undefined) return false
      const text = unzip(old.bodies).map(([, body]) => body)
      const said = new Set(text.flatMap((body) => body.match(/"(?:[^"\\]|\\.)*"/g) ?? []))
      if (!needed().some((id) => said.has(JSON.stringify(id)))) rows.remove(String(old.id))
      return true
    },
    /**
     * Has what came of these orders read again, from the next packs after one. Answers how much there was, and the last pack;
     * null where there are no more.
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
