import { z } from 'zod'
import { desiredPause, type DesiredPause } from '#domain/store-hours/pause.ts'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/call/failure.ts'
import {
  isPausedBySchedule,
  scheduleBody,
  scheduleToSend,
  storeSchema,
  temporaryClose,
  updateStoreSchedule,
  type Store,
} from '#platform/stores.ts'
import type { AnsweredStore, Context } from '../noun.ts'
import { enqueueNewer } from '../outbox/newest-wins.ts'
import { whenUndecided, type OutboxEntry, type OutboxRules } from '../outbox/rules.ts'
import { notifyOfHours, type HoursStore } from './store.ts'

const hoursPayload = z.object({
  tapId: z.string(),
  body: scheduleBody,
})
type HoursPayload = z.infer<typeof hoursPayload>

const answerSchema = z.object({ store: storeSchema, unread: z.array(z.string()) })

/** The answer with the paths that could not be read. */
const withUnread = (sent: CallResult<Store>): CallResult<unknown> =>
  sent.ok ? { ...sent, value: { store: sent.value, unread: [...(sent.unread ?? [])] } } : sent

/** A pause is absolute and may be repeated until its end. */
export class PauseSending {
  readonly rules: OutboxRules<DesiredPause>
  readonly #rules: OutboxRules<DesiredPause> = {
    payload: desiredPause,
    mayRepeat: () => true,
    isPast: ({ payload: { until } }, now) => until !== null && Date.parse(until) <= now,
    choices: whenUndecided('retry', 'mark-done', 'dismiss'),
    title: () => '',
    about: ({ payload }) => (payload.until === null ? { change: 'opening' } : {}),
    send: (connection, entries) =>
      Promise.all(
        entries.map(async ({ payload }) => withUnread(await this.#send(connection, payload))),
      ),
    changed: (entry, answer) => this.#saveOutcome(entry, answer),
  }
  readonly #context: Context
  readonly #store: HoursStore
  readonly #isBySchedule: boolean

  constructor(context: Context, store: HoursStore) {
    this.#context = context
    this.#store = store
    this.#isBySchedule = isPausedBySchedule(context.dialect)
    this.rules = this.#isBySchedule ? { ...this.#rules, address: 'v1Url' } : this.#rules
  }

  async #send(connection: Connection, { until }: DesiredPause): Promise<CallResult<Store>> {
    const { storeId, timeZone } = this.#context
    if (!this.#isBySchedule)
      return temporaryClose(connection, {
        params: { storeId: storeId ?? '' },
        body: { closedUntilDate: until },
      })
    const { known: copy } = this.#store.load()
    const body = scheduleToSend(
      {
        value: {
          _id: copy?.storeId ?? storeId ?? '',
          timezone: timeZone(),
          schedule: copy?.schedule,
        },
        unread: copy?.unread.map((path) => `schedule.${path}`) ?? [],
      },
      { closedUntilDate: until },
    )
    return body.ok ? updateStoreSchedule(connection, { body: body.value }) : body
  }

  #saveOutcome(entry: OutboxEntry, answer: unknown): void {
    const payload = desiredPause.safeParse(entry.payload).data
    const { desired } = this.#store.load()
    if (entry.state === 'confirmed' && payload !== undefined) {
      const answered = answerSchema.safeParse(answer).data
      if (answered !== undefined) void this.#context.announce('store.answered', answered)
      // A person confirmed it, or the answer has no schedule.
      if (answered?.store.schedule == null) this.#store.save({ closedUntil: payload.until })
    }
    if (entry.state === 'withdrawn' && payload !== undefined)
      this.#store.markUnconfirmed(payload.askedAt)
    enqueueNewer(this.#context.outbox, entry, payload, desired)
    notifyOfHours(this.#context)
  }
}

/** Hours replace what others have set meanwhile, so they never wait for a connection. */
export class HoursSending {
  readonly rules: OutboxRules<HoursPayload> = {
    payload: hoursPayload,
    address: 'v1Url',
    mayRepeat: () => true,
    choices: whenUndecided('retry', 'mark-done', 'dismiss'),
    title: () => '',
    send: (connection, entries) =>
      Promise.all(
        entries.map(async ({ payload: { body } }) =>
          withUnread(await updateStoreSchedule(connection, { body })),
        ),
      ),
    changed: (entry, answer) => this.#announceOutcome(entry, answer),
  }
  readonly #context: Context
  readonly #store: HoursStore

  constructor(context: Context, store: HoursStore) {
    this.#context = context
    this.#store = store
  }

  #announceOutcome(entry: OutboxEntry, answer: unknown): void {
    const { announce } = this.#context
    if (entry.state === 'confirmed') {
      const answered = answerSchema.safeParse(answer).data
      const body = hoursPayload.safeParse(entry.payload).data?.body
      if (answered?.store.schedule != null) void announce('store.answered', answered)
      else if (body !== undefined) void announce('store.answered', this.#asSent(body))
    }
    notifyOfHours(this.#context)
  }

  /** The store as it is if it took what was sent: a person said so, or the answer has no schedule. */
  #asSent({ storeId, schedule }: HoursPayload['body']): AnsweredStore {
    const before = this.#store.load().known?.schedule
    const store = storeSchema.parse({ _id: storeId, schedule: { ...before, ...schedule } })
    return { store, unread: [] }
  }
}
