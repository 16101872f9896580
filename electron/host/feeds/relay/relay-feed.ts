import { createBackOff } from '#contract/back-off.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import { noRelay, type RelayStatus } from '#contract/status/relay.ts'
import { createWait, isoNow } from '../../clock.ts'
import type { InboxMessage } from '../../inbox/inbox.ts'
import { logThrown } from '../../log.ts'
import type { Context } from '../../noun.ts'
import { RelayFailure, toFailure } from './relay-failure.ts'
import type { RelayLink } from './relay-link.ts'
import { takeBatch } from './take-batch.ts'

/** A relay that restarts is back within seconds. */
const patience = { firstMs: 1_000, longestMs: 30_000 }
/** A file that was refused needs a person, so it is tried rarely. */
const refusedMs = 60_000
/** Between two looks whether a kitchen that moved to another computer is back. */
const awayMs = 10_000
/** At the end, how long the last acknowledgements may take. What is lost comes again. */
const lastWordsMs = 1_000

export type RelayContext = Pick<Context, 'clock' | 'log' | 'chance' | 'statusChanged' | 'storeMove'>

interface RelayHooks {
  /** Resolves after the commit; rejects if the event can't be written. */
  receive(inboxMessage: InboxMessage): Promise<unknown>
  /** An event arrived. */
  onEvent(): void
  /** There is a new connection to the relay. */
  onConnected?(): void
}

/** The relay itself ended a request for events, for example because the consumer was deleted. */
const isStatus = (cause: unknown): boolean =>
  cause instanceof Error && cause.name === 'JetStreamStatusError'

export type RelayFeed = ReturnType<typeof createRelayFeed>

/**
 * Fetches the events of this store from its chain's relay, by a durable consumer. An event is
 * acknowledged only after its commit here, so that the relay keeps it until then.
 */
