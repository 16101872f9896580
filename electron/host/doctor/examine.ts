import { z } from 'zod'
import type { Examination, Proof } from '#contract/doctor/doctor.ts'
import { findStore, storeAccess, storesOfToken } from '#domain/connection/store-access.ts'
import { countLost, menuGaps } from '#domain/menu/menu-gaps.ts'
import { readMenuItems } from '#domain/menu/menu-items.ts'
import { menusOf } from '#domain/menu/menus-of.ts'
import type { ReadCheck, WriteCheck } from '#platform/check.ts'
import type { CallResult } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import { readMe } from '#platform/me.ts'
import type { Menu } from '#platform/menu.ts'
import { listMenus } from '#platform/menus.ts'
import type { OperationSpec } from '#platform/operation.ts'
import { platformOperations, type PlatformOperationName } from '#platform/operations.ts'
import { idInPath } from '#platform/sent-values.ts'
import { systemClock } from '../clock/clock.ts'
import { Findings, operationNames, type ExamineOptions } from './examination.ts'
import { whatCameOf } from './finding.ts'
import { observedEvents } from './names.ts'
import { ProbeClient, type ProbeAnswer, type ProbeInput } from './probe.ts'
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

/** An operation whose answer another one needs. */
interface Answering<Value> {
  (...input: never): Promise<CallResult<Value>>
  readonly spec: object
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
class OperationChecks {
  readonly #client: ProbeClient
  readonly #findings: Findings
  readonly #subject: Subject
  /** By spec; null if an input was missing. */
  readonly #tried = new Map<object, Tried | null>()

  constructor(client: ProbeClient, findings: Findings, subject: Subject) {
    this.#client = client
    this.#findings = findings
    this.#subject = subject
  }

  /** The answer of an operation, which is tried first if needed; undefined if it failed. */
  async answerOf<Value>({ spec }: Answering<Value>): Promise<Value | undefined> {
    const reader = readers.find((each) => each.spec === spec)
    const tried = reader && (await this.attempt(reader))
    return tried?.result.ok === true ? (tried.result.value as Value) : undefined
  }

  /** Tries an operation in its simplest form and records the result. */
  async attempt({ name, spec, check }: Checked<ReadCheck>): Promise<Tried | null> {
    const before = this.#tried.get(spec)
    if (before !== undefined) return before
    const { storeId } = this.#subject
    const input =
      (await check.ask?.({ storeId, answerOf: (operation) => this.answerOf(operation) })) ?? {}
    if ('missing' in input) {
      this.#tried.set(spec, null)
      this.#noteMissing(name, input.missing)
      return null
    }
    const tried = { input, ...(await this.#client.ask(spec, input)) }
    this.#tried.set(spec, tried)
    this.#note(name, spec, check, tried)
    return tried
  }

  /** Asks more, unless another list proves the same. */
  async ask({ spec, check }: Checked<ReadCheck>): Promise<void> {
    const first = this.#tried.get(spec)
    if (first?.result.ok !== true) return
    const alike = readers.filter((each) => each.check.alike === check.alike)
    const best = alike.find((each) => this.#hasTwo(each)) ?? alike[0]
    if (check.alike !== undefined && best?.spec !== spec) return
    const { input } = first
    await askFurther(
      check,
      {
        ...{ spec, subject: this.#subject, first },
        ask: (query) => this.#client.ask(spec, { ...input, query: { ...input.query, ...query } }),
        look: (checks, raw) => this.#findings.look(checks, raw),
      },
      (seen) => this.#findings.prove(seen),
    )
  }

  #noteMissing(name: PlatformOperationName, missing: string): void {
    const { down } = this.#client
    const finding = down ? 'unreachable' : 'nothing-to-ask'
    this.#findings.note(name, { finding, status: null, message: down ? null : missing })
  }

  #note(name: PlatformOperationName, spec: OperationSpec, check: ReadCheck, tried: Tried): void {
    this.#findings.note(name, whatCameOf(tried.result))
    this.#findings.look(check.looks ?? [], tried.raw)
    if (typeof spec.path !== 'string')
      this.#findings.prove({ [spec.path.named]: proofOfPath(tried) })
    if (spec === listMenus.spec)
      this.#findings.noteMenu(gapsOf(tried.result, this.#subject.storeId))
  }

  #hasTwo({ spec }: Checked<ReadCheck>): boolean {
    const { result } = this.#tried.get(spec) ?? {}
    return result !== undefined && itemsOf(result).length > 1
  }
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

/** Whether the platform answers that another method is needed there. */
async function isNotAllowed(
  client: ProbeClient,
  spec: OperationSpec,
  params: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { result } = await client.ask(spec, { params })
  return !result.ok && result.failure.status === notAllowed
}

/**
 * Checks the path of a writing operation without writing. Reading there changes nothing, and a
 * platform that answers 405 (another method) has the path. Any other answer is open, and so is a
 * platform that answers 405 for missing paths.
 */
async function provePath(
  { path }: OperationSpec,
  storeId: string | null,
  client: ProbeClient,
): Promise<Verdicts> {
  if (storeId === null || typeof path === 'string') return {}
  // Whether a path exists doesn't depend on the requested id.
  const params = { storeId, productId: storeId }
  const isThere =
    (await isNotAllowed(client, pathOf(path), params)) &&
    !(await isNotAllowed(client, nowhere, params))
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
  const findings = new Findings(connection, options)
  const client = new ProbeClient(connection, options, (about) => findings.hide(about))
  const farFuture = new Date(clock.now() + tenYearsMs).toISOString()
  const subject: Subject = { dialect, storeId, stores: [], farFuture }
  const checks = new OperationChecks(client, findings, subject)
  options.onProgress?.(findings.examination('running'))

  const me = await checks.answerOf(readMe)
  const seen = me === undefined ? [] : storesOfToken(me)
  const own = findStore(seen, storeId)
  if (me !== undefined && storeId !== null) findings.noteStore(storeAccess(seen, storeId))
  findings.hide(seen.flatMap(({ id, externalId }) => [id, externalId ?? id]))
  const stores = seen.map(({ id }) => id)
  subject.storeId = own?.id ?? storeId ?? stores[0] ?? null
  subject.stores = stores.slice(0, 2)

  for (const area of Map.groupBy(readers, ({ spec }) => spec.area).values()) {
    for (const reader of area) await checks.attempt(reader)
    for (const reader of area) await checks.ask(reader)
  }
  for (const { spec, check } of writers)
    if (check.writes === 'by-its-path')
      findings.prove(await provePath(spec, subject.storeId, client))
  findings.prove(observedEvents(dialect, options.events?.() ?? []))
  for (const { name } of writers)
    findings.note(name, { finding: 'writes', status: null, message: null })
  return findings.examination('done')
}
