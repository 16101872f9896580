import { z } from 'zod'
import type { OrderEvent } from '#platform/events.ts'
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

/**
 * Reads messages of other stores again once more of our ids are known: 500 per turn, each batch in
 * one transaction with its position, so a store with a long past still responds. `wake` says that
 * there is something to read.
 */
export function createReadAgain(
  { db, values, log }: Pick<Context, 'db' | 'values' | 'log'>,
  inbox: Inbox,
  wake: () => void,
) {
  const stored = values('own-ids', placeSchema)
  let place = stored.read() ?? { ids: [], after: 0, upTo: 0 }
  let planned = false
  let stopped = false

  function keep(next: typeof place): void {
    stored.write(next)
    place = next
  }

  /** Marks the next messages that were decided with fewer ids. */
  function readNext({ after, upTo }: typeof place): void {
    const rows = db.all(readNextAgain, after, upTo, anotherStore, after, upTo, notKnownYet)
    const last = rows.length === 0 ? upTo : Math.max(...rows.map(({ id }) => Number(id)))
    if (rows.length > 0) inbox.recount()
    keep({ ...place, after: last })
  }

  function batch(): void {
    planned = false
    if (stopped) return
    try {
      db.transact(() => readNext(place))
    } catch (cause) {
      inbox.recount()
      place = stored.read() ?? place
      log.warn('arrivals not read again', { cause: String(cause) })
      return
    }
    wake()
    plan()
  }

  function plan(): void {
    if (planned || stopped || place.after >= place.upTo) return
    planned = true
    setImmediate(batch)
  }

  return {
    /** Compares the known ids, and continues from its position, also after a crash. */
    check(ids: ReadonlySet<string>): void {
      if ([...ids].some((id) => !place.ids.includes(id)))
        keep({ ids: [...ids], after: 0, upTo: Number(db.get(newestPutOff, notKnownYet)?.['id']) })
      plan()
    },
    stop(): void {
      stopped = true
    },
  }
}