export function createRelayFeed(context: RelayContext, file: RelayFile, hooks: RelayHooks) {
  const { clock, log, chance, statusChanged, storeMove } = context
  const wait = createWait(clock)
  const backOff = createBackOff(chance)
  const stopping = new AbortController()
  const { signal } = stopping
  const isClosing = (): boolean => signal.aborted
  let status: RelayStatus = { ...noRelay, state: 'connecting' }
  /** Another server for each connection, so that stores spread over them. */
  let turn = Math.floor(chance() * file.servers.length)
  /** Ends a pause, because a person wants to try again. */
  let waking = new AbortController()
  let openedLink: RelayLink | null = null
  /** Ends what is waited for, once the feed closes. */
  let interrupt = (): unknown => undefined

  const pause = (milliseconds: number): Promise<void> =>
    wait(milliseconds, AbortSignal.any([signal, waking.signal]))

  function show(next: Partial<RelayStatus>): void {
    status = { ...status, ...next }
    statusChanged()
  }
  function showContact(next: Partial<RelayStatus> = {}): void {
    show({
      state: 'connected',
      lastContactAt: isoNow(clock),
      problem: null,
      details: null,
      ...next,
    })
  }
  function showFailure({ problem, details }: RelayFailure): void {
    if (status.problem !== problem) log.warn('relay failed', { problem, server: status.server })
    show({ state: problem === 'refused' ? 'refused' : 'failing', problem, details })
  }

  /** Null if the feed closed meanwhile. The connection is then closed once it is there. */
  async function openLink(server: string): Promise<RelayLink | null> {
    // Loaded only where a relay is used, so that other stores start faster.
    const { openRelayLink } = await import('./relay-link.ts')
    const opening = openRelayLink(server, file)
    const closed = new Promise<null>((resolve) => (interrupt = () => resolve(null)))
    if (signal.aborted) interrupt()
    const link = await Promise.race([opening, closed])
    if (link === null) opening.then((late) => late.close()).catch(() => undefined)
    return link
  }

  /** Tries all servers. A file that one refuses is refused by all. */
  async function connect(): Promise<RelayLink | null> {
    let failure = new RelayFailure('not-reached')
    for (let tried = 0; tried < file.servers.length; tried++) {
      const server = file.servers[turn++ % file.servers.length] ?? ''
      status = { ...status, server: new URL(server).host }
      if (status.state === 'off') show({ state: 'connecting' })
      try {
        return await openLink(server)
      } catch (cause) {
        failure = toFailure(cause)
        if (failure.problem === 'refused') break
      }
      if (signal.aborted) return null
    }
    throw failure
  }

  /**
   * Finds the consumer of this store. Only if there is none, the relay itself is asked, so that
   * events keep coming while only its servers run.
   */
  async function findConsumer(link: RelayLink): Promise<void> {
    let waiting = await link.count()
    if (waiting === null) {
      try {
        await link.askForConsumer()
      } catch (cause) {
        if (link.isClosed) throw cause
        throw new RelayFailure('no-consumer', toFailure(cause).details)
      }
      waiting = await link.count()
    }
    if (waiting === null) throw new RelayFailure('no-consumer')
    showContact({ waiting })
  }

  async function fetchOnce(link: RelayLink): Promise<void> {
    const batch = await link.fetch()
    interrupt = () => batch.close()
    if (signal.aborted) interrupt()
    const isTaking = (): boolean => !signal.aborted && !storeMove.isAway
    const areStored = await takeBatch(batch, {
      ...{ clock, log, isTaking },
      receive: hooks.receive,
      onEvent(waiting) {
        hooks.onEvent()
        showContact({ waiting, lastEventAt: isoNow(clock) })
      },
      onNotStored: () => showFailure(new RelayFailure('not-saved')),
      onContact: (waiting) => show({ lastContactAt: isoNow(clock), waiting }),
    })
    if (link.isClosed && !signal.aborted) throw new RelayFailure('broken-off')
    if (!areStored) throw new RelayFailure('not-saved')
    showContact()
  }

  /** Fetches until the connection is lost, the kitchen moves away or the feed closes. */
  async function fetchAll(link: RelayLink): Promise<void> {
    let hasConsumer = false
    while (!signal.aborted && !storeMove.isAway) {
      interrupt = () => link.close()
      try {
        if (!hasConsumer) await findConsumer(link)
        hasConsumer = true
        await fetchOnce(link)
        backOff.answered()
      } catch (cause) {
        if (isClosing()) return
        const failure = toFailure(cause)
        // Otherwise the connection may be half dead: a new one shows it.
        const isWell =
          failure.problem === 'no-consumer' || failure.problem === 'not-saved' || isStatus(cause)
        if (link.isClosed || !isWell) throw failure
        hasConsumer = false
        showFailure(failure)
        await pause(backOff.after({ retryAfterMs: null }, patience))
      }
    }
  }

  /** Closes a connection. At the end of the feed, acknowledgements that are on their way go first. */
  async function part(link: RelayLink): Promise<void> {
    if (signal.aborted && !link.isClosed) {
      const enough = new AbortController()
      const flushed = link.flush().catch(() => undefined)
      await Promise.race([flushed, wait(lastWordsMs, enough.signal)])
      enough.abort()
    }
    await link.close()
  }

  /** One connection, from its start to its end. */
  async function session(): Promise<void> {
    const link = await connect()
    if (link === null) return
    openedLink = link
    try {
      hooks.onConnected?.()
      await fetchAll(link)
    } finally {
      openedLink = null
      await part(link)
    }
  }

  /** Returns how long to wait before the next connection. */
  async function attempt(): Promise<number> {
    if (storeMove.isAway) {
      // The events are for the other computer now.
      if (status.state !== 'off') show({ ...noRelay })
      return awayMs
    }
    try {
      await session()
      return 0
    } catch (cause) {
      const failure = toFailure(cause)
      const wasConnected = status.state === 'connected'
      if (wasConnected && failure.problem === 'broken-off') show({ state: 'connecting' })
      else showFailure(failure)
      return failure.problem === 'refused'
        ? refusedMs
        : backOff.after({ retryAfterMs: null }, patience)
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const pauseMs = await attempt()
      if (pauseMs > 0) await pause(pauseMs)
    }
  }

  const ended = run().catch((cause: unknown) => logThrown(log, 'relay', cause))
  return {
    get status(): RelayStatus {
      return status
    },
    /** Sends a status of this store; returns false, and drops it, without a connection. */
    sendStatus(text: string): boolean {
      if (openedLink === null || openedLink.isClosed) return false
      openedLink.sendStatus(text)
      return true
    },
    /** Tries again now, if it waits. */
    wake(): void {
      waking.abort()
      waking = new AbortController()
    },
    async close(): Promise<void> {
      stopping.abort()
      void Promise.resolve(interrupt()).catch(() => undefined)
      await ended
    },
  }
}
