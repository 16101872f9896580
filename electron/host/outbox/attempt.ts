import { isDeepStrictEqual } from 'node:util'
import type { CallResult } from '#platform/call/failure.ts'
import { isoNow } from '../clock.ts'
import type { Context } from '../noun.ts'
import {
  afterFailure,
  afterLoss,
  afterNoEffect,
  type NextAttempt,
  type OutboxTime,
} from './policy.ts'
import type { OutboxRows } from './rows.ts'
import type { OutboxEntry, OutboxKinds, OutboxRules, SendOutcome } from './rules.ts'
import type { TokenVerdict } from './token.ts'

export interface OutboxServices {
  rows: OutboxRows
  time: OutboxTime
  kinds: () => OutboxKinds
}

/** The pause after the disk refused a write. */
export const storageRetryMs = 5_000

interface Step {
  entry: OutboxEntry
  /** The platform's answer if it accepted the request. */
  answer?: unknown
  /** A 401: the platform must be asked whether it is about the token or only about this entry. */
  doubtsToken?: boolean
  /** Nothing was sent, because the receiver is unreachable. */
  isAway?: boolean
}

const noToken: CallResult<never> = {
  ok: false,
  failure: {
    kind: 'answered',
    status: 401,
    message: 'no token',
    reason: 'no-token',
    retryAfterMs: null,
  },
}

type AttemptContext = Pick<Context, 'db' | 'clock' | 'log' | 'chance' | 'connection' | 'notify'>

/**
 * One attempt for some entries, recorded before the socket opens and afterwards. `askToken` checks
 * the token; if it is rejected, nothing more is sent.
 */
