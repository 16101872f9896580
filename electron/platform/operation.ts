import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import { isUnencrypted } from '#contract/unencrypted.ts'
import type { DialectName } from './assumptions.ts'
import type { Check, ReadCheck, WriteCheck } from './check.ts'
import type { Connection } from './connection.ts'
import { fromVendor, toVendor, type Dialect } from './dialect.ts'
import { keyAreaOf } from './key-areas.ts'
import { isPlatforms, open, type Envelope } from './call/envelope.ts'
import { failed, firstIssue, type CallResult } from './call/failure.ts'
import { paceOf } from './call/pace.ts'
import { askAgain, isTemporary, type CallOptions, type ReadOptions } from './call/retry.ts'
import { isObject, readInSteps } from './tolerant/tolerant.ts'
import type { Steps } from '#contract/steps.ts'
import { runInTurns } from './tolerant/turns.ts'
import type { WireAnswer } from './call/answer.ts'
import { send, type WireRequest } from './call/transport.ts'

/**
 * One operation of the platform as data. The client sends and parses with it, and the documents are
 * made from it.
 */
export interface OperationSpec {
  /** Its area, for the OpenAPI document and the doctor. */
  area: string
  /** For the OpenAPI document: what it does, and rules that a schema can't express. */
  summary: string
  rules?: string
  method: WireRequest['method']
  base: 'v3' | 'v1' | 'tabs'
  /** Names in braces are `params`. */
  path: string | { named: DialectName }
  params?: z.ZodObject
  query?: z.ZodObject
  /** Parameters whose wire names are the dialect's. */
  queryNames?: Readonly<Record<string, DialectName>>
  body?: z.ZodType
  /** The last step before the body is sent: the dialect's spellings. */
  toWire?: (body: unknown, dialect: Dialect) => unknown
  /** Runs before `data` is parsed. */
  fromWire?: (data: unknown, dialect: Dialect) => Steps<unknown>
  /** Template of the Authorization header; `Bearer {token}` by default. */
  authorization?: DialectName
  /** Parses `data`, or the whole body without an envelope. */
  answer: z.ZodType
  /** The documented `data`, if `answer` accepts less. */
  promised?: z.ZodType
  /** The maximum number of records, and how to count them; 2,000 in one list by default. */
  mostRecords?: number
  countRecords?: (data: unknown) => number
  check: Check
}

/** A page has at most 1,000 records (platform/README.md, Limits), and we never ask for more. */
const mostRecordsOfPage = 2_000

const lists = ['items', 'movements', 'stores'] as const

function countRecords(data: unknown): number {
  const list = isObject(data) ? lists.map((name) => data[name]).find(Array.isArray) : data
  return Array.isArray(list) ? list.length : 0
}

type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? object extends z.input<Schema>
    ? Partial<Record<Name, z.input<Schema>>>
    : Record<Name, z.input<Schema>>
  : unknown

type InputOf<Spec extends OperationSpec> = Part<'params', Spec['params']> &
  Part<'query', Spec['query']> &
  Part<'body', Spec['body']>

type OptionsOf<Spec extends OperationSpec> = Spec['method'] extends 'GET'
  ? ReadOptions
  : CallOptions

/** Reads are tried and asked further with their parameters; writes never. */
type CheckOf<Spec extends OperationSpec> = OperationSpec['method'] extends Spec['method']
  ? Check
  : Spec['method'] extends 'GET'
    ? ReadCheck<Spec['query'] extends z.ZodType ? keyof z.input<Spec['query']> & string : never>
    : WriteCheck

/** A callable operation. It never throws, and never retries unless told to. */
export interface Operation<Spec extends OperationSpec = OperationSpec> {
  (
    connection: Connection,
    ...input: object extends InputOf<Spec>
      ? [input?: InputOf<Spec>, options?: OptionsOf<Spec>]
      : [input: InputOf<Spec>, options?: OptionsOf<Spec>]
  ): Promise<CallResult<z.output<Spec['answer']>>>
  readonly spec: Spec
}

/** How each interface wraps its answers. */
export const envelopes: Record<OperationSpec['base'], Envelope> = {
  v3: 'v3',
  v1: 'v1',
  tabs: 'bare',
}

