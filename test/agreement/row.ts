import type { ItemErrors } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import type { PlatformOperationName } from '#platform/operations.ts'
import type { Practice } from '#practice/platform.ts'

/** What a row may need to know of the platform that it is tried on. */
export interface World {
  practice: Practice
  connection: Connection
}

/** What an operation is asked. */
export interface Asked {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** What an operation is asked, or how to come by it. */
type Input = Asked | ((world: World) => Asked | Promise<Asked>)

/** A request that the client would not let out. */
export interface RawRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** After the base of its interface, with its query. */
  path: string
  /** Sent as JSON; a text is sent as it is. */
  body?: unknown
  /** Default: the interface's own token. */
  authorization?: string
}

interface Told {
  /** The operation's method and path, or the rule that the row is about. */
  section: string
  operation: PlatformOperationName
  title: string
}

/** Fields of an answer, or the items of a plain array. */
type Answers = Readonly<Record<string, unknown>> | readonly unknown[]

/** The platform does it; what is answered has at least these fields, which may depend on what was asked. */
interface GoodRow extends Told {
  input?: Input
  answers: Answers | ((asked: Asked) => Answers)
}

/** We do not send it: the failure's words begin with the field. */
interface UnsentRow extends Told {
  input?: Input
  unsent: string
}

/** The platform says no to the client. */
interface RefusedRow extends Told {
  input?: Input
  refused: { status: number; message: string; itemErrors?: ItemErrors[] }
}

/** The platform's whole reply to what the client would not send. */
interface RawRow extends Told {
  raw: RawRequest | ((world: World) => RawRequest)
  replies: { status: number; body: unknown }
}

export type Row = GoodRow | UnsentRow | RefusedRow | RawRow

/** What a row asks on a platform. */
export const askedBy = async (row: { input?: Input }, world: World): Promise<Asked> =>
  typeof row.input === 'function' ? await row.input(world) : (row.input ?? {})

/** Whether the platform is to do what the row asks. */
export const isGood = (row: Row): boolean =>
  'answers' in row || ('replies' in row && row.replies.status === 200)

/** Version 3's refusal in the specified words; the part in brackets is the practice platform's own. */
export const badRequest = (detail: string): RawRow['replies'] => ({
  status: 400,
  body: {
    success: false,
    error: { error: 'error', message: `The request has an error (${detail})` },
  },
})
