import type { Examination, OperationFinding, Proof, WrongValueFinding } from '#contract/doctor.ts'
import type { MenuGaps } from '#contract/stock.ts'
import type { DialectName } from '#platform/assumptions.ts'
import type { Connection } from '#platform/connection.ts'
import { readMe } from '#platform/me.ts'
import { platformOperations, type PlatformOperationName } from '#platform/operations.ts'
import { findStore } from '#domain/connection/find-store.ts'
import { sightOf, storesIn } from '#domain/connection/sight.ts'
import { isoNow, systemClock, type Clock } from '../clock.ts'
import { createProbeClient } from './probe-client.ts'
import { examineCoupons } from './coupons.ts'
import { findingOf, whatCameOf, type What } from './finding.ts'
import { examineLoyalty } from './loyalty.ts'
import { createMask } from './mask.ts'
import { examineMenus } from './menus.ts'
import { observedEvents, nameFindings, type EventSeen } from './names.ts'
import { objectsAt } from './observed-names.ts'
import { examineOrders } from './orders.ts'
import type { Verdicts } from './proof.ts'
import { createProbe } from './probe.ts'
import { examineTabs } from './tabs.ts'
import { examineWriting } from './writing.ts'

export interface ExamineOptions {
  /** The store to look at; where it is null, the first that the token sees. */
  storeId: string | null
  /** What the inbox has, asked at the end; default nothing. */
  events?: () => readonly EventSeen[]
  /** Overrides of the profile that are no name of the dialect. */
  unknownNames?: readonly string[]
  /** Overrides with a value that their names cannot have. */
  wrongValues?: readonly WrongValueFinding[]
  /** How long an answer may take; default 15 s. */
  answerWithinMs?: number
  /** Calls the examination off: it rejects then. */
  signal?: AbortSignal
  clock?: Clock
  /** After each operation. What it gets is a copy. */
  onProgress?: (soFar: Examination) => void
}

const names = Object.keys(platformOperations) as PlatformOperationName[]
const isReading = (name: PlatformOperationName): boolean =>
  platformOperations[name].spec.method === 'GET'

/** As the contract tells them: what the profile says stays where it is. */
export const wrongValueFindings = (found: readonly WrongValueFinding[]): WrongValueFinding[] =>
  found.map(({ name, values, default: byDefault }) => ({ name, values, default: byDefault }))

/** Before the first examination. */
export const neverExamined: Examination = {
  state: 'never',
  startedAt: null,
  endedAt: null,
  done: 0,
  total: names.length,
  store: { state: 'unknown', stores: null, names: [] },
  operations: [],
  names: [],
  unknownNames: [],
  wrongValues: [],
  menu: null,
}

/**
 * Tries every operation of the platform that reads, one request after the other, and tells which names of the dialect
 * the answers prove. Nothing that writes leaves. Rejects only where it was called off.
 */
export async function examine(
  connection: Connection,
  options: ExamineOptions,
): Promise<Examination> {
  const { storeId, unknownNames = [], wrongValues = [], clock = systemClock } = options
  const { signal = new AbortController().signal, answerWithinMs = 15_000 } = options
  const { dialect, token, channelToken } = connection
  const startedAt = isoNow(clock)
  const found = new Map<PlatformOperationName, OperationFinding>()
  const verdicts: Verdicts = {}
  const unclaimed = new Map<string, string[]>()
  let menu: MenuGaps | null = null
  let store = neverExamined.store
  /** Ids that were asked for: the platform may repeat them in its words. */
  const ids = new Set(storeId === null ? [] : [storeId])
  const client = createProbeClient({
    connection,
    answerWithinMs,
    clock,
    signal,
    onAsk(about) {
      for (const word of about) ids.add(word)
    },
  })
  const mask = createMask([token, channelToken], () => ids)

  const soFar = (): OperationFinding[] =>
    names.flatMap((name) => {
      const finding = found.get(name)
      return finding === undefined ? [] : [finding]
    })

  const examination = (state: 'running' | 'done'): Examination => ({
    state,
    startedAt,
    endedAt: state === 'done' ? isoNow(clock) : null,
    done: found.size,
    total: names.length,
    store,
    operations: soFar(),
    names: state === 'done' ? nameFindings(dialect, verdicts, soFar(), unclaimed) : [],
    unknownNames: [...unknownNames],
    wrongValues: wrongValueFindings(wrongValues),
    menu,
  })

  function note(name: PlatformOperationName, what: What): void {
    const words = what.words === null ? null : mask(what.words)
    found.set(name, findingOf(name, dialect, { ...what, words }))
    options.onProgress?.(examination('running'))
  }

  /** What was proven once stays proven: one clear sight of a name is enough. */
  function prove(seen: Verdicts): void {
    const before = { ...verdicts }
    Object.assign(verdicts, seen)
    for (const [name, proof] of Object.entries(before) as [DialectName, Proof][])
      if (proof === 'proven' || verdicts[name] === 'unclear') verdicts[name] = proof
  }

  options.onProgress?.(examination('running'))
  const me = await client.ask(readMe)
  const seen = me.result.ok ? storesIn(me.result.value) : []
  const own = findStore(seen, storeId)
  if (me.result.ok && storeId !== null) store = sightOf(seen, own !== undefined)
  for (const { id, externalId } of seen) for (const each of [id, externalId ?? id]) ids.add(each)
  const stores = seen.map(({ id }) => id)
  note('readMe', whatCameOf(me.result))
  // That stores lack it is as it is specified, and contradicts nothing.
  if (objectsAt(me.raw, 'stores').some((each) => Object.hasOwn(each, dialect['store.externalId'])))
    prove({ 'store.externalId': 'proven' })
  const probe = createProbe({
    client,
    dialect,
    storeId: own?.id ?? storeId ?? stores[0] ?? null,
    stores: stores.slice(0, 2),
    now: clock.now(),
    note,
    prove,
    saw(thing, fields) {
      if (fields.length > 0) unclaimed.set(thing, fields.map(mask))
    },
    noteMenu(gaps) {
      menu = gaps
    },
  })
  await examineOrders(probe)
  await examineMenus(probe)
  await examineCoupons(probe)
  await examineLoyalty(probe)
  await examineTabs(probe)
  await examineWriting(probe)
  prove(observedEvents(dialect, options.events?.() ?? []))
  for (const name of names)
    if (!isReading(name)) note(name, { finding: 'writes', status: null, words: null })
  return examination('done')
}
