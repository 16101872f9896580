import type { Database } from '../db/open.ts'
import { hasSum, sumOf } from '../db/sum.ts'
import type { Log } from '../log.ts'
import { arrivalsUpTo, nextArrivals, upToLength } from './arrivals-in-order.ts'

type Row = Record<string, unknown>

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

const damaged = 'damaged on the disk'
/** Bytes of texts that are looked at in one step, of several arrivals. */
const mostLookedAt = 1024 * 1024

/** Its text, by `packedBody` where that is in a pack. Throws where it is not what arrived. */
export function textOf(row: Row, packedBody: (pack: number, key: string) => string): string {
  if (!isAsItArrived(row)) throw new Error(damaged)
  const { key, body, pack = null } = writtenIn(row)
  return pack === null ? body : packedBody(pack, key)
}

const hasItsVerdict = (row: Row): boolean =>
  row['state'] === 'arrived' ||
  hasSum(row['verdict_sum'], String(row['id']), String(row['state']), textIn(row['reason']))

/** Has arrivals looked at that are not what was written: each is kept as it is, and counts as one that could not be read. */
export function lookAtArrivals(db: Database, log: Log, onFound: () => void): void {
  function setAside(row: Row): void {
    const id = Number(row['id'])
    const { key, type, receivedAt, toldAt, body, source, pack = null } = writtenIn(row)
    const as = {
      key,
      type,
      source: source === 'poll' ? source : 'webhook',
      receivedAt,
      toldAt,
      body,
      pack,
    }
    log.error('arrival damaged', { id })
    db.run(
      `UPDATE inbox SET key = ?, type = ?, source = ?, received_at = ?, told_at = ?, body = ?, sum = ?,
         state = 'unread', reason = ?, verdict_sum = ? WHERE id = ?`,
      key,
      type,
      as.source,
      receivedAt,
      toldAt,
      body,
      sumOfArrival(as),
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
