import { testEventType } from '#contract/connection.ts'
import { runInTurns } from '#platform/tolerant/turns.ts'
import { isoNow, type Clock } from '../../clock.ts'
import type { InboxMessage } from '../../inbox/inbox.ts'
import type { Log } from '../../log.ts'
import { inspectBody } from '../body.ts'
import type { RelayBatch, RelayEvent } from './relay-link.ts'

/** When an event comes again that could not be written, for example on a full disk. */
const againMs = 5_000
/** When one comes again that this host doesn't want any more: once its request is gone for sure. */
const passOnMs = 1_000

interface BatchHooks {
  clock: Clock
  log: Log
  /** False if the events are no longer for this host. */
  isTaking(): boolean
  receive(inboxMessage: InboxMessage): Promise<unknown>
  /** An event is stored; `waiting` is how many wait behind it. */
  onEvent(waiting: number): void
  onNotStored(): void
  /** The relay gave events, or said that there are none. */
  onContact(waiting: number): void
}

/**
 * Stores the events of one batch in their order, in the same way as those of a webhook. Resolves
 * once all are stored and acknowledged; false if some could not be written, which then come again.
 */
export async function takeBatch(batch: RelayBatch, hooks: BatchHooks): Promise<boolean> {
  const { clock, log, isTaking, receive, onEvent, onNotStored, onContact } = hooks
  const storing: Promise<boolean>[] = []

  /** If the connection is gone, the event comes again. One that is stored is then a repeat. */
  function answer(send: () => void): void {
    try {
      send()
    } catch (cause) {
      log.warn('relay not answered', { cause: String(cause) })
    }
  }

  async function store(event: RelayEvent, inboxMessage: InboxMessage): Promise<boolean> {
    try {
      await receive(inboxMessage)
    } catch (cause) {
      log.error('relay event not kept', { cause: String(cause) })
      answer(() => event.nak(againMs))
      onNotStored()
      return false
    }
    answer(() => event.ack())
    onEvent(event.info.pending)
    return true
  }

  async function take(event: RelayEvent): Promise<void> {
    if (!isTaking()) {
      answer(() => event.nak(passOnMs))
      void batch.close()
      return
    }
    const inspected = await runInTurns(inspectBody(Buffer.from(event.data)))
    if (!inspected.ok) {
      // The relay refuses such a body too. Without this it would come again for ever. The reason isn't
      // sent, because older servers then ignore it.
      const { streamSequence } = event.info
      log.error('relay event refused', { why: inspected.error.detail ?? '', streamSequence })
      answer(() => event.term())
      return
    }
    const { key, type, text, json } = inspected.value
    if (type === testEventType) {
      answer(() => event.ack())
      onEvent(event.info.pending)
      return
    }
    const receivedAt = isoNow(clock)
    // Not awaited, so that events which come together share a commit. `receive` keeps their order.
    storing.push(
      store(event, {
        ...{ key, type, receivedAt, json },
        source: 'webhook',
        reportedAt: null,
        body: text,
      }),
    )
  }

  let waiting = 0
  try {
    for await (const event of batch) {
      waiting = event.info.pending
      await take(event)
    }
    onContact(waiting)
  } finally {
    await Promise.allSettled(storing)
  }
  return (await Promise.all(storing)).every(Boolean)
}