export function createAttempts(
  { db, clock, log, chance, connection, notify }: AttemptContext,
  { rows, time, kinds: kindsNow }: OutboxServices,
  askToken: () => Promise<TokenVerdict>,
) {
  const kinds = kindsNow()

  function record(steps: readonly Step[]): void {
    db.transact(() => {
      for (const { entry, answer } of steps) {
        // Deleted while it was being sent, which is possible only in lanes.
        if (entry.lane !== null && !rows.has(entry.id)) continue
        rows.keep(entry)
        if (entry.needsDecision) notify({ type: 'deliveries.changed' })
        kinds[entry.kind].changed(entry, answer)
      }
    })
  }

  /** Ends the pauses of outcomes that the disk refused. */
  const retries = new Set<() => void>()
  let stopped = false

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        callOff()
        retries.delete(end)
        resolve()
      }
      const callOff = clock.after(storageRetryMs, end)
      retries.add(end)
    })

  /**
   * Records an outcome that is stored nowhere else: retries until the disk accepts it, and once
   * more at the stop.
   */
  async function recordOutcome(steps: readonly Step[]): Promise<void> {
    for (;;)
      try {
        record(steps)
        return
      } catch (cause) {
        const id = steps[0]?.entry.id
        log.error('outbox outcome not recorded', { id, cause: String(cause) })
        if (stopped) return
        await pause()
      }
  }

  const become = (entry: OutboxEntry, change: Partial<OutboxEntry>): OutboxEntry => ({
    ...entry,
    ...change,
    since: isoNow(clock),
  })

  function moved(
    entry: OutboxEntry,
    { state, needsDecision, message, waitMs }: Omit<NextAttempt, 'doubtsToken'>,
    reason: OutboxEntry['reason'] = null,
  ): OutboxEntry {
    const due = waitMs === null ? {} : { dueAt: time.dueIn(waitMs), waitMs }
    const firstSentAt = state === 'queued' ? null : entry.firstSentAt
    return become(entry, { state, reason, message, needsDecision, ...due, firstSentAt })
  }

  /** How an entry may be retried; an unreadable one may not. */
  function retrying({ kind, payload }: OutboxEntry) {
    const rules = kinds[kind]
    const read = rules.payload.safeParse(payload)
    const repeatable = read.success && rules.mayRepeat(read.data)
    // What a class inherits isn't copied.
    return { ...rules, repeatable: repeatable || rules.reconcile !== undefined }
  }

  const lost = (entry: OutboxEntry, message: string): OutboxEntry =>
    moved(entry, afterLoss(entry, retrying(entry), message, chance()))

  const confirmed = (entry: OutboxEntry, state: 'accepted' | 'confirmed' = 'confirmed') =>
    become(entry, { state, reason: null, message: null, needsDecision: false })

  function sending(entry: OutboxEntry): OutboxEntry {
    // The previous error stays until this attempt is over.
    return become(entry, {
      state: 'sending',
      attempts: entry.attempts + 1,
      repeats: entry.repeats + (entry.state === 'unknown' ? 1 : 0),
      firstSentAt: entry.firstSentAt ?? isoNow(clock),
    })
  }

  /** An unreadable payload can't be sent, so a person decides. */
  const unreadable = (entry: OutboxEntry): OutboxEntry =>
    become(entry, { state: 'refused', reason: 'unreadable-payload', needsDecision: true })

  /** The next state of an entry after the platform's answer. */
  function outcome(entry: OutboxEntry, result: SendOutcome): Step {
    const kind = kinds[entry.kind]
    if ('state' in result) {
      const { state, reason, message = null } = result
      log.warn('outbox attempt failed', { id: entry.id, state, reason })
      const isAway = state === 'queued'
      const needsDecision = state === 'unknown' || state === 'refused'
      const pausesItself = isAway && entry.lane === null
      const waitMs = pausesItself ? afterNoEffect(entry, chance()).waitMs : isAway ? null : 0
      const next = { state, needsDecision, waitMs, message }
      return { entry: moved(entry, next, reason), isAway }
    }
    if (result.ok) {
      const state = kind.confirmsLater?.(entry) === true ? 'accepted' : 'confirmed'
      return { entry: confirmed(entry, state), answer: result.value }
    }
    const { failure } = result
    const next = afterFailure(entry, retrying(entry), failure, chance())
    log.warn('outbox attempt failed', {
      id: entry.id,
      kind: failure.kind,
      status: failure.status,
    })
    const isAway = failure.kind === 'not-sent'
    return { entry: moved(entry, next), doubtsToken: next.doubtsToken, isAway }
  }

  /** Asks the platform what became of an entry that must not be sent twice. */
  async function reconcile(
    entry: OutboxEntry,
    read: NonNullable<OutboxRules['reconcile']>,
  ): Promise<Step> {
    const result = connection === null ? noToken : await read(connection, entry)
    if (!result.ok) {
      const { kind, status, message: text } = result.failure
      const doubtsToken = kind === 'answered' && status === 401
      return { entry: lost(entry, text), doubtsToken, isAway: kind === 'not-sent' }
    }
    return result.value === 'happened'
      ? { entry: confirmed(entry) }
      : {
          entry: {
            // Pauses, in case the platform never accepts it.
            ...moved(entry, { ...afterNoEffect(entry, chance()), message: null }),
            repeats: 0,
          },
        }
  }

  async function sendBy(
    rules: (typeof kinds)[OutboxEntry['kind']],
    entries: readonly OutboxEntry[],
  ): Promise<SendOutcome[]> {
    if (rules.lane !== undefined) return Promise.all(entries.map((entry) => rules.send(entry)))
    return connection === null ? entries.map(() => noToken) : rules.send(connection, entries)
  }

  /** Records the outcome of an attempt. If the token is valid, a 401 was about the entry itself. */
  async function settleOutcomes(steps: readonly Step[], isReading: boolean): Promise<void> {
    await recordOutcome(steps)
    const doubted = steps.filter(({ doubtsToken }) => doubtsToken)
    if (doubted.length === 0) return
    const { kind } = await askToken()
    if (kind !== 'accepted' || isReading) return
    // Meanwhile it may have been withdrawn or replaced.
    const same = doubted.filter(({ entry }) =>
      isDeepStrictEqual(rows.open(entry.kind, entry.subject), entry),
    )
    const refused = { state: 'refused', needsDecision: true } as const
    record(same.map(({ entry }) => ({ entry: become(entry, refused) })))
  }

  return {
    /**
     * Sends a batch of entries in one request, and records each outcome. Returns whether the
     * receiver was reachable; null if nothing was sent. Rejects if the disk refuses the mark that
     * precedes the request: then nothing was sent. If it refuses the outcome, that stays in memory
     * until the disk accepts it.
     */
    async send(entries: readonly OutboxEntry[]): Promise<boolean | null> {
      const [first] = entries
      if (first === undefined) return null
      const rules = kinds[first.kind]
      const { payload } = rules
      const read = rules.reconcile?.bind(rules)
      const marked = entries.map((entry) =>
        payload.safeParse(entry.payload).success ? sending(entry) : unreadable(entry),
      )
      // Only the kind's own code runs between this mark and the socket.
      record(marked.map((entry) => ({ entry })))
      const leaving = marked.filter(({ state }) => state === 'sending')
      if (leaving.length === 0) return null
      if (first.state === 'unknown' && read !== undefined) {
        const steps = await Promise.all(leaving.map((entry) => reconcile(entry, read)))
        await settleOutcomes(steps, true)
        return !steps.some(({ isAway }) => isAway)
      }
      const results = await sendBy(rules, leaving)
      const steps = leaving.flatMap((entry, index) => {
        const result = results[index]
        return result === undefined ? [] : [outcome(entry, result)]
      })
      await settleOutcomes(steps, false)
      return !steps.some(({ isAway }) => isAway)
    },
    /** An attempt that the end of the process interrupted. */
    interrupted: (entry: OutboxEntry) => record([{ entry: lost(entry, 'interrupted') }]),
    /**
     * An entry of an older, restored database: it may have been sent since, so it counts as sent
     * without an answer.
     */
    doubted(entry: OutboxEntry) {
      const sent = entry.state === 'sending' ? entry : sending(entry)
      record([{ entry: sent }, { entry: lost(sent, 'interrupted') }])
    },
    /** Notifies the nouns of entries whose only change is what holds them up. */
    retell(entries: readonly OutboxEntry[]) {
      db.transact(() => {
        for (const entry of entries) kinds[entry.kind].changed(entry)
      })
    },
    /** Retries the outcomes that the disk refused once more; the next start handles the rest. */
    stop() {
      stopped = true
      for (const end of retries) end()
    },
  }
}
