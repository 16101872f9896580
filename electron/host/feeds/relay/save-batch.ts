import { testEventType } from '#contract/connection/connection.ts'
import type { DeliveredEvent } from '#contract/relay/delivery.ts'
import { isoNow, type Clock } from '../../clock/clock.ts'
import type { NewInboxMessage } from '../../inbox/inbox.ts'
import type { Log } from '../../core/log.ts'
import { inspectEvent } from '../body.ts'

interface BatchHooks {
  clock: Clock
  log: Log
  receive(inboxMessage: NewInboxMessage): Promise<'kept' | 'repeat'>
  /** They are fetched again, to find one that was missing the first time. */
  isLook: boolean
  /** An event is stored. */
  onEvent(): void
}

/**
 * Stores the events of one answer in their order, in the same way as those of a webhook. Resolves
 * once all are stored; false if one could not be written. Then all of them come again, and those
 * that are stored are repeats.
 */
export async function saveBatch(
  events: readonly DeliveredEvent[],
  { clock, log, isLook, receive, onEvent }: BatchHooks,
): Promise<boolean> {
  const storing: Promise<boolean>[] = []

  for (const { sequence, body } of events) {
    const inspected = await inspectEvent(Buffer.from(body))
    if (!inspected.ok) {
      // The relay refuses such a body too. It is passed over, or it would come again for ever.
      log.error('relay event refused', { why: inspected.error.detail ?? '', sequence })
      continue
    }
    const { key, type, text, json } = inspected.value
    if (type === testEventType) {
      if (!isLook) onEvent()
      continue
    }
    const inboxMessage: NewInboxMessage = {
      ...{ key, type, receivedAt: isoNow(clock), json },
      source: 'webhook',
      reportedAt: null,
      body: text,
    }
    // Not awaited, so that events which come together share a commit. `receive` keeps their order.
    storing.push(
      receive(inboxMessage).then(
        (outcome) => {
          if (!isLook || outcome === 'kept') onEvent()
          if (isLook && outcome === 'kept') log.warn('relay event found later', { sequence })
          return true
        },
        (cause: unknown) => {
          log.error('relay event not kept', { cause: String(cause) })
          return false
        },
      ),
    )
  }
  return (await Promise.all(storing)).every(Boolean)
}
