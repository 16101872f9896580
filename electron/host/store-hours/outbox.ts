import { z } from 'zod'
import type { DeliveryKind } from '#contract/deliveries/delivery.ts'
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
import type { Context } from '../noun.ts'
import { enqueueNewer } from '../outbox/newest-wins.ts'
import { whenUndecided, type OutboxRules } from '../outbox/rules.ts'
import type { HoursStore } from './store.ts'

const hoursPayload = z.object({
  tapId: z.string(),
  body: scheduleBody,
})
type HoursPayload = z.infer<typeof hoursPayload>

const answerSchema = z.object({ store: storeSchema, unread: z.array(z.string()) })

/** The answer with the paths that could not be read. */
const withUnread = (sent: CallResult<Store>): CallResult<unknown> =>
  sent.ok ? { ...sent, value: { store: sent.value, unread: [...(sent.unread ?? [])] } } : sent

interface RuleServices {
  context: Context
  store: HoursStore
  onChange(): void
}

/** A pause is absolute and may be repeated until its end. */
function pauseRules({ context, store, onChange }: RuleServices): OutboxRules<DesiredPause> {
  const isBySchedule = isPausedBySchedule(context.dialect)

  async function send(connection: Connection, { until }: DesiredPause): Promise<CallResult<Store>> {
    if (!isBySchedule)
      return temporaryClose(connection, {
        params: { storeId: context.storeId ?? '' },
        body: { closedUntilDate: until },
      })
    const { known: copy } = store.load()
    const body = scheduleToSend(
      {
        value: {
          _id: copy?.storeId ?? context.storeId ?? '',
          timezone: context.timeZone(),
          schedule: copy?.schedule,
        },
        unread: copy?.unread.map((path) => `schedule.${path}`) ?? [],
      },
      { closedUntilDate: until },
    )
    return body.ok ? updateStoreSchedule(connection, { body: body.value }) : body
  }

  return {
    payload: desiredPause,
    ...(isBySchedule ? { address: 'v1Url' } : {}),
    mayRepeat: () => true,
    isPast: ({ payload: { until } }, now) => until !== null && Date.parse(until) <= now,
    choices: whenUndecided('retry', 'mark-done', 'dismiss'),
    title: () => '',
    about: ({ payload }) => (payload.until === null ? { change: 'opening' } : {}),
    send: (connection, entries) =>
      Promise.all(entries.map(async ({ payload }) => withUnread(await send(connection, payload)))),
    changed(entry, answer) {
      const payload = desiredPause.safeParse(entry.payload).data
      const { desired } = store.load()
      if (entry.state === 'confirmed' && payload !== undefined) {
        const answered = answerSchema.safeParse(answer).data
        if (answered !== undefined) void context.announce('store.answered', answered)
        // A person confirmed it, or the answer has no schedule.
        if (answered?.store.schedule == null) store.change({ closedUntil: payload.until })
      }
      if (entry.state === 'withdrawn' && payload !== undefined)
        store.noteUnconfirmed(payload.askedAt)
      enqueueNewer(context.outbox, entry, payload, desired)
      onChange()
    },
  }
}

/** Hours replace what others have set meanwhile, so they never wait for a connection. */
function hoursRules({ context, store, onChange }: RuleServices): OutboxRules<HoursPayload> {
  return {
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
    changed(entry, answer) {
      if (entry.state === 'confirmed') {
        const answered = answerSchema.safeParse(answer).data
        const body = hoursPayload.safeParse(entry.payload).data?.body
        if (answered?.store.schedule != null) void context.announce('store.answered', answered)
        else if (body !== undefined) void context.announce('store.answered', asSent(body))
      }
      onChange()
    },
  }

  /** The store as it is if it took what was sent: a person said so, or the answer has no schedule. */
  function asSent({ storeId, schedule }: HoursPayload['body']) {
    const before = store.load().known?.schedule
    const known = storeSchema.parse({ _id: storeId, schedule: { ...before, ...schedule } })
    return { store: known, unread: [] }
  }
}

export const storeRules = (services: RuleServices) =>
  ({ pause: pauseRules(services), 'store-hours': hoursRules(services) }) satisfies Partial<
    Record<DeliveryKind, unknown>
  >
