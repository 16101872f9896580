import { preparationTimeContract } from '#contract/preparation-time.ts'
import { fail, ok } from '#contract/result.ts'
import { suggestPreparation } from '#domain/preparation-time/suggest.ts'
import { isoNow } from '../clock.ts'
import { defineNoun } from '../noun.ts'
import { orders } from '../tickets/tickets.ts'
import { createPreparationChanges } from './changes.ts'
import { isTooOld, preparationRules } from './outbox.ts'
import { changeRows, createPreparationStore, preparationRows, subject } from './store.ts'

const kind = 'preparation-time'

/** How often the automatic mode looks at the kitchen, and at most changes the time. */
const automaticEveryMs = 5 * 60_000

/** The noun of the store's preparation time. */
export const preparationTime = defineNoun(preparationTimeContract, {
  needs: [orders],
  tables: [
    { ...preparationRows, shows: { kinds: [kind], entries: 'newest' } },
    { ...changeRows, old: { since: 'at' } },
  ],
  create(context) {
    const { db, clock, agreed, outbox, newId, settings } = context
    const kitchen = context.use(orders)
    const store = createPreparationStore(context)
    const changes = createPreparationChanges(context, store)
    /** When the automatic mode looks next, on the monotonic clock. */
    let nextLookAt = clock.monotonic() + automaticEveryMs

    /** Within the restaurant's limits. */
    const suggest = () => {
      const { automaticLeast, automaticMost } = settings()
      return suggestPreparation(kitchen.load(), { least: automaticLeast, most: automaticMost })
    }

    /** Sets the time without a person. */
    const setAlone = (
      minutes: number,
      reason: 'back' | 'automatic',
      suggestion: ReturnType<typeof suggest> = null,
    ): void =>
      changes.set({ tapId: newId(), minutes, reason, screen: '', backAt: null, suggestion })

    /** A time that waited too long for the platform needs a person, or is dropped. */
    function expire(): void {
      if (outbox.open(kind, subject)?.state !== 'queued') return
      const { desired } = store.load()
      if (desired === null || !isTooOld(desired, agreed.now())) return
      const needsDecision = desired.reason === 'person'
      db.transact(() => {
        outbox.move(kind, subject, ({ state }) => state === 'queued', {
          state: 'expired',
          needsDecision,
        })
        changes.onChange()
      })
    }

    function goBack(): void {
      const { backAt, usualMinutes } = store.load()
      if (backAt === null || usualMinutes === null || Date.parse(backAt) > agreed.now()) return
      db.transact(() => setAlone(usualMinutes, 'back'))
    }

    /** A person's time holds until it goes back, or until a person changes it. */
    function isHeld(): boolean {
      const { desired, usualMinutes } = store.load()
      return desired?.reason === 'person' && desired.minutes !== usualMinutes
    }

    function follow(): void {
      if (!settings().automaticPreparation || clock.monotonic() < nextLookAt) return
      if (isHeld() || outbox.open(kind, subject) !== null) return
      nextLookAt = clock.monotonic() + automaticEveryMs
      const suggestion = suggest()
      if (suggestion === null) return
      const { minutes } = suggestion
      if (minutes !== changes.minutes())
        db.transact(() => setAlone(minutes, 'automatic', suggestion))
    }

    return {
      handlers: {
        'preparationTime.read': () => ok(changes.read()),
        'preparationTime.suggestion': () => ok(suggest()),
        'preparationTime.history': () => ok(store.history()),
        'preparationTime.set': ({ tapId, minutes, forMinutes }, { name: screen }) =>
          db.transact(() => {
            const backAt =
              forMinutes === null ? null : new Date(clock.now() + forMinutes * 60_000).toISOString()
            changes.set({ tapId, minutes, reason: 'person', screen, backAt, suggestion: null })
            return ok(changes.read())
          }),
        'preparationTime.keep': () =>
          db.transact(() => {
            const usualMinutes = changes.minutes()
            if (usualMinutes === null) return fail('not-found')
            store.save({ ...store.load(), usualMinutes, backAt: null })
            changes.onChange()
            return ok(changes.read())
          }),
      },
      outbox: { [kind]: preparationRules(context, store, changes) },
      listens: {
        'store.answered'({ store: { currentPreparationDuration: minutes } }) {
          const kept = store.load()
          if (minutes == null || outbox.open(kind, subject) !== null) return
          if (kept.reported?.minutes === minutes) return
          const at = isoNow(clock)
          const usualMinutes = kept.usualMinutes ?? minutes
          store.save({ ...kept, usualMinutes, reported: { minutes, at } })
          changes.onChange()
        },
        'settings.changed'({ before, after }) {
          if (!before.automaticPreparation) nextLookAt = -Infinity
          const { desired, usualMinutes } = store.load()
          const isOver = before.automaticPreparation && !after.automaticPreparation
          if (isOver && desired?.reason === 'automatic' && usualMinutes !== null)
            db.transact(() => setAlone(usualMinutes, 'back'))
        },
      },
      catchUp() {
        expire()
        goBack()
        follow()
      },
    }
  },
})
