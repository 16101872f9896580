import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { deliveryKinds, type DeliveryKind } from '#contract/deliveries/delivery.ts'
import type { HostEvent } from '#contract/index.ts'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import { failed, type CallResult } from '#platform/call/failure.ts'
import { contextOf } from './context.ts'
import { FakeClock } from './fake-clock.ts'
import { createRecordingLog } from './recording-log.ts'
import { newDatabase } from './new-database.ts'
import { openDatabase, WatchedDatabase } from '#host/db/open.ts'
import {
  type OutboxEntry,
  whenUndecided,
  type LaneRules,
  type OutboxKinds,
  type OutboxRules,
  type Reconciled,
  type SendOutcome,
} from '#host/outbox/rules.ts'
import { deliveries as deliveriesNoun } from '#host/deliveries/deliveries.ts'
import { Outbox, type OutboxServices } from '#host/outbox/outbox.ts'
import { OutboxRows } from '#host/outbox/rows.ts'
import { OutboxTime, DueCheck } from '#host/outbox/policy.ts'
import { originOf, Reachability } from '#host/outbox/reachability.ts'
import type { TokenVerdict } from '#host/outbox/token.ts'
import { OutboxWorker } from '#host/outbox/worker.ts'

const v1Url = 'http://127.0.0.2:9/v1'
const nobody: Connection = {
  v3Url: 'http://127.0.0.1:9/v3',
  v1Url,
  tabsUrl: null,
  token: 'token',
  channelToken: null,
  dialect: createDialect(),
}
export const yes: CallResult<unknown> = { ok: true, value: 'taken', answeredAt: null }
export const lost = failed('lost', 'no answer')
const notSent = failed('not-sent', 'nobody listens')

export interface Platform {
  /** Its answers to requests, in turn; the last one repeats. */
  answers?: CallResult<unknown>[]
  /** What reading an entry reports, in turn. */
  reads?: CallResult<Reconciled>[]
  /** The kinds whose server can't be reached; `stock` has another server than all others. */
  away?: Set<DeliveryKind>
  together?: number
  repeatable?: boolean
  /** Runs within the transaction of each step. */
  settled?: (entry: OutboxEntry) => void
  /** What a retry sends (rules.ts). */
  retried?: OutboxRules['retried']
  /** What catching up enqueues, in turn. */
  due?: string[]
  /** The outcome of sending in a lane, by subject. */
  inLane?: (subject: string) => Promise<SendOutcome>
  /** The verdict about the token; default: it is good. */
  token?: () => Promise<TokenVerdict>
}

/**
 * An outbox on a real file with one noun that records what happens; `committed` runs after each
 * commit.
 */