const baseUrl = ({ v3Url, v1Url, tabsUrl }: Connection, base: OperationSpec['base']) =>
  ({ v3: v3Url, v1: v1Url, tabs: tabsUrl })[base]

/** The path template in force. */
export const pathOf = ({ path }: OperationSpec, dialect: Dialect): string =>
  typeof path === 'string' ? path : dialect[path.named]

/** A parameter's wire name. */
export const parameterName = (spec: OperationSpec, name: string, dialect: Dialect): string => {
  const named = spec.queryNames?.[name]
  return named === undefined ? toVendor(name, dialect) : dialect[named]
}

/** A query with the platform's names, arrays in the dialect's form. */
function queryOf(
  spec: OperationSpec,
  query: Readonly<Record<string, unknown>>,
  dialect: Dialect,
): Record<string, unknown> {
  const entries = Object.entries(query).map(([key, value]): [string, unknown] => {
    const name = parameterName(spec, key, dialect)
    if (!Array.isArray(value) || dialect.queryArrays === 'repeated') return [name, value]
    return dialect.queryArrays === 'commas' ? [name, value.join(',')] : [`${name}[]`, value]
  })
  return Object.fromEntries(entries)
}

function authorizationOf(spec: OperationSpec, connection: Connection): string | null {
  const { token, channelToken, dialect } = connection
  const template = spec.authorization === undefined ? 'Bearer {token}' : dialect[spec.authorization]
  const secret = spec.base === 'tabs' ? channelToken : token
  return secret === null ? null : template.replace('{token}', () => secret)
}

type Parts = Partial<Record<'params' | 'query' | 'body', unknown>>

const mebibyte = 1024 * 1024

function prepare(
  spec: OperationSpec,
  connection: Connection,
  input: Parts,
  options: ReadOptions,
): WireRequest | { refused: string } {
  const { dialect } = connection
  const read: Parts = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = spec[part]
    if (schema === undefined) continue
    const parsed = schema.safeParse(input[part] ?? (part === 'body' ? undefined : {}))
    if (!parsed.success) return { refused: firstIssue(parsed.error, part) }
    read[part] = parsed.data
  }
  const url = baseUrl(connection, spec.base)
  if (url === null) return { refused: `${spec.base}: its address is not known` }
  const authorization = authorizationOf(spec, connection)
  if (authorization === null) return { refused: `${spec.base}: its token is not known` }
  if (connection.readOnly === true && spec.method !== 'GET')
    return { refused: 'it writes, and this connection only reads' }
  if (options.retries !== undefined && spec.method !== 'GET')
    return { refused: 'retries: it writes, and is sent once' }
  let path = pathOf(spec, dialect)
  for (const [name, value] of Object.entries(read.params ?? {}))
    path = path.replace(`{${name}}`, () => encodeURIComponent(String(value)))
  return {
    method: spec.method,
    url: url + path,
    query: queryOf(spec, (read.query ?? {}) as Record<string, unknown>, dialect),
    authorization,
    body: spec.toWire === undefined ? read.body : spec.toWire(read.body, dialect),
    answerWithinMs: options.answerWithinMs ?? connection.answerWithinMs ?? 35_000,
    mostAnswerBytes: connection.mostAnswerBytes ?? 16 * mebibyte,
    signal: options.signal,
  }
}

/** The data of an answer with our names. */
function* dataOf(
  spec: OperationSpec,
  answer: WireAnswer,
  dialect: Dialect,
): Steps<CallResult<unknown>> {
  const opened = yield* open(answer, envelopes[spec.base])
  if (!opened.ok) return opened
  const named = yield* fromVendor(opened.value, dialect)
  return { ...opened, value: spec.fromWire ? yield* spec.fromWire(named, dialect) : named }
}

/** Reports a success or a 403 of the platform; any other answer says nothing about the key. */
function reportVerdict(
  spec: OperationSpec,
  { dialect, onVerdict }: Connection,
  opened: CallResult<unknown>,
): void {
  const area = keyAreaOf(spec)
  if (area === undefined) return
  if (!opened.ok && (opened.failure.kind !== 'answered' || opened.failure.status !== 403)) return
  const operation = `${spec.method} ${pathOf(spec, dialect)}`
  onVerdict?.({ area, operation, writes: spec.method !== 'GET', allowed: opened.ok })
}

