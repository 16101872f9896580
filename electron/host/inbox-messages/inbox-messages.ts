import { inboxContract } from '#contract/inbox/inbox.ts'
import type { Output } from '#contract/index.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import type { Status } from '#contract/status/status.ts'
import type { ArchivedMessage } from '../archive/content.ts'
import { store } from '../connection/connection.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { Feeds } from '../feeds/feeds.ts'
import { openInstruction } from '../feeds/relay/signed-instruction.ts'
import { Inbox, waitsForArchive, type Verdict } from '../inbox/inbox.ts'
import type { ReaderHooks } from '../inbox/interpreter.ts'
import { ReadAgain } from '../inbox/read-again.ts'
import { Reader } from '../inbox/reader.ts'
import { inboxRows } from '../inbox/rows.ts'
import { instructions } from '../instructions/instructions.ts'
import { defineNoun, type Context, type NounEvents } from '../noun.ts'
import { tickets } from '../tickets/tickets.ts'

const dayMs = 24 * 3_600_000
/** Of orders in the archive. */
const keepTextsDays = 7
/** Of other stores' orders, and of what was about no order. */
const keepOtherTextsDays = 1
const droppedAtOnce = 200

const daysBefore = (now: number, days: number): string => new Date(now - days * dayMs).toISOString()

/**
 * Incoming messages: it stores them in the inbox as they come, reads them, and announces them to the
 * nouns that they concern.
 */
class InboxMessages {
  readonly handlers: HandlersOf<'inbox'> = handlersOf(inboxContract, this)
  readonly listens = {
    'settings.changed': ({ before, after }: NounEvents['settings.changed']) =>
      this.#feeds.apply(before, after),
    'store.learned': () => this.#learnStore(),
    'connection.resumed': () => this.#feeds.wake(),
    'platform.reachable': () => this.#feeds.wake(),
    'clock.corrected': () => this.#feeds.wake(),
  }
  readonly #context: Context
  readonly #inbox: Inbox
  readonly #reader: Reader
  readonly #again: ReadAgain
  readonly #feeds: Feeds

  constructor(context: Context) {
    const { archive, file, log, use, statusChanged } = context
    const own = use(store)
    this.#context = context
    // Works on the file itself: a failed write of the inbox does not concern what nouns hold in
    // memory.
    this.#inbox = new Inbox(file, log, {
      onStored: () => this.#reader.wake(),
      onStatus: statusChanged,
      archive,
    })
    this.#reader = new Reader(context, this.#inbox, own, {
      onOrder: (received, source) => this.#receiveOrder(received, source),
      onInstruction: (json) => this.#receiveInstruction(json),
    })
    this.#again = new ReadAgain(context, this.#inbox, () => this.#reader.wake())
    this.#feeds = new Feeds(
      context,
      { id: () => own.store?.id ?? null, owns: (other) => own.owns(other) },
      (inboxMessage) => this.#inbox.receive(inboxMessage),
    )
  }

  // Operations

  unread(): Result<Output<'inbox.unread'>> {
    return ok(this.#inbox.unread())
  }

  // For nouns

  status(): Pick<Status, 'webhook' | 'poller' | 'relay' | 'inbox'> {
    const { refusing } = this.#inbox
    return { ...this.#feeds.status(), inbox: { ...this.#inbox.counts(), refusing } }
  }

  /** The types of received events, with their fields. */
  eventTypes(): { type: string; fields: string[] }[] {
    return this.#inbox.eventTypes()
  }

  messagesOf(orderId: string): ArchivedMessage[] {
    return this.#inbox.messagesOf(orderId)
  }

  dropTextsOf(orderId: string): void {
    this.#inbox.dropTextsOf(orderId)
  }

  useRelay(file: RelayFile | null): Promise<void> {
    return this.#feeds.useRelay(file)
  }

  sendStatus(text: string): boolean {
    return this.#feeds.sendStatus(text)
  }

  // Housekeeping

  /** Reads what a crash left unread, then opens the feeds. */
  async start(): Promise<void> {
    this.#readAgain()
    this.#readLost()
    await this.#reader.drain()
    await this.#feeds.start()
  }

  everyBeat(): void {
    const { archive, agreed, settings } = this.#context
    this.#readLost()
    if (!archive.isOut) this.#inbox.readWaiting()
    this.#reader.wake()
    this.#readAgain()
    this.#inbox.forget(daysBefore(agreed.toDelete(), settings().guestDataDays))
  }

  /** A damaged ticket is rebuilt from these texts, so they stay some days after the order is over. */
  dropOld(now: number): boolean {
    return (
      this.#context.archive.dropMessages(daysBefore(now, keepTextsDays), droppedAtOnce) ||
      this.#inbox.dropOtherTexts(daysBefore(now, keepOtherTextsDays))
    )
  }

  async close(): Promise<void> {
    this.#again.stop()
    this.#reader.stop()
    await this.#feeds.close()
  }

  #receiveOrder(...[received, source]: Parameters<ReaderHooks['onOrder']>): Verdict {
    const { archive, announce } = this.#context
    const { orderId } = received
    if (source === 'webhook') this.#feeds.received(orderId)
    let isNew = this.#isNew(orderId)
    if (isNew && archive.isOut && this.#inbox.wasMoved(orderId)) {
      // Before its first use it only has to be opened.
      if (!archive.open()) return { state: 'unread', reason: waitsForArchive }
      isNew = this.#isNew(orderId)
    }
    void announce('order.received', { ...received, isNew })
    return { state: 'done', orderId }
  }

  #isNew(orderId: string): boolean {
    return !this.#context.use(tickets).knows(orderId)
  }

  #receiveInstruction(json: unknown): Verdict {
    const opened = openInstruction(json, this.#feeds.relayFile())
    if (!opened.ok) return { state: 'unread', reason: opened.error.detail ?? opened.error.code }
    this.#context.use(instructions).save(opened.value)
    return { state: 'done' }
  }

  #learnStore(): void {
    this.#readAgain()
    this.#feeds.openRelay()
  }

  /** Reads the messages of lost rows again, which rebuilds their tickets. */
  #readLost(): void {
    const lost = this.#context.use(tickets).drainLost()
    if (lost.length === 0) return
    for (const id of lost) {
      const inboxMessages = this.#inbox.readOrderAgain(id)
      this.#context.log.warn('order read again', { id, inboxMessages })
    }
    this.#reader.wake()
  }

  /** Reads messages again that were decided while fewer of our ids were known. */
  #readAgain(): void {
    const { ids, websiteId } = this.#context.use(store)
    this.#again.check(new Set(websiteId === null ? ids : [...ids, websiteId]))
  }
}

/** The noun of incoming messages. */
export const inboxMessages = defineNoun(inboxContract, {
  needs: [tickets, store, instructions],
  tables: [inboxRows],
  create: (context) => new InboxMessages(context),
})
