import { z } from 'zod'
import type { OrderEvent } from '#platform/events.ts'
import type { Context } from '../noun.ts'
import type { Inbox, Verdict } from './inbox.ts'

/** Whose orders belong on the wall: every id of the store, and its website, null where that is not known. */
export interface Own {
  readonly ids: ReadonlySet<string>
  readonly websiteId: string | null
}

/** Why an arrival is taken for another store's: it is read again once more of our store's ids are known. */
const anotherStore = 'another store'
/** Why an arrival is kept unread that names a website or a store while ours is not known; it is read once it is. */
const notKnownYet = 'kept until the platform has said whose this kitchen is'

/** Some are named, and none of them is ours. */
const isOther = (named: readonly string[], isOurs: (id: string) => boolean): boolean =>
  named.length > 0 && !named.some(isOurs)

/** Why an event is not to be shown; null where it may be ours. */
export function notOurs(
  { ids, websiteId }: Own,
  event: Pick<OrderEvent, 'websiteIds' | 'storeIds'>,
): Verdict | null {
  if (websiteId !== null && isOther(event.websiteIds, (id) => id === websiteId))
    return { state: 'elsewhere', reason: 'another website' }
  if (ids.size > 0 && isOther(event.storeIds, (id) => ids.has(id)))
    return { state: 'elsewhere', reason: anotherStore }
  const isNamed = event.websiteIds.length + event.storeIds.length > 0
  // While nobody has said which website is ours, only our own store's name tells that it is not another's.
  if (websiteId === null && isNamed && !event.storeIds.some((id) => ids.has(id)))
    return { state: 'unread', reason: notKnownYet }
  return null
}

const placeSchema = z.object({
  /** The ids of our store and its website by which arrivals are judged. */
  ids: z.array(z.string()),
  /** What was judged by fewer of them is read again after this row, and up to that one. */
  after: z.number(),
  upTo: z.number(),
})

const newestPutOff = `SELECT max(
    coalesce((SELECT max(id) FROM inbox WHERE state = 'elsewhere'), 0),
    coalesce((SELECT max(id) FROM inbox WHERE state = 'unread' AND reason = ?), 0)
  ) AS id`

const readNextAgain = `UPDATE inbox SET state = 'arrived', reason = NULL WHERE id IN (
    SELECT id FROM inbox WHERE state = 'elsewhere' AND id > ? AND id <= ? AND reason = ?
    UNION ALL
    SELECT id FROM inbox WHERE state = 'unread' AND id > ? AND id <= ? AND reason = ?
    ORDER BY id LIMIT 500)
  RETURNING id`

/**
 * Has what was taken for another store's read again, once more ids of ours are known. A batch of 500 a turn, each in one
 * transaction with how far it came: a shop with a long past still answers. `wake` says that there is something to read.
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

  /** Has the next read again that were judged by less than is known now. */
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
    /** Compares the ids that are known now, and goes on from where it was, after a crash as well. */
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
