import type { Role } from '#contract/caller.ts'
import { deliveriesContract } from '#contract/deliveries/contract.ts'
import {
  deliveryKinds,
  deliveryRoles,
  type DeliveryChoice,
  type DeliveryName,
} from '#contract/deliveries/delivery.ts'
import { fail, ok } from '#contract/result.ts'
import { defineNoun } from '../noun.ts'
import type { OutboxEntry, Move } from '../outbox/rules.ts'
import { dismissed, markedDone, queuedAgain, withdrawn } from '../outbox/outbox.ts'

/** More than a person would look through. */
const mostPending = 500

/** The noun of deliveries: which entries need a decision, and what people decide. */
export const deliveries = defineNoun(deliveriesContract, {
  create({ db, outbox }) {
    function mayDecide(entry: OutboxEntry, role: Role): boolean {
      const { roles } = outbox.kinds[entry.kind]
      return (roles?.(entry) ?? deliveryRoles[entry.kind]).includes(role)
    }

    /** The state that a choice leads to. A queued entry was never sent, whoever dismisses it. */
    function moveFor({ state }: OutboxEntry, choice: DeliveryChoice): Move {
      if (choice === 'retry') return queuedAgain
      if (choice === 'mark-done') return markedDone
      return state === 'queued' ? withdrawn : dismissed
    }

    /** Returns whether it was decided. Call it inside the transaction. */
    function decide({ kind, subject }: DeliveryName, choice: DeliveryChoice, role: Role): boolean {
      const entry = outbox.open(kind, subject)
      if (entry === null || !mayDecide(entry, role)) return false
      const rules = outbox.kinds[kind]
      if (!outbox.choices(entry).includes(choice)) return false
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
      handlers: {
        'deliveries.pending'(_input, { role }) {
          // The rules of a kind can only remove from these.
          const ownKinds = deliveryKinds.filter((kind) => deliveryRoles[kind].includes(role))
          const undecided = outbox.undecided(ownKinds, mostPending)
          const own = undecided.filter((entry) => mayDecide(entry, role))
          const decisions = own.map((entry) => {
            const { kind, subject, createdAt } = entry
            const rules = outbox.kinds[kind]
            const isReadable = entry.reason !== 'unreadable-payload'
            return {
              kind,
              subject,
              title: isReadable ? rules.title(entry) : '',
              about: (isReadable ? rules.about?.(entry) : undefined) ?? {},
              delivery: outbox.deliveryOf(entry),
              createdAt,
            }
          })
          const isAll = undecided.length < mostPending
          const total = isAll ? decisions.length : outbox.countUndecided(ownKinds)
          return ok({ decisions, total })
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
  },
})
