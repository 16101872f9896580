import {
  preparationTimeContract,
  type PreparationChange,
  type PreparationSuggestion,
} from '#contract/preparation-time/preparation-time.ts'
import type { Caller } from '#contract/shared/caller.ts'
import type { Output } from '#contract/index.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { suggestPreparation } from '#domain/preparation-time/suggest.ts'
import { isoNow } from '../clock/clock.ts'
import { handlersOf, type HandlersOf, type Parsed } from '../dispatch.ts'
import { defineNoun, type AnsweredStore, type AnyNounDefinition, type Context } from '../noun.ts'
import { isQueued } from '../outbox/outbox.ts'
import { tickets } from '../tickets/tickets.ts'
import { PreparationChanges } from './changes.ts'
import { isTooOld, PreparationSending } from './outbox.ts'
import { changeRows, preparationRows, PreparationStore, subject } from './store.ts'

const kind = 'preparation-time'

/** How often the automatic mode looks at the kitchen, and at most changes the time. */
const automaticEveryMs = 5 * 60_000

/** How long the store takes for its orders, as guests see it. */
class PreparationTime {
  readonly handlers: HandlersOf<'preparationTime'> = handlersOf(preparationTimeContract, this)
  readonly outbox: NonNullable<AnyNounDefinition['outbox']>
  readonly listens: NonNullable<AnyNounDefinition['listens']> = {
    'store.answered': (answered) => this.#saveReported(answered),
    'settings.changed': ({ before, after }) => this.#changeMode(before, after),
  }
  readonly #context: Context
  readonly #store: PreparationStore
  readonly #changes: PreparationChanges
  /** When the automatic mode looks next, on the monotonic clock. */
  #nextLookAt: number

  constructor(context: Context) {
    this.#context = context
    this.#store = new PreparationStore(context)
    this.#changes = new PreparationChanges(context, this.#store)
    this.outbox = { [kind]: new PreparationSending(context, this.#store, this.#changes).rules }
    this.#nextLookAt = context.clock.monotonic() + automaticEveryMs
  }

  // Operations

  get(): Result<Output<'preparationTime.get'>> {
    return ok(this.#changes.read())
  }

  suggestion(): Result<PreparationSuggestion | null> {
    return ok(this.#suggest())
  }

  history(): Result<PreparationChange[]> {
    return ok(this.#store.history())
  }

  set(
    { tapId, minutes, forMinutes }: Parsed<'preparationTime.set'>,
    { name: screen }: Caller,
  ): Result<Output<'preparationTime.set'>> {
    const { db, clock } = this.#context
    return db.transact(() => {
      const backAt =
        forMinutes === null ? null : new Date(clock.now() + forMinutes * 60_000).toISOString()
      const change = { tapId, minutes, reason: 'person', screen, backAt, suggestion: null } as const
      this.#changes.set(change)
      return this.get()
    })
  }

  setUsual(): Result<Output<'preparationTime.setUsual'>> {
    return this.#context.db.transact(() => {
      const usualMinutes = this.#changes.minutes()
      if (usualMinutes === null) return fail('not-found')
      this.#store.save({ ...this.#store.load(), usualMinutes, backAt: null })
      this.#changes.notify()
      return this.get()
    })
  }

  // The life of the store

  catchUp(): void {
    this.#expire()
    this.#goBack()
    this.#followKitchen()
  }

  /** Within the restaurant's limits. */
  #suggest(): PreparationSuggestion | null {
    const { settings, use } = this.#context
    const { automaticLeast, automaticMost } = settings()
    return suggestPreparation(use(tickets).load(), { min: automaticLeast, max: automaticMost })
  }

  /** Sets the time without a person. */
  #setAlone(
    minutes: number,
    reason: 'back' | 'automatic',
    suggestion: PreparationSuggestion | null = null,
  ): void {
    const tapId = this.#context.newId()
    this.#changes.set({ tapId, minutes, reason, screen: '', backAt: null, suggestion })
  }

  /** A time that waited too long for the platform needs a person, or is dropped. */
  #expire(): void {
    const { db, agreed, outbox } = this.#context
    if (outbox.open(kind, subject)?.state !== 'queued') return
    const { desired } = this.#store.load()
    if (desired === null || !isTooOld(desired, agreed.now())) return
    const needsDecision = desired.reason === 'person'
    db.transact(() => {
      outbox.move(kind, subject, isQueued, { state: 'expired', needsDecision })
      this.#changes.notify()
    })
  }

  #goBack(): void {
    const { db, agreed } = this.#context
    const { backAt, usualMinutes } = this.#store.load()
    if (backAt === null || usualMinutes === null || Date.parse(backAt) > agreed.now()) return
    db.transact(() => this.#setAlone(usualMinutes, 'back'))
  }

  /** A person's time holds until it goes back, or until a person changes it. */
  #isHeld(): boolean {
    const { desired, usualMinutes } = this.#store.load()
    return desired?.reason === 'person' && desired.minutes !== usualMinutes
  }

  #followKitchen(): void {
    const { db, clock, outbox, settings } = this.#context
    if (!settings().automaticPreparation || clock.monotonic() < this.#nextLookAt) return
    if (this.#isHeld() || outbox.open(kind, subject) !== null) return
    this.#nextLookAt = clock.monotonic() + automaticEveryMs
    const suggestion = this.#suggest()
    if (suggestion === null) return
    const { minutes } = suggestion
    if (minutes !== this.#changes.minutes())
      db.transact(() => this.#setAlone(minutes, 'automatic', suggestion))
  }

  #saveReported({ store: { currentPreparationDuration: minutes } }: AnsweredStore): void {
    const { clock, outbox } = this.#context
    const stored = this.#store.load()
    if (minutes == null || outbox.open(kind, subject) !== null) return
    if (stored.reported?.minutes === minutes) return
    const usualMinutes = stored.usualMinutes ?? minutes
    this.#store.save({ ...stored, usualMinutes, reported: { minutes, at: isoNow(clock) } })
    this.#changes.notify()
  }

  #changeMode(before: Settings, after: Settings): void {
    if (!before.automaticPreparation) this.#nextLookAt = -Infinity
    const { desired, usualMinutes } = this.#store.load()
    const isOver = before.automaticPreparation && !after.automaticPreparation
    if (isOver && desired?.reason === 'automatic' && usualMinutes !== null)
      this.#context.db.transact(() => this.#setAlone(usualMinutes, 'back'))
  }
}

/** The noun of the store's preparation time. */
export const preparationTime = defineNoun(preparationTimeContract, {
  needs: [tickets],
  tables: [
    { ...preparationRows, shows: { kinds: [kind], entries: 'newest' } },
    { ...changeRows, old: { since: 'at' } },
  ],
  create: (context) => new PreparationTime(context),
})
