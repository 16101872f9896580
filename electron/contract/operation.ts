import { z } from 'zod'
import { roles, type Role } from './caller.ts'

/** Who may ask something, what is asked, and the type of the answer, which comes from our own host and is not parsed again. */
export interface Operation<Input extends z.ZodType = z.ZodType, Output = unknown> {
  input: Input
  roles: readonly Role[]
  /** Exists in types only. */
  output?: Output
}

/** Who hears of something, and what the event says beside its type. */
export interface EventDefinition<Payload = unknown> {
  audience: readonly Role[]
  /** Exists in types only. */
  payload?: Payload
}

/** What one noun offers to screens: all that the page knows of it. Operations and events are named `noun.verb`. */
export interface Contract {
  /** Of the noun that answers. */
  readonly name: string
  readonly operations: Readonly<Record<string, Operation>>
  readonly events: Readonly<Record<string, EventDefinition>>
}

/** Declares what a noun offers to screens. */
export const defineContract = <const C extends Contract>(contract: C): C => contract

/** The rooms at the front: guests' data is for who works with it. */
export const front: readonly Role[] = ['counter', 'manager']
/** Setup, and what reaches beyond this restaurant's screens. */
export const managers: readonly Role[] = ['manager']

const askedBy =
  (who: readonly Role[]) =>
  <Output>() =>
  <Input extends z.ZodType>(input: Input): Operation<Input, Output> => ({ input, roles: who })

/** An operation for every role: `answers<Output>()(inputSchema)`. */
export const answers = askedBy(roles)
export const answersFront = askedBy(front)
export const answersManager = askedBy(managers)

/** An event that says `Payload`, and who hears of it; default every role. */
export const event = <Payload extends object = object>(
  audience: readonly Role[] = roles,
): EventDefinition<Payload> => ({ audience })

export const id = z.string().min(1).max(100)
export const none = z.strictObject({})
