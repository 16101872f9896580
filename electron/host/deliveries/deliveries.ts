import type { Caller, Role } from '#contract/shared/caller.ts'
import { deliveriesContract } from '#contract/deliveries/contract.ts'
import {
  deliveryKinds,
  deliveryRoles,
  type DeliveryChoice,
  type DeliveryName,
  type PendingDecisions,
} from '#contract/deliveries/delivery.ts'
import type { Output } from '#contract/index.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Database } from '../db/open.ts'
import { handlersOf, type HandlersOf, type Parsed } from '../dispatch.ts'
import { defineNoun, type Context } from '../noun.ts'
import type { OutboxEntry, Move } from '../outbox/rules.ts'
import { dismissed, markedDone, queuedAgain, withdrawn, type Outbox } from '../outbox/outbox.ts'

/** More than a person would look through. */
const maxPending = 500

/** Which entries need a decision, and what people decide. */
class Deliveries {
  readonly handlers: HandlersOf<'deliveries'> = handlersOf(deliveriesContract, this)
  readonly #db: Database
  readonly #outbox: Outbox

  constructor({ db, outbox }: Pick<Context, 'db' | 'outbox'>) {
    this.#db = db
    this.#outbox = outbox
  }

  pending(_input: object, { role }: Caller): Result<PendingDecisions> {
    // The rules of a kind can only remove from these.
    const ownKinds = deliveryKinds.filter((kind) => deliveryRoles[kind].includes(role))
    const undecided = this.#outbox.undecided(ownKinds, maxPending)
    const decisions = undecided
      .filter((entry) => this.#mayDecide(entry, role))
      .map((entry) => this.#decisionOf(entry))
    const isAll = undecided.length < maxPending
    const total = isAll ? decisions.length : this.#outbox.countUndecided(ownKinds)
    return ok({ decisions, total })
  }

  decide(
    { entries, choice }: Parsed<'deliveries.decide'>,
    { role }: Caller,
  ): Result<Output<'deliveries.decide'>> {
    return this.#db.transact(() => {
      const decided = entries.filter((name) => this.#decideOne(name, choice, role)).length
      if (decided > 0) return ok(decided)
      const isAllowed = entries.some(({ kind, subject }) => {
        const entry = this.#outbox.open(kind, subject)
        return entry === null || this.#mayDecide(entry, role)
      })
      return fail(isAllowed ? 'too-late' : 'not-allowed')
    })
  }

  #mayDecide(entry: OutboxEntry, role: Role): boolean {
    const rules = this.#outbox.kinds[entry.kind]
    return (rules.roles?.(entry) ?? deliveryRoles[entry.kind]).includes(role)
  }

  #decisionOf(entry: OutboxEntry): PendingDecisions['decisions'][number] {
    const { kind, subject, createdAt } = entry
    const rules = this.#outbox.kinds[kind]
    const isReadable = entry.reason !== 'unreadable-payload'
    return {
      kind,
      subject,
      title: isReadable ? rules.title(entry) : '',
      about: (isReadable ? rules.about?.(entry) : undefined) ?? {},
      delivery: this.#outbox.deliveryOf(entry),
      createdAt,
    }
  }

  /** Returns whether it was decided. Call it inside the transaction. */
  #decideOne({ kind, subject }: DeliveryName, choice: DeliveryChoice, role: Role): boolean {
    const entry = this.#outbox.open(kind, subject)
    if (entry === null || !this.#mayDecide(entry, role)) return false
    if (!this.#outbox.choices(entry).includes(choice)) return false
    const rules = this.#outbox.kinds[kind]
    let move = moveFor(entry, choice)
    if (choice === 'retry' && rules.retried !== undefined) {
      const payload = rules.retried(entry)
      if (payload === null) move = markedDone
      else this.#outbox.replace(entry, payload)
    }
    const moved = this.#outbox.move(kind, subject, () => true, move)
    if (moved !== null) rules.changed(moved)
    return moved !== null
  }
}

/** The state that a choice leads to. A queued entry was never sent, whoever dismisses it. */
function moveFor({ state }: OutboxEntry, choice: DeliveryChoice): Move {
  if (choice === 'retry') return queuedAgain
  if (choice === 'mark-done') return markedDone
  return state === 'queued' ? withdrawn : dismissed
}

/** The noun of deliveries. */
export const deliveries = defineNoun(deliveriesContract, {
  create: (context) => new Deliveries(context),
})
