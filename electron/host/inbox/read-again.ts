import { z } from 'zod'
import type { StoredValue } from '../db/values.ts'
import type { Context } from '../noun.ts'
import type { Inbox } from './inbox.ts'
import { anotherStore, notKnownYet } from './interpreter.ts'

const placeSchema = z.object({
  /** The ids of our store and its website that decide about messages. */
  ids: z.array(z.string()),
  /** Messages decided with fewer ids are read again after this row, up to that one. */
  after: z.number(),
  upTo: z.number(),
})

const newestPutOff = `SELECT max(
    coalesce((SELECT max(id) FROM inbox WHERE state = 'elsewhere'), 0),
    coalesce((SELECT max(id) FROM inbox WHERE state = 'unread' AND reason = ?), 0)
  ) AS id`

const readNextAgain = `UPDATE inbox SET state = 'arrived', reason = NULL WHERE id IN (
    SELECT id FROM inbox WHERE state = 'elsewhere' AND body <> '' AND id > ? AND id <= ? AND reason = ?
    UNION ALL
    SELECT id FROM inbox WHERE state = 'unread' AND id > ? AND id <= ? AND reason = ?
    ORDER BY id LIMIT 500)
  RETURNING id`

type Place = z.infer<typeof placeSchema>

type ReadAgainContext = Pick<Context, 'db' | 'values' | 'log'>

/**
 * Reads messages of other stores again once more of our ids are known: 500 per turn, each batch in
 * one transaction with its position, so a store with a long past still responds.
 */
export class ReadAgain {
  readonly #context: ReadAgainContext
  readonly #inbox: Inbox
  /** There is something to read. */
  readonly #wake: () => void
  readonly #stored: StoredValue<Place>
  #place: Place
  #isPlanned = false
  #stopped = false

  constructor(context: ReadAgainContext, inbox: Inbox, wake: () => void) {
    this.#context = context
    this.#inbox = inbox
    this.#wake = wake
    this.#stored = context.values('own-ids', placeSchema)
    this.#place = this.#stored.read() ?? { ids: [], after: 0, upTo: 0 }
  }

  /** Compares the known ids, and continues from its position, also after a crash. */
  check(ids: ReadonlySet<string>): void {
    if ([...ids].some((id) => !this.#place.ids.includes(id))) {
      const newest = this.#context.db.get(newestPutOff, notKnownYet)
      this.#save({ ids: [...ids], after: 0, upTo: Number(newest?.['id']) })
    }
    this.#plan()
  }

  stop(): void {
    this.#stopped = true
  }

  #plan(): void {
    if (this.#isPlanned || this.#stopped || this.#place.after >= this.#place.upTo) return
    this.#isPlanned = true
    setImmediate(() => this.#readBatch())
  }

  #readBatch(): void {
    this.#isPlanned = false
    if (this.#stopped) return
    try {
      this.#context.db.transact(() => this.#markNext())
    } catch (cause) {
      this.#inbox.recount()
      this.#place = this.#stored.read() ?? this.#place
      this.#context.log.warn('arrivals not read again', { cause: String(cause) })
      return
    }
    this.#wake()
    this.#plan()
  }

  /** Marks the next messages that were decided with fewer ids. */
  #markNext(): void {
    const { after, upTo } = this.#place
    const span = [after, upTo]
    const rows = this.#context.db.all(readNextAgain, ...span, anotherStore, ...span, notKnownYet)
    const last = rows.length === 0 ? upTo : Math.max(...rows.map(({ id }) => Number(id)))
    if (rows.length > 0) this.#inbox.recount()
    this.#save({ ...this.#place, after: last })
  }

  #save(place: Place): void {
    this.#stored.write(place)
    this.#place = place
  }
}
