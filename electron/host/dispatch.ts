import type { z } from 'zod'
import type { Caller } from '#contract/caller.ts'
import {
  operations,
  type contracts,
  type OperationName,
  type Operations,
  type Output,
} from '#contract/index.ts'
import { fail, type Result } from '#contract/result.ts'
import { isStorageError } from './db/open.ts'
import type { Log } from './log.ts'

type Parsed<Name extends OperationName> = z.output<Operations[Name]['input']>

/** What answers each operation. Handlers get parsed input and who asks, and answer expected failures; throwing is for bugs. */
export type Handlers = {
  [Name in OperationName]: (
    input: Parsed<Name>,
    caller: Caller,
  ) => Result<Output<Name>> | Promise<Result<Output<Name>>>
}

type OperationsOf<Each, Noun> = Each extends { name: infer Name; operations: infer All }
  ? Noun extends Name
    ? keyof All & OperationName
    : never
  : never

/** The handlers of one noun, by the name of its contract: all of its operations. */
export type HandlersOf<Noun extends string> = Pick<
  Handlers,
  OperationsOf<(typeof contracts)[number], Noun>
>

export type Dispatch = (caller: Caller, name: string, input: unknown) => Promise<Result<unknown>>

const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name)

/**
 * The one door into the host: finds the operation, looks whether the caller's role may ask it, parses its input, runs it.
 * Never rejects: a bug is logged with an id, which is all that the screen gets (`internal`).
 */
export function createDispatch(handlers: () => Handlers, log: Log, newId: () => string): Dispatch {
  return async (caller, name, input) => {
    if (!isOperation(name)) return fail('bad-input', `no operation ${name.slice(0, 60)}`)
    if (!operations[name].roles.includes(caller.role)) return fail('not-allowed')
    const parsed = operations[name].input.safeParse(input)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      const field = issue?.path.join('.') ?? ''
      if (issue?.code === 'custom' && issue.params?.['reason'] === 'bad-token')
        return fail('bad-input', field, 'bad-token')
      return fail('bad-input', `${field}: ${issue?.message ?? ''}`)
    }
    try {
      const run = handlers()[name] as (
        input: unknown,
        caller: Caller,
      ) => Result<unknown> | Promise<Result<unknown>>
      return await run(parsed.data, caller)
    } catch (cause) {
      const id = newId()
      if (isStorageError(cause)) {
        log.error('storage refused', { id, operation: name, cause: cause.message })
        return fail('storage', cause.message)
      }
      log.error('bug', { id, operation: name, cause: cause instanceof Error ? cause.stack : null })
      return fail('internal', id)
    }
  }
}
