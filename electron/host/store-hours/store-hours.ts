import { storeHoursContract, type Pause } from '#contract/store-hours/store-hours.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun, type AnsweredStore, type AnyNounDefinition, type Context } from '../noun.ts'
import { ReportedHours } from './reported-hours.ts'
import { OpeningHours } from './opening-hours.ts'
import { HoursSending, PauseSending } from './outbox.ts'
import { Pauses } from './pauses.ts'
import { changeRows, hoursRows, HoursStore, notifyOfHours } from './store.ts'

/** When the store is open, and its pauses. */
class StoreHours {
  readonly handlers: HandlersOf<'storeHours'>
  readonly outbox: NonNullable<AnyNounDefinition['outbox']>
  readonly listens: NonNullable<AnyNounDefinition['listens']> = {
    'store.answered': (answered) => this.#learn(answered),
  }
  readonly #context: Context
  readonly #reported: ReportedHours
  readonly #pauses: Pauses
  readonly #hours: OpeningHours

  constructor(context: Context) {
    this.#context = context
    const store = new HoursStore(context)
    this.#reported = new ReportedHours(context, store)
    this.#pauses = new Pauses(context, store, this.#reported)
    this.#hours = new OpeningHours(context, store, this.#reported)
    this.handlers = handlersOf(storeHoursContract, this.#pauses, this.#hours)
    this.outbox = {
      pause: new PauseSending(context, store).rules,
      'store-hours': new HoursSending(context, store).rules,
    }
  }

  // For nouns

  get currentPause(): Pause | null {
    return this.#pauses.current()
  }

  /** What is known of the hours. */
  view(): ReturnType<ReportedHours['view']> {
    return this.#reported.view()
  }

  // The life of the store

  catchUp(): void {
    this.#pauses.dropOver()
    this.#hours.dropWaiting()
  }

  #learn(answered: AnsweredStore): void {
    if (this.#reported.learn(answered)) notifyOfHours(this.#context)
  }
}

/** The noun of the store's hours and pauses. */
export const storeHours = defineNoun(storeHoursContract, {
  needs: [menu],
  tables: [
    { ...hoursRows, shows: { kinds: ['pause', 'store-hours'], entries: 'newest' } },
    { ...changeRows, old: { since: 'at' } },
  ],
  create: (context) => new StoreHours(context),
})