export function openOutbox({
  answers = [yes],
  reads,
  away = new Set(),
  together = 1,
  repeatable = false,
  due = [],
  inLane = () => Promise.resolve(yes),
  retried,
  settled = () => undefined,
  token = () => Promise.resolve({ kind: 'accepted' }),
}: Platform) {
  const clock = new FakeClock()
  const log = createRecordingLog()
  const file = openDatabase(newDatabase())
  /**
   * Commits, requests, and the turns of the event loop after a commit, in which screens are
   * notified.
   */
  const happened: string[] = []
  const db = new WatchedDatabase(file, {
    committed() {
      happened.push('commit')
      setImmediate(() => happened.push('screens'))
      dueLook.committed()
    },
    rolledBack: () => dueLook.rolledBack(),
  })
  const rows = new OutboxRows(db, log)
  const parts: OutboxServices = { rows, time: new OutboxTime(clock), kinds: () => kinds }
  const reported: HostEvent[] = []
  const notify = (event: HostEvent): void => void reported.push(event)
  const dueLook = new DueCheck(() => worker.plan())
  const outbox = new Outbox({
    ...parts,
    ...{ clock, notify, move: { isAway: false } },
    worker: () => worker,
    onChange: () => dueLook.changed(),
  })
  const deliveries = deliveriesNoun.create(contextOf({ db, outbox }))
  const sent: string[][] = []
  /** When each request was sent, in seconds of the monotonic clock. */
  const times: number[] = []
  /** Each probe: when, in the same seconds, and of which server. */
  const probes: [number, string][] = []
  const steps: [string, unknown][] = []
  const next = <Each>(list: Each[]): Each => {
    const each = list.length > 1 ? list.shift() : list[0]
    if (each === undefined) throw new Error('nothing to answer')
    return each
  }
  const rules: OutboxRules = {
    payload: z.strictObject({ dish: z.string() }),
    mayRepeat: () => repeatable,
    together,
    send(_connection, entries) {
      happened.push('request')
      times.push(clock.monotonic() / 1_000)
      sent.push(entries.map(({ subject }) => subject))
      const isAway = entries.some(({ kind }) => away.has(kind))
      const answer = isAway ? notSent : next(answers)
      const url = entries.some(({ kind }) => kind === 'stock') ? v1Url : nobody.v3Url
      reachability.report(url, answer, clock.monotonic())
      return Promise.resolve(entries.map(() => answer))
    },
    changed(entry, answer) {
      settled(entry)
      const undecided = entry.needsDecision ? '/undecided' : ''
      steps.push([`${entry.subject} ${entry.state}${undecided}`, answer])
    },
    ...(reads === undefined ? {} : { reconcile: () => Promise.resolve(next(reads)) }),
    choices: whenUndecided('retry', 'mark-done', 'dismiss'),
    title: ({ subject }) => `Title of ${subject}`,
    ...(retried === undefined ? {} : { retried }),
  }
  const laneOf = (payload: unknown): string => (payload as { dish: string }).dish
  const laneRules: LaneRules = {
    ...rules,
    lane: laneOf,
    maxWaitMs: 30_000,
    send({ subject, payload }) {
      happened.push(`lane ${laneOf(payload)}`)
      sent.push([subject])
      return inLane(subject)
    },
  }
  const kinds = Object.fromEntries(
    deliveryKinds.map((kind) => {
      if (kind === 'print') return [kind, laneRules]
      return [kind, kind === 'stock' ? { ...rules, address: 'v1Url' } : rules]
    }),
  ) as unknown as OutboxKinds
  const context = contextOf({
    db,
    clock,
    agreed: { now: () => clock.now(), toDelete: () => clock.now() },
    log,
    chance: () => 0.5,
    connection: nobody,
    notify,
    statusChanged: () => undefined,
  })
  const isServerAway = (origin: string): boolean =>
    [...away].some((kind) => originOf(kind === 'stock' ? v1Url : nobody.v3Url) === origin)
  const reachability = new Reachability({
    ...{ clock, log },
    chance: () => 0.5,
    probe(origin) {
      probes.push([clock.monotonic() / 1_000, origin])
      return Promise.resolve(isServerAway(origin) ? notSent : yes)
    },
    onOut: (origin) => worker.forgive(origin),
    onReachable(origin, wasOut) {
      if (wasOut) worker.forgive(origin)
      else if (isOpened) worker.plan()
    },
  })
  let isOpened = false
  // Both servers have answered before anything is sent.
  for (const url of [nobody.v3Url, v1Url]) reachability.report(url, yes, 0)
  isOpened = true
  const worker = new OutboxWorker(context, parts, {
    catchUp() {
      happened.push('catch up')
      const subject = due.shift()
      if (subject !== undefined) enqueue(subject)
    },
    isAway: () => false,
    askToken: token,
    reachability,
  })
  onTestFinished(async () => {
    reachability.stop()
    await worker.stop()
    db.close()
  })
  const add = (subject: string, kind: DeliveryKind, payload: unknown) =>
    outbox.enqueue({ id: `id-${subject}`, kind, subject, payload })
  const enqueue = (
    subject: string,
    kind: DeliveryKind = 'stock',
    payload: unknown = { dish: 'soup' },
  ) => db.transact(() => add(subject, kind, payload))
  const entry = (subject: string): OutboxEntry | null => rows.open('stock', subject)
  return {
    clock,
    db,
    outbox,
    deliveries,
    reported,
    worker,
    happened,
    sent,
    times,
    probes,
    steps,
    add,
    enqueue,
    entry,
  }
}
