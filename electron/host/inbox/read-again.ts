import { z } from 'zod'
import type { OrderEvent } from '#platform/events.ts'
import type { StoredValue } from '../db/values.ts'
import type { Context } from '../noun.ts'
import type { Inbox, Verdict } from './inbox.ts'

/** Which orders belong on the wall: all ids of the store, and its website, null if unknown. */
export interface StoreScope {
  readonly ids: ReadonlySet<string>
  readonly websiteId: string | null
}

/** The message seems to be another store's. It is read again once more of our ids are known. */
const anotherStore = 'another store'
/** The message names a website or store while ours is unknown. It is read once ours is known. */
const notKnownYet = 'kept until the platform has said whose this kitchen is'

/** Some ids are named, and none is ours. */
const isOther = (named: readonly string[], isOurs: (id: string) => boolean): boolean =>
  named.length > 0 && !named.some(isOurs)

/** Why an event isn't shown; null if it may be ours. */
export function elsewhereVerdict(
  { ids, websiteId }: StoreScope,
  event: Pick<OrderEvent, 'websiteIds' | 'storeIds'>,
): Verdict | null {
  if (websiteId !== null && isOther(event.websiteIds, (id) => id === websiteId))
    return { state: 'elsewhere', reason: 'another website' }
  if (ids.size > 0 && isOther(event.storeIds, (id) => ids.has(id)))
    return { state: 'elsewhere', reason: anotherStore }
  const isNamed = event.websiteIds.length + event.storeIds.length > 0
  // While our website is unknown, only our store's own id shows that the event is ours.
  if (websiteId === null && isNamed && !event.storeIds.some((id) => ids.has(id)))
    return { state: 'unread', reason: notKnownYet }
  return null
}

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
