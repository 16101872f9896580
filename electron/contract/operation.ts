import { z } from 'zod'
import { roles, type Role } from './caller.ts'

/**
 * Who may call an operation, its input, and the type of its output. The output comes from our own
 * host and is not parsed again.
 */
export interface Operation<Input extends z.ZodType = z.ZodType, Output = unknown> {
  input: Input
  roles: readonly Role[]
  /** Exists only in types. */
  output?: Output
}

export interface EventDefinition<Payload = unknown> {
  audience: readonly Role[]
  /** Exists only in types. */
  payload?: Payload
}

/** Everything a noun offers to screens. Operations and events are named `noun.verb`. */
export interface Contract {
  readonly name: string
  readonly operations: Readonly<Record<string, Operation>>
  readonly events: Readonly<Record<string, EventDefinition>>
}

export const defineContract = <const C extends Contract>(contract: C): C => contract

/** Roles that work with guests, and so with their data. */
export const front: readonly Role[] = ['counter', 'manager']
/** The role for Settings, and for what reaches beyond this restaurant's screens. */
export const managers: readonly Role[] = ['manager']

const askedBy =
  (who: readonly Role[]) =>
  <Output>() =>
  <Input extends z.ZodType>(input: Input): Operation<Input, Output> => ({ input, roles: who })

/** An operation for every role: `answers<Output>()(inputSchema)`. */
export const answers = askedBy(roles)
export const answersFront = askedBy(front)
export const answersManager = askedBy(managers)

/** An event with `Payload` and the roles that receive it; default all. */
export const event = <Payload extends object = object>(
  audience: readonly Role[] = roles,
): EventDefinition<Payload> => ({ audience })

export const id = z.string().min(1).max(100)
export const none = z.strictObject({})
