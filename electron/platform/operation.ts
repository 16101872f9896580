import type { z } from 'zod'
import { isUnencrypted } from '#contract/shared/unencrypted.ts'
import type { DialectName } from './assumptions.ts'
import type { Check, ReadCheck, WriteCheck } from './check.ts'
import type { Connection } from './connection.ts'
import { toVendor, type Dialect } from './dialect.ts'
import { keyAreaOf } from './key-areas.ts'
import { failed, firstIssue, type CallResult } from './call/failure.ts'
import { paceOf } from './call/pace.ts'
import { askAgain, isTemporary, type CallOptions, type ReadOptions } from './call/retry.ts'
import { send, type WireRequest } from './call/transport.ts'
import { pathOf, readAnswer, type AnswerSpec } from './read-answer.ts'

/**
 * One operation of the platform as data. The client sends and parses with it, and the documents are
 * made from it.
 */
export interface OperationSpec extends AnswerSpec {
  /** Its area, for the OpenAPI document and the doctor. */
  area: string
  /** For the OpenAPI document: what it does, and rules that a schema can't express. */
  summary: string
  rules?: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** Parameters whose wire names are the dialect's. */
  queryNames?: Readonly<Record<string, DialectName>>
  body?: z.ZodType
  /** The last step before the body is sent: the dialect's spellings. */
  toWire?: (body: unknown, dialect: Dialect) => unknown
  /** Template of the Authorization header; `Bearer {token}` by default. */
  authorization?: DialectName
  /** The documented `data`, if `answer` accepts less. */
  promised?: z.ZodType
  check: Check
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

const baseUrl = ({ v3Url, v1Url, tabsUrl }: Connection, base: OperationSpec['base']) =>
  ({ v3: v3Url, v1: v1Url, tabs: tabsUrl })[base]

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
    maxAnswerBytes: connection.maxAnswerBytes ?? 16 * mebibyte,
    signal: options.signal,
  }
}

/** Reports a success or a 403 of the platform; any other answer says nothing about the key. */
function reportVerdict(
  spec: OperationSpec,
  { dialect, onVerdict }: Connection,
  verdict: CallResult<null>,
): void {
  const area = keyAreaOf(spec)
  if (area === undefined) return
  if (!verdict.ok && (verdict.failure.kind !== 'answered' || verdict.failure.status !== 403)) return
  const operation = `${spec.method} ${pathOf(spec, dialect)}`
  onVerdict?.({ area, operation, writes: spec.method !== 'GET', allowed: verdict.ok })
}

/** A longer answer is read in another thread, if the connection has one: it may have 1,000 records. */
const longAnswer = 4 * 1024

/** Sends the prepared request once and reads the answer. */
async function attempt(
  spec: OperationSpec,
  connection: Connection,
  request: WireRequest,
  { onRaw, memory }: ReadOptions,
): Promise<CallResult<unknown>> {
  const question = memory === undefined ? '' : JSON.stringify([request.url, request.query])
  const before = memory?.find(question) ?? null
  const condition = memory === undefined ? {} : { knownMark: memory.markOf(question) }
  const sent = await send({ ...request, ...condition }, (bytes) => memory?.count(bytes))
  if (!sent.ok) return sent
  const { authorization, maxAnswerBytes } = request
  const { dialect, timeZone = null } = connection
  const wantsRaw = onRaw !== undefined
  const how = { authorization, maxAnswerBytes, ...condition, dialect, timeZone, wantsRaw }
  const isLong = (sent.answer.bytes?.length ?? 0) > longAnswer
  const read =
    isLong && connection.readLong !== undefined
      ? await connection.readLong(spec, sent.answer, how)
      : readAnswer(spec, sent.answer, how)
  if (read.kind === 'none') return { ok: false, failure: read.failure }
  const { answeredAt, mark } = read
  if (spec.base === 'v3' && answeredAt !== null) connection.onAnswer?.(answeredAt)
  if (read.kind === 'repeated') {
    if (mark !== undefined) memory?.keep(question, mark)
    const { value, unread } = before ?? { value: undefined, unread: undefined }
    return { ok: true, value, answeredAt, repeated: true, ...(unread && { unread }) }
  }
  reportVerdict(spec, connection, read.verdict)
  const { result } = read
  if (result.ok && mark !== undefined)
    memory?.keep(question, mark, { value: result.value, unread: result.unread })
  if (read.verdict.ok) onRaw?.(read.raw)
  return result
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
  return Object.assign(
    (connection: Connection, input: Parts = {}, options: ReadOptions = {}) =>
      call(spec, connection, input, options),
    { spec },
  ) as Operation<Spec>
}
