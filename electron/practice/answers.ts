import type { HonoRequest } from 'hono'
import { z } from 'zod'
import { parameterName, type OperationSpec } from '#platform/operation.ts'
import { platformOperations, type PlatformOperationName } from '#platform/operations.ts'
import { dialect } from './dialect.ts'

/** A no: its status, version 3's word for it and its sentence. `data` is there where items of a body are at fault. */
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

/** A request that has an error; `detail` says which. */
export const badRequest = (detail: string): Refusal => new Refusal(400, 'error', detail)

/** Something that is named and that nobody knows. */
export const notFound = (what: string): Refusal =>
  new Refusal(404, 'not-found', `${what} not found`)

type SpecOf<Name extends PlatformOperationName> = (typeof platformOperations)[Name]['spec']

/** The names of an operation's parameters, in its path or in its query. */
type NamesIn<
  Name extends PlatformOperationName,
  Part extends 'params' | 'query',
> = Name extends PlatformOperationName
  ? SpecOf<Name> extends Record<Part, { shape: infer Shape }>
    ? keyof Shape & string
    : never
  : never

/** A schema for each parameter of an operation's query, and for what is refused besides. */
type QueryOf<Name extends PlatformOperationName> = z.ZodObject<
  Record<NamesIn<Name, 'query'>, z.ZodType>
>

/** What the operation itself says of its body. */
type BodyOf<Name extends PlatformOperationName> =
  SpecOf<Name> extends { body: infer Body extends z.ZodType } ? Body : z.ZodType<never>

type ParamsOf<Name extends PlatformOperationName> = {
  [Param in NamesIn<Name, 'params'>]: string
}

interface Asked<Name extends PlatformOperationName, Found, Query, Body> {
  params: ParamsOf<Name>
  found: Found
  query: z.output<Query>
  body: z.output<Body>
  request: HonoRequest
}

/** What an operation does, in its three steps. Each may end in a `Refusal`. */
type Steps<Name extends PlatformOperationName, Found, Query, Body> = {
  /** Looks up what the path names, before anything else is read. */
  find?: (params: ParamsOf<Name>) => Found | Refusal
  /** Needed where the operation is given a body that the practice platform reads by rules of its own. */
  body?: Body
  answer: (asked: Asked<Name, Found, Query, Body>) => unknown
} & (SpecOf<Name> extends { query: z.ZodType }
  ? { /** All of it is text on the wire, so each room says how it reads that. */ query: Query }
  : { query?: Query })

/** What answers an operation. `ask` resolves to the data of the answer, without its envelope, or to a `Refusal`. */
export interface Behaviour<Name extends PlatformOperationName> {
  readonly operation: Name
  ask(request: HonoRequest): Promise<unknown>
}

/** One behaviour for each operation: what none answers does not compile. */
export type Rooms = { [Name in PlatformOperationName]: Behaviour<Name> }

/** Says the first thing that is wrong, under its name on the wire. */
function refuse({ issues: [issue] }: z.ZodError, nameOf = (part: string) => part): Refusal {
  const path = (issue?.path ?? []).map((part) => nameOf(String(part)))
  return badRequest(`${path.join('.')}: ${issue?.message ?? ''}`)
}

/** Reads the parameters that `schema` names, under the dialect's names. Others are left alone, as most servers do. */
function readQuery(request: HonoRequest, spec: OperationSpec, schema: z.ZodObject): unknown {
  const nameOf = (key: string): string => parameterName(spec, key, dialect)
  const given: Record<string, string | string[]> = {}
  for (const key of Object.keys(schema.shape)) {
    const values = request.queries(nameOf(key)) ?? []
    const [first] = values
    if (first !== undefined) given[key] = values.length === 1 ? first : values
  }
  const read = schema.safeParse(given)
  return read.success ? read.data : refuse(read.error, nameOf)
}

/** Reads a JSON body; what is no JSON is undefined, which few schemas take. */
async function readBody(request: HonoRequest, schema: z.ZodType): Promise<unknown> {
  const body: unknown = await request.json().catch(() => undefined)
  const read = schema.safeParse(body)
  if (read.success) return read.data
  return body === undefined ? badRequest('body: must be JSON') : refuse(read.error)
}

/** Answers an operation by the steps of a room. Its body is read by the operation's own schema unless they have one. */
export function answers<
  Name extends PlatformOperationName,
  Found = undefined,
  Query extends QueryOf<Name> = QueryOf<Name>,
  Body extends z.ZodType = BodyOf<Name>,
>(operation: Name, steps: Steps<Name, Found, Query, Body>): Behaviour<Name> {
  const { spec }: { spec: OperationSpec } = platformOperations[operation]
  const bodySchema = steps.body ?? spec.body
  return {
    operation,
    async ask(request) {
      const params = request.param() as ParamsOf<Name>
      const found = steps.find?.(params)
      if (found instanceof Refusal) return found
      const query = steps.query && readQuery(request, spec, steps.query)
      if (query instanceof Refusal) return query
      const body = bodySchema && (await readBody(request, bodySchema))
      if (body instanceof Refusal) return body
      return steps.answer({ params, found, query, body, request } as Asked<
        Name,
        Found,
        Query,
        Body
      >)
    },
  }
}

/** A whole number in a query. */
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

/** A boolean in a query. */
export const yesOrNo = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((word) => word === 'true')

/** An array in a query, repeated (`a=1&a=2`); a single value is an array of one. */
export const severalTexts = z
  .union([z.array(z.string()), z.string().transform((text) => [text])])
  .default([])

/** A date-time, with Z or an offset. A bare day is none. */
export const dateTime = z.iso.datetime({ offset: true, error: 'must be a date-time' })

/** The same as what it is in UTC, with milliseconds. */
export const dateTimeInUtc = dateTime.transform((given) => new Date(given).toISOString())

/** What the pages of the lists of coupons, orders and tabs are asked for by. */
export const pageAndLimit = {
  page: wholeNumber(1).default(1),
  limit: wholeNumber(1, 100).default(10),
}

/** What the version 3 list envelope says beside the items. */
interface PageInfo {
  hasNextPage: boolean
  hasPreviousPage: boolean
  totalPages: number
  totalCount: number
}

/** What a page can be cut out of: an array, or something that makes up what is asked for. */
export type Listed<Item> = Pick<readonly Item[], 'length' | 'slice'>

/** A page of a list in the version 3 list envelope; pages count from 1. */
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
