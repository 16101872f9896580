import type { Database } from '../db/open.ts'
import { hasSum, sumOf } from '../db/sum.ts'
import type { Log } from '../log.ts'

/** A row of the table `inbox`, as it is on disk. */
export type Row = Record<string, unknown>

/** An arrival without its text, which may be megabytes. */
interface ArrivalHead {
  id: number
  /** ISO. */
  receivedAt: string
  /** Of its text, in bytes. */
  length: number
}

/** The next arrivals after one, by their ids. */
export const nextArrivals = (db: Database, after: number, limit: number): ArrivalHead[] =>
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

/** As many of them as have so many bytes together; the first one whatever it has. */
export function upToLength(heads: readonly ArrivalHead[], most: number): ArrivalHead[] {
  let length = 0
  const end = heads.findIndex((head, nth) => {
    length += head.length
    return nth > 0 && length > most
  })
  return end === -1 ? [...heads] : heads.slice(0, end)
}

/** The rows after one up to another. */
export const arrivalsUpTo = (db: Database, after: number, upTo: number): Row[] =>
  db.all('SELECT * FROM inbox WHERE id > ? AND id <= ? ORDER BY id', after, upTo)

interface Written {
  key: string
  type: string
  source: string
  receivedAt: string
  toldAt: string | null
  body: string
  /** The pack that its text is in; null where `body` has it. */
  pack?: number | null
}

const partsOf = (arrival: Written): (string | null)[] => {
  const { key, type, source, receivedAt, toldAt, body, pack = null } = arrival
  return [key, type, source, receivedAt, toldAt, body, ...(pack === null ? [] : [String(pack)])]
}

/** A checksum of what stays as it arrived. */
export const sumOfArrival = (arrival: Written): number => sumOf(...partsOf(arrival))

/** A checksum of what was made of it. */
export const sumOfVerdict = (id: number, state: string, reason: string | null): number =>
  sumOf(String(id), state, reason)

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** What a row of the table says. */
export const writtenIn = (row: Row): Written => ({
  key: String(row['key']),
  type: String(row['type']),
  source: String(row['source']),
  receivedAt: String(row['received_at']),
  toldAt: textIn(row['told_at']),
  body: String(row['body']),
  pack: row['pack'] == null ? null : Number(row['pack']),
})

export const isAsItArrived = (row: Row): boolean => hasSum(row['sum'], ...partsOf(writtenIn(row)))

export const damaged = 'damaged on the disk'
/** Bytes of texts that are looked at in one step, of several arrivals. */
const mostLookedAt = 1024 * 1024

const hasItsVerdict = (row: Row): boolean =>
  row['state'] === 'arrived' ||
  hasSum(row['verdict_sum'], String(row['id']), String(row['state']), textIn(row['reason']))

/** Has the file's look find arrivals that are not what was written: each stays as it is, and counts as one that could not be read. */
export function lookAtArrivals(db: Database, log: Log, onFound: () => void): void {
  function setAside(row: Row): void {
    const id = Number(row['id'])
    const written = writtenIn(row)
    const { key, type, receivedAt, toldAt, body } = written
    const source = written.source === 'poll' ? 'poll' : 'webhook'
    log.error('arrival damaged', { id })
    db.run(
      `UPDATE inbox SET key = ?, type = ?, source = ?, received_at = ?, told_at = ?, body = ?, sum = ?,
         state = 'unread', reason = ?, verdict_sum = ? WHERE id = ?`,
      key,
      type,
      source,
      receivedAt,
      toldAt,
      body,
      sumOfArrival({ ...written, source }),
      damaged,
      sumOfVerdict(id, 'unread', damaged),
      id,
    )
  }
  db.looks.set('inbox', (after, most) => {
    const next = nextArrivals(db, after, most)
    const taken = upToLength(next, mostLookedAt)
    const upTo = taken.at(-1)?.id ?? after
    const wrong = arrivalsUpTo(db, after, upTo).filter(
      (row) => !isAsItArrived(row) || !hasItsVerdict(row),
    )
    wrong.forEach(setAside)
    if (wrong.length > 0) onFound()
    return next.length < most && taken.length === next.length ? null : upTo
  })
}
