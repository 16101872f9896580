import type { HonoRequest } from 'hono'
import { z } from 'zod'
import { parameterName, type OperationSpec } from '#platform/operation.ts'
import { platformOperations, type PlatformOperationName } from '#platform/operations.ts'
import { dialect } from './dialect.ts'

/**
 * A refusal: its status, version 3's name of the error and its sentence. `data` is present if items
 * of a body are wrong.
 */
export class Refusal {
  readonly status: 400 | 401 | 404 | 500
  readonly error: string
  readonly message: string
  readonly data: object | undefined

  constructor(status: Refusal['status'], error: string, message: string, data?: object) {
    this.status = status
    this.error = error
    this.message = message
    this.data = data
  }
}

/** A request with an error; `detail` says which. */
export const badRequest = (detail: string): Refusal => new Refusal(400, 'error', detail)

export const notFound = (what: string): Refusal =>
  new Refusal(404, 'not-found', `${what} not found`)

type SpecOf<Name extends PlatformOperationName> = (typeof platformOperations)[Name]['spec']

type NamesIn<
  Name extends PlatformOperationName,
  Part extends 'params' | 'query',
> = Name extends PlatformOperationName
  ? SpecOf<Name> extends Record<Part, { shape: infer Shape }>
    ? keyof Shape & string
    : never
  : never

/** A schema for each query parameter of an operation; it may be stricter than the operation's own. */
type QueryOf<Name extends PlatformOperationName> = z.ZodObject<
  Record<NamesIn<Name, 'query'>, z.ZodType>
>

type BodyOf<Name extends PlatformOperationName> =
  SpecOf<Name> extends { body: infer Body extends z.ZodType } ? Body : z.ZodType<never>

type ParamsOf<Name extends PlatformOperationName> = {
  [Param in NamesIn<Name, 'params'>]: string
}

interface Asked<Name extends PlatformOperationName, Target, Query, Body> {
  params: ParamsOf<Name>
  target: Target
  query: z.output<Query>
  body: z.output<Body>
  request: HonoRequest
}

/** What an operation does, in three steps. Each may end in a `Refusal`. */
type Steps<Name extends PlatformOperationName, Target, Query, Body> = {
  /** Looks up what the path names, before anything else is parsed. */
  find?: (params: ParamsOf<Name>) => Target | Refusal
  /** Set if the practice platform parses the body by its own rules. */
  body?: Body
  answer: (asked: Asked<Name, Target, Query, Body>) => unknown
} & (SpecOf<Name> extends { query: z.ZodType }
  ? { /** All of it is text on the wire, so each room says how it reads that. */ query: Query }
  : { query?: Query })

/**
 * Answers one operation. `ask` resolves to the data of the answer, without its envelope, or to a
 * `Refusal`.
 */
export interface Behaviour<Name extends PlatformOperationName> {
  readonly operation: Name
  ask(request: HonoRequest): Promise<unknown>
}

/** One behaviour for each operation: a missing one doesn't compile. */
export type Rooms = { [Name in PlatformOperationName]: Behaviour<Name> }

type Joined<Parts> = Parts extends [infer First, ...infer Others] ? First & Joined<Others> : object

/** The operations of several objects in one. */
export const joinOperations = <Parts extends Partial<Rooms>[]>(...parts: Parts): Joined<Parts> =>
  Object.assign({}, ...parts) as Joined<Parts>

const asItIs = (part: string): string => part

/** A refusal that names the first problem, by its name on the wire. */
function refuse({ issues: [issue] }: z.ZodError, nameOf = asItIs): Refusal {
  const path = (issue?.path ?? []).map((part) => nameOf(String(part)))
  return badRequest(`${path.join('.')}: ${issue?.message ?? ''}`)
}