/**
 * Sends the prepared request once and parses the answer, over several turns of the loop if it is
 * long.
 */
async function attempt(
  spec: OperationSpec,
  connection: Connection,
  request: WireRequest,
  { onData, memory }: ReadOptions,
): Promise<CallResult<unknown>> {
  const question = memory === undefined ? '' : JSON.stringify([request.url, request.query])
  const before = memory?.find(question) ?? null
  const answer =
    memory === undefined
      ? await send(request)
      : await send({ ...request, known: memory.markOf(question) }, memory.count)
  if (!answer.ok) return answer
  const { mark, repeated, answeredAt } = answer
  if (spec.base === 'v3' && answeredAt !== null) connection.onAnswer?.(answeredAt)
  if (repeated !== undefined && before !== null) {
    const { value, unread } = before
    if (mark !== undefined) memory?.keep(question, mark)
    return { ok: true, value, answeredAt, repeated: true, ...(unread && { unread }) }
  }
  const opened = await runInTurns(dataOf(spec, answer, connection.dialect))
  reportVerdict(spec, connection, opened)
  if (!opened.ok) return opened
  const data = opened.value
  const most = spec.mostRecords ?? mostRecordsOfPage
  if ((spec.countRecords ?? countRecords)(data) > most)
    return failed('unreadable', `more than ${String(most)} records`, answer.status, {
      partial: true,
    })
  if (onData !== undefined) {
    onData(data)
    // Parsing takes a while, so requests made meanwhile are sent first, in the turn after the next
    // (call/transport.ts).
    await nextTurn()
    await nextTurn()
  }
  const parsed = await runInTurns(readInSteps(spec.answer, data, connection.timeZone))
  if (!parsed.ok) {
    const within = envelopes[spec.base] === 'bare' ? '' : 'data'
    const kind = isPlatforms(answer, envelopes[spec.base]) ? 'unreadable' : 'foreign'
    return failed(kind, firstIssue(parsed.error, within), answer.status)
  }
  const { value, unread } = parsed
  if (mark !== undefined) {
    const read = { value, unread: unread.length > 0 ? unread : undefined }
    memory?.keep(question, mark, read)
  }
  return { ...opened, value, ...(unread.length > 0 && { unread }) }
}

/** The same, unless the server is out; the result shows whether it answers. */
async function attemptIfReachable(
  spec: OperationSpec,
  connection: Connection,
  request: WireRequest,
  options: ReadOptions,
): Promise<CallResult<unknown>> {
  const { reach } = connection
  if (reach === undefined) return attempt(spec, connection, request, options)
  const out = reach.whyOut(request.url)
  if (out !== null)
    return { ok: false, failure: spec.method === 'GET' ? out : { ...out, kind: 'not-sent' } }
  const askedAt = reach.now()
  const result = await attempt(spec, connection, request, options)
  reach.report(request.url, result, askedAt)
  return result
}

async function call(
  spec: OperationSpec,
  connection: Connection,
  input: Parts,
  options: ReadOptions,
): Promise<CallResult<unknown>> {
  const request = prepare(spec, connection, input, options)
  if ('refused' in request) return failed('invalid', request.refused)
  // Check this here, where everything with a token passes: no profile, flag or form can forget it.
  if (connection.isMoved?.() === true)
    return failed('not-sent', 'another computer has the store', null, { reason: 'moved' })
  if (connection.allowHttp !== true && isUnencrypted(request.url))
    return failed('not-sent', 'http is not encrypted', null, { reason: 'unencrypted' })
  return askAgain(() => attemptIfReachable(spec, connection, request, options), {
    retries: options.retries ?? 0,
    isWorth: isTemporary,
    pace: paceOf(connection),
    signal: options.signal,
  })
}

/**
 * Makes an operation callable. Its input is parsed first, so only documented fields are sent; every
 * failure is a result (call/failure.ts).
 */
export function operation<const Spec extends OperationSpec>(
  spec: Spec & { check: CheckOf<Spec> },
): Operation<Spec> {
  const run = (connection: Connection, input: Parts = {}, options: ReadOptions = {}) =>
    call(spec, connection, input, options)
  return Object.assign(run, { spec }) as Operation<Spec>
}
