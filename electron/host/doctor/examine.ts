import { z } from 'zod'
import type { Examination, Proof } from '#contract/doctor.ts'
import { findStore, storeAccess, storesOfToken } from '#domain/connection/store-access.ts'
import { countLost, menuGaps } from '#domain/menu/menu-gaps.ts'
import { readMenuItems } from '#domain/menu/menu-items.ts'
import { menusOf } from '#domain/menu/menus-of.ts'
import type { CheckContext, ReadCheck, WriteCheck } from '#platform/check.ts'
import type { CallResult } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import { readMe } from '#platform/me.ts'
import type { Menu } from '#platform/menu.ts'
import { listMenus } from '#platform/menus.ts'
import type { OperationSpec } from '#platform/operation.ts'
import { platformOperations, type PlatformOperationName } from '#platform/operations.ts'
import { idInPath } from '#platform/sent-values.ts'
import { systemClock } from '../clock.ts'
import { createExamination, operationNames, type ExamineOptions } from './examination.ts'
import { whatCameOf } from './finding.ts'
import { observedEvents } from './names.ts'
import { createProbeClient, type ProbeAnswer, type ProbeInput } from './probe.ts'
import { itemsOf, pathProof, type Verdicts } from './proof.ts'
import { askFurther, type Subject } from './questions.ts'

const tenYearsMs = 10 * 365 * 24 * 3_600_000

interface Checked<Check> {
  name: PlatformOperationName
  spec: OperationSpec
  check: Check
}

const readers: Checked<ReadCheck>[] = []
const writers: Checked<WriteCheck>[] = []
for (const name of operationNames) {
  const { spec } = platformOperations[name]
  const { check } = spec
  if ('writes' in check) writers.push({ name, spec, check })
  else readers.push({ name, spec, check })
}

/** The input of an operation, and its answer. */
interface Tried extends ProbeAnswer {
  input: ProbeInput
}

/**
 * The proof of an operation's path, if the dialect names it: it must return exactly the requested
 * thing.
 */
function proofOfPath({ input, result }: Tried): Proof {
  const { _id: id } = result.ok ? (result.value as { _id?: unknown }) : {}
  const ids = Object.values(input.params ?? {})
  const isOther = ids.length > 0 && typeof id === 'string' && !ids.includes(id)
  return isOther ? 'contradicted' : pathProof(result)
}

/** How much of the store's menus has no place; null if no menu was read. */
function gapsOf(result: CallResult<unknown>, storeId: string | null) {
  const menus = result.ok ? (result.value as Menu[]) : []
  if (!result.ok || menus.length === 0) return null
  const own = menusOf(menus, (id) => id === storeId).menus
  return menuGaps(readMenuItems(own), countLost(result.unread ?? [], menus, own))
}

/** Tries each reading operation once, and asks more where that worked. */
function createOperationChecks(
  client: ReturnType<typeof createProbeClient>,
  { note, prove, look, noteMenu }: ReturnType<typeof createExamination>,
  subject: Subject,
) {
  const tried = new Map<object, Tried | null>()

  const answerOf: CheckContext['answerOf'] = async <Value>({ spec }: { spec: object }) => {
    const reader = readers.find((each) => each.spec === spec)
    const known = reader && (await attempt(reader))
    return known?.result.ok === true ? (known.result.value as Value) : undefined
  }

  /**
   * Tries an operation in its simplest form and records the result. Null if an input was missing.
   */
  async function attempt({ name, spec, check }: Checked<ReadCheck>): Promise<Tried | null> {
    const before = tried.get(spec)
    if (before !== undefined) return before
    const input = (await check.ask?.({ storeId: subject.storeId, answerOf })) ?? {}
    if ('missing' in input) {
      tried.set(spec, null)
      const finding = client.down ? 'unreachable' : 'nothing-to-ask'
      note(name, { finding, status: null, message: client.down ? null : input.missing })
      return null
    }
    const now = { input, ...(await client.ask(spec, input)) }
    tried.set(spec, now)
    note(name, whatCameOf(now.result))
    look(check.looks ?? [], now.raw)
    if (typeof spec.path !== 'string') prove({ [spec.path.named]: proofOfPath(now) })
    if (spec === listMenus.spec) noteMenu(gapsOf(now.result, subject.storeId))
    return now
  }

  const hasTwo = ({ spec }: Checked<ReadCheck>): boolean => {
    const { result } = tried.get(spec) ?? {}
    return result !== undefined && itemsOf(result).length > 1
  }

  /** Asks more, unless another list proves the same. */
  async function ask({ spec, check }: Checked<ReadCheck>): Promise<void> {
    const first = tried.get(spec)
    if (first?.result.ok !== true) return
    const alike = readers.filter((each) => each.check.alike === check.alike)
    const best = alike.find(hasTwo) ?? alike[0]
    if (check.alike !== undefined && best?.spec !== spec) return
    const askWith = (query: ProbeInput['query']) =>
      client.ask(spec, { ...first.input, query: { ...first.input.query, ...query } })
    await askFurther(check, { spec, subject, first, ask: askWith, look }, prove)
  }

  return { answerOf, attempt, ask }
}

