import { z } from 'zod'
import { setPreparationDuration, storeSchema } from '#platform/stores.ts'
import { isoNow } from '../clock.ts'
import type { Context } from '../noun.ts'
import { enqueueNewer } from '../outbox/newest-wins.ts'
import { whenUndecided, type OutboxRules } from '../outbox/rules.ts'
import type { PreparationChanges } from './changes.ts'
import { desiredSchema, type DesiredPreparation, type PreparationStore } from './store.ts'

/** An old preparation time may be wrong by now, so a person decides about it. */
const validMs = 30 * 60_000

/** Whether it waited so long that a person should decide. Going back to usual is always right. */
export const isTooOld = ({ reason, askedAt }: DesiredPreparation, now: number): boolean =>
  reason !== 'back' && now >= Date.parse(askedAt) + validMs

const answerSchema = z.object({ store: storeSchema, unread: z.array(z.string()) })

/** The time is absolute, so that repeating it does no harm, and the newest one counts. */
export function preparationRules(
  context: Context,
  store: PreparationStore,
  changes: PreparationChanges,
): OutboxRules<DesiredPreparation> {
  return {
    payload: desiredSchema,
    mayRepeat: () => true,
    isPast: ({ payload }, now) => isTooOld(payload, now),
    choices: whenUndecided('retry', 'mark-done', 'dismiss'),
    title: () => '',
    send: (connection, entries) =>
      Promise.all(
        entries.map(async ({ payload }) => {
          const sent = await setPreparationDuration(connection, {
            params: { storeId: context.storeId ?? '' },
            body: { currentPreparationDuration: payload.minutes },
          })
          if (!sent.ok) return sent
          return { ...sent, value: { store: sent.value, unread: [...(sent.unread ?? [])] } }
        }),
      ),
    retried({ payload }) {
      const { desired } = store.load()
      const fresh = { ...(desired ?? payload), askedAt: isoNow(context.clock) }
      store.save({ ...store.load(), desired: fresh })
      return fresh
    },
    changed(entry, answer) {
      const payload = desiredSchema.safeParse(entry.payload).data
      const kept = store.load()
      if (entry.state === 'confirmed' && payload !== undefined) {
        const answered = answerSchema.safeParse(answer).data
        const minutes = answered?.store.currentPreparationDuration ?? payload.minutes
        store.save({ ...kept, reported: { minutes, at: isoNow(context.clock) } })
        if (answered !== undefined) void context.announce('store.answered', answered)
      }
      enqueueNewer(context.outbox, entry, payload, kept.desired)
      changes.onChange()
    },
  }
}
