import { z } from 'zod'
import { roles, staffRoles, type Role } from './caller.ts'

/**
 * What some roles see of an output or an event: a part of it. The host takes the rest away before it
 * leaves (host/dispatch.ts, host/kitchen.ts). All other roles see the whole.
 */
export interface PartFor<Whole> {
  readonly roles: readonly Role[]
  // A method, so that contracts with different outputs are one type.
  view(whole: Whole): Whole
}

/**
 * Who may call an operation, its input, and the type of its output. The output comes from our own
 * host and is not parsed again.
 */
export interface Operation<Input extends z.ZodType = z.ZodType, Output = unknown> {
  input: Input
  roles: readonly Role[]
  partFor?: PartFor<Output>
  /** Exists only in types. */
  output?: Output
}

export interface EventDefinition<Payload = unknown> {
  audience: readonly Role[]
  partFor?: PartFor<Payload>
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
/** Screens that guests look at. A manager may see everything that others see. */
export const statusScreens: readonly Role[] = ['status', 'manager']

const askedBy =
  (who: readonly Role[]) =>
  <Output>() =>
  <Input extends z.ZodType>(input: Input, partFor?: PartFor<Output>): Operation<Input, Output> => ({
    input,
    roles: who,
    ...(partFor !== undefined && { partFor }),
  })

/** An operation for the staff: `answers<Output>()(inputSchema)`, and what some of them don't see. */
export const answers = askedBy(staffRoles)
/** Also for screens that guests look at. */
export const answersEverybody = askedBy(roles)
export const answersStatus = askedBy(statusScreens)
export const answersFront = askedBy(front)
export const answersManager = askedBy(managers)

/** An event with `Payload` and the roles that receive it; by default the staff. */
export const event = <Payload extends object = object>(
  audience: readonly Role[] = staffRoles,
  partFor?: PartFor<Payload>,
): EventDefinition<Payload> => ({ audience, ...(partFor !== undefined && { partFor }) })

export const id = z.string().min(1).max(100)
export const none = z.strictObject({})
