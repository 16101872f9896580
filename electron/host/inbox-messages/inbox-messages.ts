import { inboxContract } from '#contract/inbox.ts'
import { ok } from '#contract/result.ts'
import type { Status } from '#contract/status/status.ts'
import { store } from '../connection/connection.ts'
import { createFeeds } from '../feeds/feeds.ts'
import { openInstruction } from '../feeds/relay/signed-instruction.ts'
import { createInbox, type Verdict } from '../inbox/inbox.ts'
import { createPackedMessages } from '../inbox/packed.ts'
import { createReadAgain } from '../inbox/read-again.ts'
import { createReader } from '../inbox/reader.ts'
import { inboxRows, packRows } from '../inbox/rows.ts'
import { instructions } from '../instructions/instructions.ts'
import { defineNoun } from '../noun.ts'
import { orders } from '../tickets/tickets.ts'

const dayMs = 24 * 3_600_000
const forgetEveryMs = 10_000
const keepTextsDays = 7

/**
 * The noun of incoming messages: it stores them in the inbox as they come, reads them, and
 * announces them to the nouns that they concern.
 */
export const inboxMessages = defineNoun(inboxContract, {
  needs: [orders, store, instructions],
  // Packs first: a message is taken over depending on whether its pack exists.
  tables: [packRows, inboxRows],
  create(context) {
    const { use, clock, file, log, agreed, settings, statusChanged, announce } = context
    const { takeLost, knows, since } = use(orders)
    const own = use(store)
    let forgotAt = -Infinity
    let closed = false

    // Works on the file itself: a failed write of the inbox does not concern what nouns hold in
    // memory.
    const inbox = createInbox(file, log, { onStored: () => reader.wake(), onStatus: statusChanged })
    const reader = createReader(context, inbox, own, {
      onOrder(received, source) {
        if (source === 'webhook') feeds.received(received.orderId)
        void announce('order.received', { ...received, isNew: !knows(received.orderId) })
      },
      onInstruction,
    })
    const packed = createPackedMessages(context, inbox)
    const again = createReadAgain(context, inbox, reader.wake)
    const feeds = createFeeds(
      context,
      { id: () => own.store?.id ?? null, owns: own.owns },
      inbox.receive,
    )

    function onInstruction(json: unknown): Verdict {
      const opened = openInstruction(json, feeds.relayFile())
      if (!opened.ok) return { state: 'unread', reason: opened.error.detail ?? opened.error.code }
      use(instructions).take(opened.value)
      return { state: 'done' }
    }

    /** Continues by itself, a few packs per turn. */
    function readPacked(orderIds: readonly string[], after = 0): void {
      if (closed) return
      const { found, last } = file.transact(() => packed.readOrdersAgain(orderIds, after))
      if (found > 0) reader.wake()
      if (last !== null) clock.after(1, () => readPacked(orderIds, last))
    }

    /** Reads the messages of lost rows again, which rebuilds their tickets. */
    function readLost(): void {
      const lost = takeLost()
      if (lost.length === 0) return
      for (const id of lost)
        log.warn('order read again', { id, inboxMessages: inbox.readOrderAgain(id) })
      reader.wake()
      readPacked(lost)
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
        reader.wake()
        readAgain()
        const before = agreed.toDelete() - settings().guestDataDays * dayMs
        inbox.forget(new Date(before).toISOString())
      },
      pack: packed.pack,
      /** A damaged ticket is rebuilt from these texts, so they stay some days after the order is over. */
      dropOld(now) {
        const before = new Date(now - keepTextsDays * dayMs).toISOString()
        return packed.drop(before, () => since(before))
      },
      /** Reads what a crash left unread, then opens the feeds. */
      async start() {
        readAgain()
        readLost()
        await reader.drain()
        await feeds.start()
      },
      async close() {
        closed = true
        again.stop()
        reader.stop()
        await feeds.close()
      },
    }
  },
})
