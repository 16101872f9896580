import { isDeepStrictEqual } from 'node:util'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/call/failure.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { OutboxEntry } from './entry.ts'
import type { OutboxKinds, OutboxRules } from './rules.ts'
import { afterFailure, afterLoss, nothingHappened, type Next } from './policy.ts'
import type { OutboxRows } from './rows.ts'
import type { TokenWord } from './token-word.ts'

export interface AttemptDeps {
  db: Database
  rows: OutboxRows
  kinds: OutboxKinds
  clock: Clock
  log: Log
  chance: () => number
  /** Null where there is no token: nothing is lost, and nothing can be sent. */
  connection: Connection | null
  /** Whether the token is good; where it is not, nothing more is sent. One asking at a time, for whoever wants to know. */
  askToken(): Promise<TokenWord>
}

interface Step {
  entry: OutboxEntry
  /** The platform's, where it said yes. */
  answer?: unknown
  /** A 401: whose refusal it is, the entry's or the token's, is to be asked. */
  doubtsToken?: boolean
}

/** One attempt at some entries: recorded before the socket opens, and after. */
export interface Attempts {
  /** Sends entries of one batch in one request, and records what came of each. Rejects where the disk refuses. */
  send(entries: readonly OutboxEntry[]): Promise<void>
  /** An attempt that a crash cut off, or whose outcome the disk refused. */
  interrupted(entry: OutboxEntry): void
  /** An entry of a database that came back older: it may have been sent since, so it goes on as if its answer had been lost. */
  doubted(entry: OutboxEntry): void
  /** Tells the nouns again of entries that have not changed but in what holds them up. */
  retell(entries: readonly OutboxEntry[]): void
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

export function createAttempts(deps: AttemptDeps): Attempts {
  const { db, rows, kinds, clock, log, connection } = deps

  function record(steps: readonly Step[]): void {
    db.transact(() => {
      for (const { entry, answer } of steps) {
        rows.keep(entry)
        kinds[entry.kind].settle(entry, answer)
      }
    })
  }

  function moved(
    entry: OutboxEntry,
    { state, words, waitMs }: Omit<Next, 'doubtsToken'>,
  ): OutboxEntry {
    const dueAt = new Date(clock.now() + waitMs).toISOString()
    // Nothing happened yet: the ten minutes for repeats begin with the next attempt.
    const firstSentAt = state === 'queued' ? null : entry.firstSentAt
    return { ...entry, state, words, dueAt, waitMs, firstSentAt }
  }

  const lost = (entry: OutboxEntry, words: string): OutboxEntry =>
    moved(entry, afterLoss(entry, kinds[entry.kind], words, clock.now(), deps.chance()))

  const sending = (entry: OutboxEntry): OutboxEntry => ({
    ...entry,
    state: 'sending',
    attempts: entry.attempts + 1,
    repeats: entry.repeats + (entry.state === 'unknown' ? 1 : 0),
    firstSentAt: entry.firstSentAt ?? isoNow(clock),
  })

  /** Nobody can send what it does not say: for a person. */
  const unreadable = (entry: OutboxEntry): OutboxEntry => ({
    ...entry,
    state: 'rejected',
    words: 'what it says cannot be read',
  })

  /** What an entry has become by the platform's answer. */
  function outcome(entry: OutboxEntry, result: CallResult<unknown>): Step {
    if (result.ok) return { entry: { ...entry, state: 'done', words: null }, answer: result.value }
    const { failure } = result
    const next = afterFailure(entry, kinds[entry.kind], failure, clock.now(), deps.chance())
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
      ? { entry: { ...entry, state: 'done', words: null } }
      : {
          entry: {
            // A platform that never takes it is not asked without a pause.
            ...moved(entry, { ...nothingHappened(entry, deps.chance()), words: null }),
            repeats: 0,
          },
        }
  }

  /** Records what came of an attempt. Where the token is good, a 401 was the entry's own refusal. */
  async function conclude(steps: readonly Step[], isReading: boolean): Promise<void> {
    record(steps)
    const doubted = steps.filter(({ doubtsToken }) => doubtsToken)
    if (doubted.length === 0) return
    const { kind } = await deps.askToken()
    if (kind !== 'accepted' || isReading) return
    // Somebody may have taken it back meanwhile, or said something newer.
    const same = doubted.filter(({ entry }) =>
      isDeepStrictEqual(rows.live(entry.kind, entry.subject), entry),
    )
    record(same.map(({ entry }) => ({ entry: { ...entry, state: 'rejected' } })))
  }

  return {
    async send(entries) {
      const [first] = entries
      if (first === undefined) return
      const { reconcile: read, send, payload } = kinds[first.kind]
      const marked = entries.map((entry) =>
        payload.safeParse(entry.payload).success ? sending(entry) : unreadable(entry),
      )
      // Between this mark and the socket there is nothing but the kind's own code.
      record(marked.map((entry) => ({ entry })))
      const leaving = marked.filter(({ state }) => state === 'sending')
      if (leaving.length === 0) return
      if (first.state === 'unknown' && read !== undefined) {
        await conclude(await Promise.all(leaving.map((entry) => reconcile(entry, read))), true)
        return
      }
      const results =
        connection === null ? leaving.map(() => noToken) : await send(connection, leaving)
      const steps = leaving.flatMap((entry, index) => {
        const result = results[index]
        return result === undefined ? [] : [outcome(entry, result)]
      })
      await conclude(steps, false)
    },
    interrupted: (entry) => record([{ entry: lost(entry, 'interrupted') }]),
    doubted(entry) {
      const sent = entry.state === 'sending' ? entry : sending(entry)
      record([{ entry: sent }, { entry: lost(sent, 'interrupted') }])
    },
    retell: (entries) => record(entries.map((entry) => ({ entry }))),
  }
}
