import { z } from 'zod'
import type { Database } from '../db/open.ts'
import type { Values } from '../db/values.ts'
import type { Log } from '../log.ts'
import type { Inbox } from './inbox.ts'

const placeSchema = z.object({
  /** The ids of our store and its website by which arrivals are judged. */
  ids: z.array(z.string()),
  /** What was judged by fewer of them is read again after this row, and up to that one. */
  after: z.number(),
  upTo: z.number(),
})

interface ReadAgainDeps {
  db: Pick<Database, 'transact'>
  inbox: Inbox
  values: Values
  log: Log
  /** There is something to read. */
  wake(): void
}

/** Has what was taken for another store's read again, once more ids of ours are known. */
export interface ReadAgain {
  /** Looks at the ids that are known now, and goes on from where it was, after a crash as well. */
  check(ids: ReadonlySet<string>): void
  stop(): void
}

/** A batch of 500 a turn, each in one transaction with how far it came: a shop with a long past still answers. */
export function createReadAgain({ db, inbox, values, log, wake }: ReadAgainDeps): ReadAgain {
  const kept = values('own-ids', placeSchema)
  let place = kept.read() ?? { ids: [], after: 0, upTo: 0 }
  let planned = false
  let stopped = false

  function keep(next: typeof place): void {
    kept.write(next)
    place = next
  }

  function batch(): void {
    planned = false
    if (stopped) return
    try {
      db.transact(() => {
        const last = inbox.readAgain(place.after, place.upTo)
        keep({ ...place, after: last ?? place.upTo })
      })
    } catch (cause) {
      inbox.recount()
      place = kept.read() ?? place
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
    check(ids) {
      if ([...ids].some((id) => !place.ids.includes(id)))
        keep({ ids: [...ids], after: 0, upTo: inbox.newestPutOff() })
      plan()
    },
    stop() {
      stopped = true
    },
  }
}
