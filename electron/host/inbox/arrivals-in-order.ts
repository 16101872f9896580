import type { Database } from '../db/open.ts'

type Row = Record<string, unknown>

/** An arrival without its text, which may be megabytes. */
export interface ArrivalHead {
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
