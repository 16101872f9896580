import { isDeepStrictEqual } from 'node:util'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/call/failure.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { OutboxEntry } from './entry.ts'
import type { OutboxKinds, OutboxRules, SendOutcome } from './rules.ts'
import { afterFailure, afterLoss, nothingHappened, type Next } from './policy.ts'
import type { OutboxRows } from './rows.ts'
import type { OutboxTime } from './time.ts'
import type { TokenWord } from './token-word.ts'

export interface AttemptDeps {
  db: Database
  rows: OutboxRows
  kinds: OutboxKinds
  clock: Clock
  time: OutboxTime
  log: Log
  chance: () => number
  /** Null where there is no token: nothing is lost, and nothing can be sent. */
  connection: Connection | null
  /** Whether the token is good; where it is not, nothing more is sent. One asking at a time, for whoever wants to know. */
  askToken(): Promise<TokenWord>
  /** Within the transaction: what people have to decide has changed. */
  onDecision(): void
}

/** How long a disk that refuses is left alone. */
export const storageRetryMs = 5_000

interface Step {
  entry: OutboxEntry
  /** The platform's, where it said yes. */
  answer?: unknown
  /** A 401: whose refusal it is, the entry's or the token's, is to be asked. */
  doubtsToken?: boolean
}

const noToken: CallResult<never> = {
  ok: false,
  failure: {
    kind: 'answered',
    status: 401,
    words: 'no token',
    reason: 'no-token',
    retryAfterMs: null,
  },
}