/** Parses the parameters in `schema`, by the dialect's names. Like most servers, it ignores others. */
function readQuery(request: HonoRequest, spec: OperationSpec, schema: z.ZodObject): unknown {
  const query: Record<string, string | string[]> = {}
  for (const key of Object.keys(schema.shape)) {
    const values = request.queries(parameterName(spec, key, dialect)) ?? []
    const [first] = values
    if (first !== undefined) query[key] = values.length === 1 ? first : values
  }
  const parsed = schema.safeParse(query)
  return parsed.success
    ? parsed.data
    : refuse(parsed.error, (key) => parameterName(spec, key, dialect))
}

/** Parses a JSON body. A body that isn't JSON is undefined, which few schemas accept. */
async function readBody(request: HonoRequest, schema: z.ZodType): Promise<unknown> {
  const body: unknown = await request.json().catch(() => undefined)
  const read = schema.safeParse(body)
  if (read.success) return read.data
  return body === undefined ? badRequest('body: must be JSON') : refuse(read.error)
}

/** An operation in steps. Its own schema parses the body unless the steps have one. */
class SteppedBehaviour<
  Name extends PlatformOperationName,
  Target,
  Query extends QueryOf<Name>,
  Body extends z.ZodType,
> implements Behaviour<Name> {
  readonly operation: Name
  readonly #steps: Steps<Name, Target, Query, Body>
  readonly #spec: OperationSpec

  constructor(operation: Name, steps: Steps<Name, Target, Query, Body>) {
    this.operation = operation
    this.#steps = steps
    this.#spec = platformOperations[operation].spec
  }

  async ask(request: HonoRequest): Promise<unknown> {
    const params = request.param() as ParamsOf<Name>
    const target = this.#steps.find?.(params)
    if (target instanceof Refusal) return target
    const query = this.#steps.query && readQuery(request, this.#spec, this.#steps.query)
    if (query instanceof Refusal) return query
    const schema = this.#steps.body ?? this.#spec.body
    const body = schema && (await readBody(request, schema))
    if (body instanceof Refusal) return body
    const asked = { params, target, query, body, request } as Asked<Name, Target, Query, Body>
    return this.#steps.answer(asked)
  }
}

/** The behaviour of an operation, from its steps. */
export const answers = <
  Name extends PlatformOperationName,
  Target = undefined,
  Query extends QueryOf<Name> = QueryOf<Name>,
  Body extends z.ZodType = BodyOf<Name>,
>(
  operation: Name,
  steps: Steps<Name, Target, Query, Body>,
): Behaviour<Name> => new SteppedBehaviour(operation, steps)

export const wholeNumber = (low: number, high = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(
      z
        .number()
        .min(low, `must be at least ${low}`)
        .max(high, `must be at most ${String(high)}`),
    )

export const yesOrNo = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((word) => word === 'true')

/** A repeated query parameter (`a=1&a=2`); a single value is an array of one. */
export const severalTexts = z
  .union([z.array(z.string()), z.string().transform((text) => [text])])
  .default([])

/** A date-time with Z or an offset, never a bare day. */
export const dateTime = z.iso.datetime({ offset: true, error: 'must be a date-time' })

/** A date-time converted to UTC with milliseconds. */
export const dateTimeInUtc = dateTime.transform((text) => new Date(text).toISOString())

export const pageAndLimit = {
  page: wholeNumber(1).default(1),
  limit: wholeNumber(1, 100).default(10),
}

/** The fields of the version 3 list envelope besides the items. */
interface PageInfo {
  hasNextPage: boolean
  hasPreviousPage: boolean
  totalPages: number
  totalCount: number
}

/** A source of pages: an array, or something that generates the requested items. */
export type Listed<Item> = Pick<readonly Item[], 'length' | 'slice'>

/** A page in the version 3 list envelope; pages count from 1. */
export function listPage<Item>(
  all: Listed<Item>,
  page: number,
  limit: number,
): PageInfo & { items: Item[] } {
  const totalPages = Math.ceil(all.length / limit)
  return {
    items: all.slice((page - 1) * limit, page * limit),
    hasNextPage: page < totalPages,
    hasPreviousPage: page > 1,
    totalPages,
    totalCount: all.length,
  }
}
