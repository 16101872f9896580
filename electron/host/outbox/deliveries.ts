import type { Role } from '#contract/caller.ts'
import {
  deliveryKinds,
  deliveryRoles,
  type DeliveryChoice,
  type DeliveryName,
} from '#contract/deliveries/delivery.ts'
import { fail, ok } from '#contract/result.ts'
import type { Database } from '../db/open.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Noun } from '../noun.ts'
import type { OutboxEntry } from './entry.ts'
import { dismissed, markedDone, queuedAgain, withdrawn, type Move, type Outbox } from './outbox.ts'
import type { OutboxRows } from './rows.ts'
import { choicesOf, type OutboxKinds } from './rules.ts'

interface DeliveriesDeps {
  db: Database
  rows: OutboxRows
  outbox: Outbox
  kinds: () => OutboxKinds
}

/** The noun of what is being sent: what people have to decide about it, and their decisions. */
export interface Deliveries extends Noun {
  readonly handlers: HandlersOf<'deliveries'>
  /** An entry has changed. Within its transaction. */
  touch(): void
}

/** More than a person looks through at once. */
const mostPending = 500

export function createDeliveries({ db, rows, outbox, kinds }: DeliveriesDeps): Deliveries {
  let touched = false

  function mayDecide(entry: OutboxEntry, role: Role): boolean {
    const { roles } = kinds()[entry.kind]
    return (roles?.(entry) ?? deliveryRoles[entry.kind]).includes(role)
  }

  /** What a choice makes of an entry. What is still queued never left, whoever gives it up. */
  function moveFor({ state }: OutboxEntry, choice: DeliveryChoice): Move {
    if (choice === 'retry') return queuedAgain
    if (choice === 'mark-done') return markedDone
    return state === 'queued' ? withdrawn : dismissed
  }

  /** Answers whether it was decided. Within the transaction. */
  function decide({ kind, subject }: DeliveryName, choice: DeliveryChoice, role: Role): boolean {
    const entry = outbox.open(kind, subject)
    if (entry === null || !mayDecide(entry, role)) return false
    const rules = kinds()[kind]
    if (!choicesOf(kinds(), entry).includes(choice)) return false
    let move = moveFor(entry, choice)
    if (choice === 'retry' && rules.retried !== undefined) {
      const payload = rules.retried(entry)
      if (payload === null) move = markedDone
      else outbox.replace(entry, payload)
    }
    const moved = outbox.move(kind, subject, () => true, move)
    if (moved !== null) rules.changed(moved)
    return moved !== null
  }

  return {
    touch() {
      touched = true
    },
    changes() {
      if (!touched) return []
      touched = false
      return [{ type: 'deliveries.changed' }]
    },
    handlers: {
      'deliveries.pending'(_input, { role }) {
        // A kind's own rules only take from these.
        const ownKinds = deliveryKinds.filter((kind) => deliveryRoles[kind].includes(role))
        const undecided = rows.undecided(ownKinds, mostPending)
        const own = undecided.filter((entry) => mayDecide(entry, role))
        const decisions = own.map((entry) => ({
          kind: entry.kind,
          subject: entry.subject,
          title: entry.reason === 'unreadable-payload' ? '' : kinds()[entry.kind].title(entry),
          delivery: outbox.deliveryOf(entry),
          createdAt: entry.createdAt,
        }))
        const isAll = undecided.length < mostPending
        return ok({ decisions, total: isAll ? decisions.length : rows.countUndecided(ownKinds) })
      },
      'deliveries.decide': ({ entries, choice }, { role }) =>
        db.transact(() => {
          const decided = entries.filter((name) => decide(name, choice, role)).length
          if (decided > 0) return ok(decided)
          const isAllowed = entries.some(({ kind, subject }) => {
            const entry = outbox.open(kind, subject)
            return entry === null || mayDecide(entry, role)
          })
          return fail(isAllowed ? 'too-late' : 'not-allowed')
        }),
    },
  }
}
