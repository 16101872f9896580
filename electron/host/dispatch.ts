import type { z } from 'zod'
import {
  operations,
  type OperationName,
  type Operations,
  type Output,
} from '#contract/operations.ts'
import { fail, type Result } from '#contract/result.ts'
import type { Log } from './log.ts'

type Parsed<Name extends OperationName> = z.output<Operations[Name]['input']>

/** What answers each operation. Handlers get parsed input and answer expected failures; throwing is for bugs. */
export type Handlers = {
  [Name in OperationName]: (
    input: Parsed<Name>,
  ) => Result<Output<Name>> | Promise<Result<Output<Name>>>
}

export type Dispatch = (name: string, input: unknown) => Promise<Result<unknown>>

const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name)

/**
 * The one door into the host: finds the operation, parses its input, runs it. Never rejects: a bug is logged with an
 * id, which is all that the screen gets (`internal`).
 */
export function createDispatch(handlers: () => Handlers, log: Log, newId: () => string): Dispatch {
  return async (name, input) => {
    if (!isOperation(name)) return fail('bad-input', `no operation ${name.slice(0, 60)}`)
    const parsed = operations[name].input.safeParse(input)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      return fail('bad-input', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
    }
    try {
      const run = handlers()[name] as (input: unknown) => Result<unknown> | Promise<Result<unknown>>
      return await run(parsed.data)
    } catch (cause) {
      const id = newId()
      if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_SQLITE_ERROR') {
        log.error('storage refused', { id, operation: name, cause: cause.message })
        return fail('storage', cause.message)
      }
      log.error('bug', { id, operation: name, cause: cause instanceof Error ? cause.stack : null })
      return fail('internal', id)
    }
  }
}
