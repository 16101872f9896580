import { fail, ok, type Result } from '#contract/shared/result.ts'
import { inspectBody, type EventBody } from '#platform/event-body.ts'
import { placeOfEvent, type EventPlace } from '#platform/event-place.ts'
import { parseMessage, type HowToParse, type PlatformEvent } from '#platform/events.ts'
import { namedOperation, type NamedOperation } from '#platform/operations.ts'
import { readAnswer, type HowToRead, type ReadAnswer } from '#platform/read-answer.ts'
import { parseJson } from '#platform/tolerant/json.ts'
import { tableLines } from '../core/table.ts'
import { arrangeMenus } from './arrange-menus.ts'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Copies a database, which others may have open, into an empty file, and flushes the copy. */
function copyDatabase({ from, to }: { from: string; to: string }): null {
  const db = new DatabaseSync(from, { readOnly: true })
  try {
    db.exec('PRAGMA busy_timeout = 5000')
    db.prepare('VACUUM INTO ?').run(to)
  } finally {
    db.close()
  }
  const copy = openSync(to, 'r+')
  fsyncSync(copy)
  closeSync(copy)
  return null
}

/** What SQLite finds wrong in a database, by its URL: its words, or the error that ended the check. */
export type DatabaseFault = { fault: string } | { error: string; errcode: unknown }

/** Checks every page. Null if nothing is wrong. */
function checkDatabase({ url }: { url: string }): DatabaseFault | null {
  try {
    const db = new DatabaseSync(new URL(url), { readOnly: true })
    try {
      const outcome = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
      return outcome === 'ok' ? null : { fault: String(outcome) }
    } finally {
      db.close()
    }
  } catch (cause) {
    const errcode = cause instanceof Error && 'errcode' in cause ? cause.errcode : null
    return { error: String(cause), errcode }
  }
}

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

/** Of an event that was inspected. */
function placeOfLongEvent(text: string): EventPlace {
  const parsed = parseJson(text)
  return placeOfEvent(parsed.ok ? parsed.value : null)
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
  placeOfLongEvent,
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
  const job = jobs[name] as (input: unknown) => unknown
  try {
    return { value: job(input) }
  } catch (cause) {
    return { error: cause instanceof Error ? cause.message : String(cause) }
  }
}
