import { inboxContract } from '#contract/inbox.ts'
import { ok } from '#contract/result.ts'
import type { Status } from '#contract/status/status.ts'
import { store } from '../connection/connection.ts'
import { createFeeds } from '../feeds/feeds.ts'
import { openInstruction } from '../feeds/relay/signed-instruction.ts'
import { createInbox, waitsForArchive, type Verdict } from '../inbox/inbox.ts'
import { createReadAgain } from '../inbox/read-again.ts'
import { createReader } from '../inbox/reader.ts'
import { inboxRows } from '../inbox/rows.ts'
import { instructions } from '../instructions/instructions.ts'
import { defineNoun } from '../noun.ts'
import { orders } from '../tickets/tickets.ts'

const dayMs = 24 * 3_600_000
const forgetEveryMs = 10_000
/** Of orders in the archive. */
const keepTextsDays = 7
/** Of other stores' orders, and of what was about no order. */
const keepOtherTextsDays = 1
const droppedAtOnce = 200

const daysBefore = (now: number, days: number): string => new Date(now - days * dayMs).toISOString()

/**
 * The noun of incoming messages: it stores them in the inbox as they come, reads them, and
 * announces them to the nouns that they concern.
 */
export const inboxMessages = defineNoun(inboxContract, {
  needs: [orders, store, instructions],
  tables: [inboxRows],
  create(context) {
    const { use, archive, clock, file, log, agreed, settings, statusChanged, announce } = context
    const { takeLost, knows } = use(orders)
    const own = use(store)
    let forgotAt = -Infinity

    // Works on the file itself: a failed write of the inbox does not concern what nouns hold in
    // memory.
    const inbox = createInbox(file, log, {
      onStored: () => reader.wake(),
      onStatus: statusChanged,
      archived: (orderId) => archive.messagesOf(orderId),
    })
    const reader = createReader(context, inbox, own, {
      onOrder(received, source) {
        const { orderId } = received
        if (source === 'webhook') feeds.received(orderId)
        let isNew = !knows(orderId)
        if (isNew && archive.isOut && inbox.wasMoved(orderId)) {
          // Before its first use it only has to be opened.
          if (!archive.open()) return { state: 'unread', reason: waitsForArchive }
          isNew = !knows(orderId)
        }
        void announce('order.received', { ...received, isNew })
        return { state: 'done', orderId }
      },
      onInstruction,
    })
    const again = createReadAgain(context, inbox, reader.wake)
    const feeds = createFeeds(
      context,
      { id: () => own.store?.id ?? null, owns: (other) => own.owns(other) },
      inbox.receive,
    )

    function onInstruction(json: unknown): Verdict {
      const opened = openInstruction(json, feeds.relayFile())
      if (!opened.ok) return { state: 'unread', reason: opened.error.detail ?? opened.error.code }
      use(instructions).take(opened.value)
      return { state: 'done' }
    }

    /** Reads the messages of lost rows again, which rebuilds their tickets. */
    function readLost(): void {
      const lost = takeLost()
      if (lost.length === 0) return
      for (const id of lost)
        log.warn('order read again', { id, inboxMessages: inbox.readOrderAgain(id) })
      reader.wake()
    }

    function readAgain(): void {
      const { ids, websiteId } = own
      again.check(new Set(websiteId === null ? ids : [...ids, websiteId]))
    }

    return {
      handlers: { 'inbox.unread': () => ok(inbox.unread()) },
      api: {
        status: (): Pick<Status, 'webhook' | 'poller' | 'relay' | 'inbox'> => ({
          ...feeds.status(),
          inbox: { ...inbox.counts(), refusing: inbox.refusing },
        }),
        /** The types of received events, with their fields. */
        eventTypes: inbox.eventTypes,
        messagesOf: inbox.messagesOf,
        dropTextsOf: inbox.dropTextsOf,
        useRelay: feeds.useRelay,
        sendStatus: feeds.sendStatus,
      },
      listens: {
        'settings.changed': ({ before, after }) => feeds.apply(before, after),
        'store.learned'() {
          readAgain()
          feeds.openRelay()
        },
        'connection.resumed': feeds.wake,
        'platform.reachable': feeds.wake,
        'clock.corrected': feeds.wake,
      },
      catchUp() {
        if (clock.monotonic() - forgotAt < forgetEveryMs) return
        forgotAt = clock.monotonic()
        readLost()
        if (!archive.isOut) inbox.readWaiting()
        reader.wake()
        readAgain()
        inbox.forget(daysBefore(agreed.toDelete(), settings().guestDataDays))
      },
      /** A damaged ticket is rebuilt from these texts, so they stay some days after the order is over. */
      dropOld: (now) =>
        archive.dropMessages(daysBefore(now, keepTextsDays), droppedAtOnce) ||
        inbox.dropOtherTexts(daysBefore(now, keepOtherTextsDays)),
      /** Reads what a crash left unread, then opens the feeds. */
      async start() {
        readAgain()
        readLost()
        await reader.drain()
        await feeds.start()
      },
      async close() {
        again.stop()
        reader.stop()
        await feeds.close()
      },
    }
  },
})
