import { DatabaseSync } from 'node:sqlite'
import { columns, type PackedOrder } from './archive-file.ts'

/** A gap in a damaged file isn't longer than this. */
const maxRows = 2 ** 40

/** Reads what can be read of a damaged or older archive. Never throws. */
export class LostArchive {
  readonly #db: DatabaseSync | null

  constructor(path: string) {
    this.#db = openOrNull(path)
  }

  /** The next orders after a row; none after the last that can be read. */
  next(after: number, max: number): PackedOrder[] {
    return this.#read(after, max) ?? this.#read(after, 1) ?? this.#behindGap(after)
  }

  close(): void {
    this.#db?.close()
  }

  /** The first order behind rows that can't be read. Looks further each time, and then back. */
  #behindGap(after: number): PackedOrder[] {
    let gap = 1
    let orders = this.#read(after + gap, 1)
    while (orders === null && gap < maxRows) {
      gap *= 2
      orders = this.#read(after + gap, 1)
    }
    for (let step = gap / 4; orders !== null && step >= 1; step /= 2) {
      const nearer = this.#read(after + gap - step, 1)
      if (nearer === null) continue
      gap -= step
      orders = nearer
    }
    return orders ?? []
  }

  /** Null if they can't be read. */
  #read(after: number, max: number): PackedOrder[] | null {
    if (this.#db === null) return null
    try {
      return this.#db
        .prepare(`SELECT ${columns.join(', ')} FROM orders WHERE row > ? ORDER BY row LIMIT ?`)
        .all(after, max)
        .map((order) => ({
          row: Number(order['row']),
          order,
          messages: this.#messagesAt(Number(order['row'])),
        }))
    } catch {
      return null
    }
  }

  #messagesAt(row: number): Record<string, unknown> | undefined {
    try {
      return this.#db?.prepare('SELECT left_at, content FROM messages WHERE row = ?').get(row)
    } catch {
      return undefined
    }
  }
}

function openOrNull(path: string): DatabaseSync | null {
  try {
    return new DatabaseSync(path, { readOnly: true })
  } catch {
    return null
  }
}