/** One attempt at some entries: recorded before the socket opens, and after. */
export function createAttempts(deps: AttemptDeps) {
  const { db, rows, kinds, clock, time, log, connection } = deps

  function record(steps: readonly Step[]): void {
    db.transact(() => {
      for (const { entry, answer } of steps) {
        // Deleted while it was on its way, which happens in lanes alone.
        if (entry.lane !== null && !rows.has(entry.id)) continue
        rows.keep(entry)
        if (entry.needsDecision) deps.onDecision()
        kinds[entry.kind].changed(entry, answer)
      }
    })
    for (const { entry } of steps)
      if (entry.state !== 'sending' && entry.state !== 'unknown') time.forget(entry.id)
  }

  /** Ends the pauses of outcomes that the disk has refused. */
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

  /** Records an outcome that nothing else knows: tries until the disk takes it, and once more at the stop. */
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
    { state, needsDecision, message, waitMs }: Omit<Next, 'doubtsToken'>,
    reason: OutboxEntry['reason'] = null,
  ): OutboxEntry {
    const dueAt = time.dueIn(waitMs)
    // Nothing happened yet: the ten minutes for repeats begin with the next attempt.
    const firstSentAt = state === 'queued' ? null : entry.firstSentAt
    const next = { state, reason, message, needsDecision, dueAt, waitMs, firstSentAt }
    return become(entry, next)
  }

  /** How an entry may be tried again. One that can't be read is not. */
  function retrying({ kind, payload }: OutboxEntry) {
    const rules = kinds[kind]
    const read = rules.payload.safeParse(payload)
    return { ...rules, repeatable: read.success && rules.mayRepeat(read.data) }
  }

  const lost = (entry: OutboxEntry, message: string): OutboxEntry =>
    moved(
      entry,
      afterLoss(entry, retrying(entry), message, time.sinceFirstSent(entry), deps.chance()),
    )

  const confirmed = (entry: OutboxEntry, state: 'accepted' | 'confirmed' = 'confirmed') =>
    become(entry, { state, reason: null, message: null, needsDecision: false })

  function sending(entry: OutboxEntry): OutboxEntry {
    if (entry.firstSentAt === null) time.begin(entry.id)
    // What held up the attempt before stands until this one is over.
    return become(entry, {
      state: 'sending',
      attempts: entry.attempts + 1,
      repeats: entry.repeats + (entry.state === 'unknown' ? 1 : 0),
      firstSentAt: entry.firstSentAt ?? isoNow(clock),
    })
  }

  /** Nobody can send what it does not say: for a person. */
  const unreadable = (entry: OutboxEntry): OutboxEntry =>
    become(entry, { state: 'refused', reason: 'unreadable-payload', needsDecision: true })

  /** What an entry has become by the platform's answer. */
  function outcome(entry: OutboxEntry, result: SendOutcome): Step {
    const kind = kinds[entry.kind]
    if ('state' in result) {
      const { state, reason } = result
      log.warn('outbox attempt failed', { id: entry.id, state, reason })
      // A lane waits as a whole (lanes.ts).
      const isWaiting = state === 'queued' && entry.lane === null
      const waitMs = isWaiting ? nothingHappened(entry, deps.chance()).waitMs : 0
      const needsDecision = state === 'unknown' || state === 'refused'
      return { entry: moved(entry, { state, needsDecision, waitMs, message: null }, reason) }
    }
    if (result.ok) {
      const state = kind.confirmsLater === true ? 'accepted' : 'confirmed'
      return { entry: confirmed(entry, state), answer: result.value }
    }
    const { failure } = result
    const since = time.sinceFirstSent(entry)
    const next = afterFailure(entry, retrying(entry), failure, since, deps.chance())
    log.warn('outbox attempt failed', {
      id: entry.id,
      kind: failure.kind,
      status: failure.status,
    })
    return { entry: moved(entry, next), doubtsToken: next.doubtsToken }
  }

  /** Reads what became of an entry that must not be sent twice. */
  async function reconcile(
    entry: OutboxEntry,
    read: NonNullable<OutboxRules['reconcile']>,
  ): Promise<Step> {
    const result = connection === null ? noToken : await read(connection, entry)
    if (!result.ok) {
      const doubtsToken = result.failure.kind === 'answered' && result.failure.status === 401
      return { entry: lost(entry, result.failure.words), doubtsToken }
    }
    return result.value === 'happened'
      ? { entry: confirmed(entry) }
      : {
          entry: {
            // A platform that never takes it is not asked without a pause.
            ...moved(entry, { ...nothingHappened(entry, deps.chance()), message: null }),
            repeats: 0,
          },
        }
  }

  async function sendBy(
    rules: OutboxKinds[OutboxEntry['kind']],
    entries: readonly OutboxEntry[],
  ): Promise<SendOutcome[]> {
    if (rules.lane !== undefined) return Promise.all(entries.map((entry) => rules.send(entry)))
    return connection === null ? entries.map(() => noToken) : rules.send(connection, entries)
  }

  /** Records what came of an attempt. Where the token is good, a 401 was the entry's own refusal. */
  async function conclude(steps: readonly Step[], isReading: boolean): Promise<void> {
    await recordOutcome(steps)
    const doubted = steps.filter(({ doubtsToken }) => doubtsToken)
    if (doubted.length === 0) return
    const { kind } = await deps.askToken()
    if (kind !== 'accepted' || isReading) return
    // Somebody may have taken it back meanwhile, or said something newer.
    const same = doubted.filter(({ entry }) =>
      isDeepStrictEqual(rows.open(entry.kind, entry.subject), entry),
    )
    const refused = { state: 'refused', needsDecision: true } as const
    record(same.map(({ entry }) => ({ entry: become(entry, refused) })))
  }

  return {
    /**
     * Sends entries of one batch in one request, and records what came of each; answers them as they are then. Rejects where
     * the disk refuses the mark: then nothing was sent. Where it refuses the outcome, that is kept in memory and written as
     * soon as the disk takes it.
     */
    async send(entries: readonly OutboxEntry[]) {
      const [first] = entries
      if (first === undefined) return []
      const rules = kinds[first.kind]
      const { reconcile: read, payload } = rules
      const marked = entries.map((entry) =>
        payload.safeParse(entry.payload).success ? sending(entry) : unreadable(entry),
      )
      // Between this mark and the socket there is nothing but the kind's own code.
      record(marked.map((entry) => ({ entry })))
      const leaving = marked.filter(({ state }) => state === 'sending')
      if (leaving.length === 0) return marked
      if (first.state === 'unknown' && read !== undefined) {
        const steps = await Promise.all(leaving.map((entry) => reconcile(entry, read)))
        await conclude(steps, true)
        return steps.map(({ entry }) => entry)
      }
      const results = await sendBy(rules, leaving)
      const steps = leaving.flatMap((entry, index) => {
        const result = results[index]
        return result === undefined ? [] : [outcome(entry, result)]
      })
      await conclude(steps, false)
      return steps.map(({ entry }) => entry)
    },
    /** An attempt that the end of the process cut off. */
    interrupted: (entry: OutboxEntry) => record([{ entry: lost(entry, 'interrupted') }]),
    /** An entry of a database that came back older: it may have been sent since, so it goes on as if its answer had been lost. */
    doubted(entry: OutboxEntry) {
      const sent = entry.state === 'sending' ? entry : sending(entry)
      record([{ entry: sent }, { entry: lost(sent, 'interrupted') }])
    },
    /** Tells the nouns again of entries that have not changed but in what holds them up. */
    retell(entries: readonly OutboxEntry[]) {
      db.transact(() => {
        for (const entry of entries) kinds[entry.kind].changed(entry)
      })
    },
    /** Outcomes that the disk has refused are tried once more, and then left to the next start. */
    stop() {
      stopped = true
      for (const end of retries) end()
    },
  }
}
