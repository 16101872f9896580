import { z } from 'zod'
import { roles, type Role } from './caller.ts'

/** Who may ask something, what is asked, and the type of the answer, which comes from our own host and is not parsed again. */
export interface Operation<Input extends z.ZodType, Output> {
  input: Input
  roles: readonly Role[]
  output?: Output
}

const askedBy =
  (...who: readonly Role[]) =>
  <Output>() =>
  <Input extends z.ZodType>(input: Input): Operation<Input, Output> => ({ input, roles: who })

/** An operation for every role: `answers<Output>()(inputSchema)`. */
export const answers = askedBy(...roles)
/** An operation of the rooms at the front: guests' data is for who works with it. */
export const answersFront = askedBy('counter', 'manager')
/** An operation of Setup, or one that reaches beyond this restaurant's screens. */
export const answersManager = askedBy('manager')

export const id = z.string().min(1).max(100)
export const none = z.strictObject({})
