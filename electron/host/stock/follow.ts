import { z } from 'zod'
import type { Told } from '#domain/stock/row.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Debt } from '../outbox/policy.ts'
import type { StockBook } from './book.ts'
import type { StockProcesses } from './processes.ts'
import type { StockActs } from './acts.ts'

const taken = z.looseObject({ processId: z.string() })

interface FollowDeps {
  book: StockBook
  acts: StockActs
  processes: StockProcesses
  clock: Clock
}

/** Lets an item follow its debt, within the outbox's transaction; `answer` is the platform's, where it said yes. */
export function createFollow({ book, acts, processes, clock }: FollowDeps) {
  return ({ subject, state, words }: Debt, answer: unknown): void => {
    const row = book.row(subject)
    const { own, told } = row
    if (own === null) return
    const at = isoNow(clock)
    const { state: wished, left, until, tapId } = own

    /** What was sent last has come to this; where something newer is wanted, that is owed next. */
    function become(change: Partial<Told>): void {
      if (told === null) return
      const next = { ...row, told: { ...told, at, ...change } }
      book.keep(next)
      if (next.told.tapId !== tapId && change.stage !== 'sending') acts.owe(next)
    }

    switch (state) {
      case 'sending':
        book.keep({
          ...row,
          told: {
            state: wished,
            left,
            until,
            tapId,
            stage: 'sending',
            processId: null,
            listedAt: null,
            at,
            words: null,
          },
        })
        return
      case 'queued':
        become({ stage: 'queued', words })
        return
      case 'unknown':
        become({ stage: 'sending', words })
        return
      case 'done': {
        const read = taken.safeParse(answer)
        become({ stage: 'accepted' })
        if (read.success) processes.accepted(book.row(subject), read.data.processId)
        return
      }
      case 'rejected':
        become({ stage: 'refused', words })
        return
      case 'unconfirmed':
        become({ stage: 'unconfirmed', words })
        return
      case 'withdrawn':
      case 'dropped':
      case 'settled':
        return
    }
  }
}