const pathOf = (path: OperationSpec['path']): OperationSpec => ({
  area: 'Doctor',
  summary: 'Whether a path is there',
  method: 'GET',
  base: 'v3',
  path,
  params: z.object({ storeId: idInPath, productId: idInPath }),
  answer: z.unknown(),
  check: {},
})
/** No platform has this path. */
const nowhere = pathOf('/ecommerce/stores/{storeId}/{productId}/kitchen-pass-looks')

const notAllowed = 405

/**
 * Checks the path of a writing operation without writing. Reading there changes nothing, and a
 * platform that answers 405 (another method) has the path. Any other answer is open, and so is a
 * platform that answers 405 for missing paths.
 */
async function provePath(
  { path }: OperationSpec,
  storeId: string | null,
  ask: (spec: OperationSpec, input: ProbeInput) => Promise<ProbeAnswer>,
): Promise<Verdicts> {
  if (storeId === null || typeof path === 'string') return {}
  // Whether a path exists doesn't depend on the requested id.
  const params = { storeId, productId: storeId }
  const isNotAllowed = async (spec: OperationSpec): Promise<boolean> => {
    const { result } = await ask(spec, { params })
    return !result.ok && result.failure.status === notAllowed
  }
  const isThere = (await isNotAllowed(pathOf(path))) && !(await isNotAllowed(nowhere))
  return isThere ? { [path.named]: 'proven' } : {}
}

/**
 * Tries every reading operation, one request after the other, and returns which names of the
 * dialect are proven. Nothing that writes is sent. Rejects only when it is cancelled.
 */
export async function examine(
  connection: Connection,
  options: ExamineOptions,
): Promise<Examination> {
  const { storeId, clock = systemClock } = options
  const { dialect } = connection
  const examination = createExamination(connection, options)
  const { note, prove, hide } = examination
  const client = createProbeClient(connection, options, hide)
  const farFuture = new Date(clock.now() + tenYearsMs).toISOString()
  const subject: Subject = { dialect, storeId, stores: [], farFuture }
  const trials = createOperationChecks(client, examination, subject)
  options.onProgress?.(examination.read('running'))

  const me = await trials.answerOf(readMe)
  const seen = me === undefined ? [] : storesOfToken(me)
  const own = findStore(seen, storeId)
  if (me !== undefined && storeId !== null) examination.noteStore(storeAccess(seen, storeId))
  hide(seen.flatMap(({ id, externalId }) => [id, externalId ?? id]))
  const stores = seen.map(({ id }) => id)
  subject.storeId = own?.id ?? storeId ?? stores[0] ?? null
  subject.stores = stores.slice(0, 2)

  for (const area of Map.groupBy(readers, ({ spec }) => spec.area).values()) {
    for (const reader of area) await trials.attempt(reader)
    for (const reader of area) await trials.ask(reader)
  }
  for (const { spec, check } of writers)
    if (check.writes === 'by-its-path') prove(await provePath(spec, subject.storeId, client.ask))
  prove(observedEvents(dialect, options.events?.() ?? []))
  for (const { name } of writers) note(name, { finding: 'writes', status: null, message: null })
  return examination.read('done')
}
