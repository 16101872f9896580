import { testEventType } from '#contract/connection.ts'
import type { DeliveredEvent } from '#contract/relay/delivery.ts'
import { runInTurns } from '#platform/tolerant/turns.ts'
import { isoNow, type Clock } from '../../clock.ts'
import type { InboxMessage } from '../../inbox/inbox.ts'
import type { Log } from '../../log.ts'
import { inspectBody } from '../body.ts'

interface BatchHooks {
  clock: Clock
  log: Log
  receive(inboxMessage: InboxMessage): Promise<unknown>
  /** An event is stored. */
  onEvent(): void
}

/**
 * Stores the events of one answer in their order, in the same way as those of a webhook. Resolves
 * once all are stored; false if one could not be written. Then all of them come again, and those
 * that are stored are repeats.
 */
export async function takeBatch(
  events: readonly DeliveredEvent[],
  { clock, log, receive, onEvent }: BatchHooks,
): Promise<boolean> {
  const storing: Promise<boolean>[] = []

  for (const { sequence, body } of events) {
    const inspected = await runInTurns(inspectBody(Buffer.from(body)))
    if (!inspected.ok) {
      // The relay refuses such a body too. It is passed over, or it would come again for ever.
      log.error('relay event refused', { why: inspected.error.detail ?? '', sequence })
      continue
    }
    const { key, type, text, json } = inspected.value
    if (type === testEventType) {
      onEvent()
      continue
    }
    const inboxMessage: InboxMessage = {
      ...{ key, type, receivedAt: isoNow(clock), json },
      source: 'webhook',
      reportedAt: null,
      body: text,
    }
    // Not awaited, so that events which come together share a commit. `receive` keeps their order.
    storing.push(
      receive(inboxMessage).then(
        () => {
          onEvent()
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
