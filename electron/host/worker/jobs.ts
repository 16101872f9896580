import { fail, ok, type Result } from '#contract/shared/result.ts'
import { inspectBody, type EventBody } from '#platform/event-body.ts'
import { parseMessage, type HowToParse, type PlatformEvent } from '#platform/events.ts'
import { namedOperation, type NamedOperation } from '#platform/operations.ts'
import { readAnswer, type HowToRead, type ReadAnswer } from '#platform/read-answer.ts'
import { parseJson } from '#platform/tolerant/json.ts'
import { tableLines } from '../core/table.ts'
import { arrangeMenus } from './arrange-menus.ts'
import { checkDatabase, copyDatabase } from './databases.ts'

/** An answer of the platform in values that a thread can be given. */
interface LongAnswer {
  operation: NamedOperation
  status: number
  headers: [string, string][]
  bytes: Uint8Array | null
  how: HowToRead
}

/** Of a long event its parsed value stays in the thread. */
function inspectLongBody(body: Uint8Array): Result<Omit<EventBody, 'json'>> {
  const inspected = inspectBody(body)
  if (!inspected.ok) return inspected
  const { text, type, key } = inspected.value
  return ok({ text, type, key })
}

function parseLongMessage(message: HowToParse & { text: string }): Result<PlatformEvent> {
  const parsed = parseJson(message.text)
  return parsed.ok ? parseMessage(parsed.value, message) : fail('bad-input', parsed.why)
}

function readLongAnswer({ operation, status, headers, bytes, how }: LongAnswer): ReadAnswer {
  const answer = { status, headers: new Headers(headers), bytes }
  return readAnswer(namedOperation(operation), answer, how)
}

/** What the thread can do: pure work on plain values, and SQLite's work on whole files. */
export const jobs = {
  inspectLongBody,
  parseLongMessage,
  readLongAnswer,
  arrangeMenus,
  tableLines,
  copyDatabase,
  checkDatabase,
}

export type Jobs = typeof jobs
export type JobName = keyof Jobs

/** What became of a job. An error is a text, because a thread can't pass on more of it. */
export type JobOutcome = { value: unknown } | { error: string }

export function runJob(name: JobName, input: unknown): JobOutcome {
  const job = jobs[name] as (given: unknown) => unknown
  try {
    return { value: job(input) }
  } catch (cause) {
    return { error: cause instanceof Error ? cause.message : String(cause) }
  }
}
