import type { JetStreamClient } from '@nats-io/jetstream'
import { eventStream, eventSubject } from '#contract/relay/subjects.ts'
import type { NewInboxMessage } from '#host/inbox/inbox.ts'
import { worker } from '#host/worker/worker.ts'
import { placeOfEvent } from '#platform/event-place.ts'
import type { Metrics, UnroutedReason } from './metrics.ts'

/** A sender waits no longer for JetStream's acknowledgement; it gets 503 and comes again. */
const patienceMs = 3_000

/** The result of a stock update may concern several stores; an order concerns one. */
const maxStores = 500

/** An event that waits for JetStream, with the website of its bearer. */
export type EventToPublish = Pick<NewInboxMessage, 'key' | 'type' | 'body' | 'json'>

interface Places {
  /** The stores that get it; null stands for none. */
  storeIds: readonly (string | null)[]
  unrouted: UnroutedReason | null
}

/**
 * The stores of an event. The bearer decides the website: one website's sender can't write to
 * another's stores. A process of several stores goes to each. An order goes to the store that the
 * event names first, because only its own host could tell two ids of one store apart.
 */
async function placesOf(websiteId: string, { type, json, body }: EventToPublish): Promise<Places> {
  // The thread that inspected a long event kept its value.
  const isLong = json === undefined
  const place = isLong ? await worker.run('placeOfLongEvent', body) : placeOfEvent(json)
  const { websiteIds, storeIds } = place
  if (websiteIds.length > 0 && !websiteIds.includes(websiteId))
    return { storeIds: [null], unrouted: 'other-website' }
  if (storeIds.length === 0) return { storeIds: [null], unrouted: 'no-store' }
  const isProcess = type === 'processStatusUpdated'
  return {
    storeIds: isProcess ? storeIds.slice(0, maxStores) : storeIds.slice(0, 1),
    unrouted: null,
  }
}

/** Rejects if JetStream doesn't acknowledge it. Returns whether it was a repeat. */
async function publishAt(
  js: JetStreamClient,
  { key, body }: EventToPublish,
  subject: string,
): Promise<boolean> {
  const { duplicate } = await js.publish(subject, body, {
    // The stream knows repeats by this id alone, so the same event may go to two stores.
    msgID: `${key} ${subject}`,
    timeout: patienceMs,
    expect: { streamName: eventStream },
  })
  return duplicate
}

/**
 * Stores an event in JetStream. Resolves once every copy is acknowledged, also for a repeat; rejects
 * if one can't be stored.
 */
export async function publishEvent(
  js: JetStreamClient,
  metrics: Metrics,
  websiteId: string,
  event: EventToPublish,
): Promise<void> {
  try {
    const { storeIds, unrouted } = await placesOf(websiteId, event)
    const startedAt = performance.now()
    const repeats = await Promise.all(
      storeIds.map((storeId) => publishAt(js, event, eventSubject(websiteId, storeId))),
    )
    metrics.observePublishing((performance.now() - startedAt) / 1_000)
    const isRepeat = repeats.every((each) => each)
    metrics.countEvent(websiteId, isRepeat ? 'repeat' : 'stored')
    if (unrouted !== null && !isRepeat) metrics.countUnrouted(websiteId, unrouted)
  } catch (cause) {
    metrics.countEvent(websiteId, 'failed')
    throw cause
  }
}
