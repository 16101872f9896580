import { z } from 'zod'
import type { Connection } from '#platform/connection.ts'
import { setPreparationDuration, storeSchema } from '#platform/stores.ts'
import { stampNow } from '../clock/clock.ts'
import type { Context } from '../noun.ts'
import { enqueueNewer } from '../outbox/newest-wins.ts'
import {
  whenUndecided,
  type OutboxEntry,
  type OutboxRules,
  type SendOutcome,
} from '../outbox/rules.ts'
import type { PreparationChanges } from './changes.ts'
import { desiredSchema, type DesiredPreparation, type PreparationStore } from './store.ts'

/** An old preparation time may be wrong by now, so a person decides about it. */
const validMs = 30 * 60_000

/** Whether it waited so long that a person should decide. Going back to usual is always right. */
export const isTooOld = ({ reason, askedAt }: DesiredPreparation, now: number): boolean =>
  reason !== 'back' && now >= Date.parse(askedAt) + validMs

const answerSchema = z.object({ store: storeSchema, unread: z.array(z.string()) })

async function sendPreparation(
  connection: Connection,
  storeId: string,
  minutes: number,
): Promise<SendOutcome> {
  const sent = await setPreparationDuration(connection, {
    params: { storeId },
    body: { currentPreparationDuration: minutes },
  })
  if (!sent.ok) return sent
  return { ...sent, value: { store: sent.value, unread: [...(sent.unread ?? [])] } }
}

/** The time is absolute, so that repeating it does no harm, and the newest one counts. */
export class PreparationSending {
  readonly rules: OutboxRules<DesiredPreparation> = {
    payload: desiredSchema,
    mayRepeat: () => true,
    isPast: ({ payload }, now) => isTooOld(payload, now),
    choices: whenUndecided('retry', 'mark-done', 'dismiss'),
    title: () => '',
    send: (connection, entries) => {
      const storeId = this.#context.storeId ?? ''
      return Promise.all(
        entries.map(({ payload }) => sendPreparation(connection, storeId, payload.minutes)),
      )
    },
    retried: ({ payload }) => this.#askAgain(payload),
    changed: (entry, answer) => this.#saveOutcome(entry, answer),
  }
  readonly #context: Context
  readonly #store: PreparationStore
  readonly #changes: PreparationChanges

  constructor(context: Context, store: PreparationStore, changes: PreparationChanges) {
    this.#context = context
    this.#store = store
    this.#changes = changes
  }

  #askAgain(payload: DesiredPreparation): DesiredPreparation {
    const stored = this.#store.load()
    const desired = { ...(stored.desired ?? payload), askedAt: stampNow(this.#context.clock) }
    this.#store.save({ ...stored, desired })
    return desired
  }

  #saveOutcome(entry: OutboxEntry, answer: unknown): void {
    const { announce, clock, outbox } = this.#context
    const payload = desiredSchema.safeParse(entry.payload).data
    const stored = this.#store.load()
    if (entry.state === 'confirmed' && payload !== undefined) {
      const answered = answerSchema.safeParse(answer).data
      const minutes = answered?.store.currentPreparationDuration ?? payload.minutes
      this.#store.save({ ...stored, reported: { minutes, at: stampNow(clock) } })
      if (answered !== undefined) void announce('store.answered', answered)
    }
    enqueueNewer(outbox, entry, payload, stored.desired)
    this.#changes.notify()
  }
}
