import type { ItemErrors } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import type { PlatformOperationName } from '#platform/operations.ts'
import type { Practice } from '#practice/platform.ts'

/** What a row may need to know about the platform under test. */
export interface World {
  practice: Practice
  connection: Connection
}

export interface Asked {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/**
 * The ids of everything in a website that an operation can name, of its own or of another website.
 */
export type Ids = Readonly<
  Record<
    | 'store'
    | 'externalStore'
    | 'order'
    | 'menu'
    | 'product'
    | 'modifier'
    | 'option'
    | 'coupon'
    | 'client'
    | 'user'
    | 'shift'
    | 'channel'
    | 'channelOrder'
    | 'reservation',
    string
  >
>

/** For operations about a website's own things: requests with every way to name them. */
export type Asks = Readonly<Record<string, (ids: Ids, own: Ids) => Asked[]>>

/** The input of an operation, or how to get it. */
type Input = Asked | ((world: World) => Asked | Promise<Asked>)

export interface RawRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Follows the base of its interface; includes the query. */
  path: string
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown
  /** Default: the interface's own token. */
  authorization?: string
}

interface Reported {
  /** The operation's method and path, or the rule that the row is about. */
  section: string
  operation: PlatformOperationName
  title: string
}

/** Fields of an answer, or the items of a plain array. */
type Answers = Readonly<Record<string, unknown>> | readonly unknown[]

/**
 * The platform accepts it, and the answer has at least these fields, which may depend on the input.
 */
interface GoodRow extends Reported {
  input?: Input
  answers: Answers | ((asked: Asked) => Answers)
}

/** The client doesn't send it: the failure's message begins with the field. */
interface UnsentRow extends Reported {
  input?: Input
  unsent: string
}

/** The platform rejects the client's request. */
interface RefusedRow extends Reported {
  input?: Input
  refused: { status: number; message: string; itemErrors?: ItemErrors[] }
}

/** The platform's whole reply to a request that the client would not send. */
interface RawRow extends Reported {
  raw: RawRequest | ((world: World) => RawRequest)
  replies: { status: number; body: unknown }
}

export type Row = GoodRow | UnsentRow | RefusedRow | RawRow

export const askedBy = async (row: { input?: Input }, world: World): Promise<Asked> =>
  typeof row.input === 'function' ? await row.input(world) : (row.input ?? {})

/** Whether the platform should accept the row. */
export const isGood = (row: Row): boolean =>
  'answers' in row || ('replies' in row && row.replies.status === 200)

/**
 * Version 3's error with the documented text; the part in brackets is the practice platform's own.
 */
export const badRequest = (detail: string): RawRow['replies'] => ({
  status: 400,
  body: {
    success: false,
    error: { error: 'error', message: `The request has an error (${detail})` },
  },
})
