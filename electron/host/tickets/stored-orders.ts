import type { ArchivedOrder, NewArchivedOrder } from '../archive/archive-file.ts'
import type { Rows } from '../db/rows.ts'
import type { Context } from '../noun.ts'
import { hasOpenEntry } from '../outbox/entry-row.ts'
import { rowOf, ticketRows, type OrderRow, type TicketRow } from './row.ts'

/**
 * Orders in the live file and, once they are over, in the archive. An order that is in both counts as
 * it is in the live file. Instants are ISO.
 */
export class StoredOrders {
  /** Those in the live file. */
  readonly rows: Rows<TicketRow>
  readonly #db: Context['db']
  readonly #archive: Context['archive']
  readonly #onLost: (orderId: string) => void

  /** `onLost` is called for an order that can't be read. */
  constructor(
    { db, archive, rows }: Pick<Context, 'db' | 'archive' | 'rows'>,
    onLost: (orderId: string) => void,
  ) {
    this.rows = rows({ ...ticketRows, rebuild: onLost })
    this.#db = db
    this.#archive = archive
    this.#onLost = onLost
  }

  has(id: string): boolean {
    return this.#isHere(id) || this.#archive.has(id)
  }

  get(id: string): OrderRow | null {
    const row = this.rows.get(id)
    if (row !== null) return row
    const archived = this.#archive.get(id)
    return archived === null ? null : this.#read(archived)
  }

  /** The last `limit` that left the wall, newest first. */
  newest(limit: number): OrderRow[] {
    const here = this.newestHere(limit)
    const older = this.#readOthers(this.#archive.newest(limit - here.length))
    return [...here, ...older].toSorted((one, other) =>
      (other.marks.leftAt ?? '').localeCompare(one.marks.leftAt ?? ''),
    )
  }

  newestHere(limit: number): OrderRow[] {
    return this.rows.all('left_at IS NOT NULL ORDER BY left_at DESC LIMIT ?', limit)
  }

  /** The newest that are not on the wall and have a word that begins like each search term. */
  search(terms: readonly string[], limit: number): OrderRow[] {
    const isFound = terms.map(() => 'instr(words, ?) > 0').join(' AND ')
    const here = this.rows.all(
      `open = 0 AND ${isFound} ORDER BY rowid DESC LIMIT ?`,
      ...terms.map((term) => ` ${term}`),
      Math.max(0, limit),
    )
    return [...here, ...this.#readOthers(this.#archive.search(terms, limit - here.length))]
  }

  /** How many left the wall in that time without a bump. */
  countWithoutBump(from: string, to: string): number {
    const hasNoBump = 'NOT EXISTS (SELECT 1 FROM bumps WHERE bumps.id = tickets.id)'
    const here = this.#db.get(
      `SELECT count(*) AS n FROM tickets
       WHERE left_at >= ? AND left_at < ? AND left_at IS NOT NULL AND ${hasNoBump}`,
      from,
      to,
    )
    const older = this.#archive.withoutBump(from, to).filter((id) => !this.#isHere(id))
    return Number(here?.['n']) + older.length
  }

  /** Up to `most` that left the wall before an instant and have nothing to be sent or decided. */
  over(before: string, max: number): Omit<NewArchivedOrder, 'messages'>[] {
    return this.rows
      .all(
        `left_at IS NOT NULL AND left_at < ? AND open = 0 AND NOT ${hasOpenEntry('tickets.id')}
         ORDER BY left_at LIMIT ?`,
        before,
        max,
      )
      .map(({ id, left_at: leftAt, words, known: facts, marks }) => ({
        ...{ id, leftAt: leftAt ?? '', words, content: { known: facts, marks } },
        ...{ hasGuest: true, isBumped: this.#isBumped(id) },
      }))
  }

  remove(id: string): void {
    this.rows.remove(id)
  }

  #isHere(id: string): boolean {
    return this.#db.get('SELECT 1 FROM tickets WHERE id = ?', id) !== undefined
  }

  #isBumped(id: string): boolean {
    return this.#db.get('SELECT 1 FROM bumps WHERE id = ?', id) !== undefined
  }

  #read(order: ArchivedOrder): OrderRow | null {
    const row = rowOf(order)
    if (row === null) this.#onLost(order.id)
    return row
  }

  #readOthers(orders: readonly ArchivedOrder[]): OrderRow[] {
    return orders.filter(({ id }) => !this.#isHere(id)).flatMap((each) => this.#read(each) ?? [])
  }
}
