import type { z } from 'zod'
import type { Caller } from '#contract/shared/caller.ts'
import {
  operations,
  type contracts,
  type OperationName,
  type Operations,
  type Output,
} from '#contract/index.ts'
import { formerNames } from '#contract/former-names.ts'
import type { Operation } from '#contract/shared/operation.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { isStorageError } from './db/open.ts'
import type { Log } from './core/log.ts'
import { StoreMoved, moved } from './db/hand-over.ts'

/** The input of an operation as its methods get it. */
export type Parsed<Name extends OperationName> = z.output<Operations[Name]['input']>

/**
 * The implementation of each operation. Handlers get parsed input and the caller, and return
 * expected failures as values; they throw only for bugs.
 */
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

export type HandlersOf<Noun extends string> = Pick<
  Handlers,
  OperationsOf<(typeof contracts)[number], Noun>
>

/** The same as methods: `drafts.save` is answered by `save`. */
export type MethodsOf<Noun extends string> = {
  [
    Name in keyof HandlersOf<Noun> as Name extends `${string}.${infer Verb}` ? Verb : never
  ]: HandlersOf<Noun>[Name]
}

type Together<Part> = (Part extends unknown ? (part: Part) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/**
 * The handlers of a noun whose operations are methods of some objects. An operation without a method
 * doesn't compile, and neither does one with another input or answer.
 */
export function handlersOf<Noun extends string, const Parts extends readonly object[]>(
  { operations }: { name: Noun; operations: Readonly<Record<string, unknown>> },
  ...parts: Parts & (Together<Parts[number]> extends MethodsOf<Noun> ? unknown : MethodsOf<Noun>[])
): HandlersOf<Noun> {
  const handlers = Object.keys(operations).map((operation) => {
    const verb = operation.slice(operation.indexOf('.') + 1)
    const [part, ...others] = parts.filter((each) => verb in each) as Record<string, Handler>[]
    if (part === undefined || others.length > 0) throw new Error(`who answers ${operation}?`)
    return [operation, (input: unknown, caller: Caller) => part[verb]?.(input, caller)]
  })
  return Object.fromEntries(handlers) as HandlersOf<Noun>
}

type Handler = (input: unknown, caller: Caller) => unknown

const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name)

/** What is wrong with an input. A token is never repeated. */
function badInput(error: z.ZodError): Result<never> {
  const issue = error.issues[0]
  const field = issue?.path.join('.') ?? ''
  if (issue?.code === 'custom' && issue.params?.['reason'] === 'bad-token')
    return fail('bad-input', field, 'bad-token')
  return fail('bad-input', `${field}: ${issue?.message ?? ''}`)
}

/**
 * The only entry to the host: finds the operation, checks the caller's role, parses the input and
 * runs it.
 */
export class Dispatcher {
  readonly #handlers: () => Handlers
  readonly #log: Log
  readonly #newId: () => string

  constructor(handlers: () => Handlers, log: Log, newId: () => string) {
    this.#handlers = handlers
    this.#log = log
    this.#newId = newId
  }

  /** Never rejects: a bug is logged with an id, and the screen gets only that id (`internal`). */
  async call(caller: Caller, asked: string, input: unknown): Promise<Result<unknown>> {
    const name = formerNames.get(asked) ?? asked
    if (!isOperation(name)) return fail('bad-input', `no operation ${name.slice(0, 60)}`)
    if (!operations[name].roles.includes(caller.role)) return fail('not-allowed')
    const parsed = operations[name].input.safeParse(input)
    if (!parsed.success) return badInput(parsed.error)
    try {
      return await this.#run(caller, name, parsed.data)
    } catch (cause) {
      return this.#failed(name, cause)
    }
  }

  async #run(caller: Caller, name: OperationName, input: unknown): Promise<Result<unknown>> {
    const run = this.#handlers()[name] as (
      input: unknown,
      caller: Caller,
    ) => Result<unknown> | Promise<Result<unknown>>
    const answer = await run(input, caller)
    const { partFor } = operations[name] as Operation
    const isPart = answer.ok && partFor?.roles.includes(caller.role) === true
    return isPart ? ok(partFor.view(answer.value)) : answer
  }

  #failed(operation: OperationName, cause: unknown): Result<never> {
    if (cause instanceof StoreMoved) return { ok: false, error: moved }
    const id = this.#newId()
    if (isStorageError(cause)) {
      this.#log.error('storage refused', { id, operation, cause: cause.message })
      return fail('storage', cause.message)
    }
    const stack = cause instanceof Error ? cause.stack : null
    this.#log.error('bug', { id, operation, cause: stack })
    return fail('internal', id)
  }
}
