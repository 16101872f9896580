import type { z } from 'zod'
import type { DialectName } from './assumptions.ts'
import type { AnswerMark } from './call/answer-memory.ts'
import { parseAnswer, type Expected, type RawAnswer, type WireAnswer } from './call/answer.ts'
import { isPlatforms, open, type Envelope } from './call/envelope.ts'
import { failed, firstIssue, type CallFailure, type CallResult } from './call/failure.ts'
import { fromVendor, type Dialect } from './dialect.ts'
import { isObject, readTolerantly } from './tolerant/tolerant.ts'

/** What is known of an operation to read its answers. */
export interface AnswerSpec {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  base: 'v3' | 'v1' | 'tabs'
  /** Names in braces are `params`. */
  path: string | { named: DialectName }
  /** Runs before `data` is parsed. */
  fromWire?: (data: unknown, dialect: Dialect) => unknown
  /** Parses `data`, or the whole body without an envelope. */
  answer: z.ZodType
  /** How to count the records of an answer; those in its one list by default. */
  countRecords?: (data: unknown) => number
}

/** How each interface wraps its answers. */
export const envelopes: Record<AnswerSpec['base'], Envelope> = {
  v3: 'v3',
  v1: 'v1',
  tabs: 'bare',
}

/** The path template in force. */
export const pathOf = ({ path }: Pick<AnswerSpec, 'path'>, dialect: Dialect): string =>
  typeof path === 'string' ? path : dialect[path.named]

/** How to read an answer. */
export interface HowToRead extends Expected {
  dialect: Dialect
  /** The store's, for instants without one; null if unknown. */
  timeZone: string | null
  /** Whether `raw` is wanted. */
  wantsRaw: boolean
}

export type ReadAnswer =
  /** No JSON came. */
  | { kind: 'none'; failure: CallFailure }
  /** The same as the known answer. */
  | { kind: 'repeated'; answeredAt: number | null; mark: AnswerMark | undefined }
  | {
      kind: 'read'
      answeredAt: number | null
      mark: AnswerMark | undefined
      /** What the platform said; an answer that can't be read may still be a yes. */
      verdict: CallResult<null>
      result: CallResult<unknown>
      /** `data` as it came, if it is wanted. */
      raw?: unknown
    }

/** Of one answer. The largest known menu has 15,000 things, and a page of a list 1,000 records. */
export const maxRecords = 20_000

const lists = ['items', 'movements', 'stores'] as const

function countListed(data: unknown): number {
  const list = isObject(data) ? lists.map((name) => data[name]).find(Array.isArray) : data
  return Array.isArray(list) ? list.length : 0
}

const nameOf = (spec: AnswerSpec, dialect: Dialect): string =>
  `${spec.method} ${pathOf(spec, dialect)}`

/** Parses the data of an answer that the platform gave. */
function readData(
  spec: AnswerSpec,
  data: unknown,
  answer: WireAnswer,
  { dialect, timeZone }: HowToRead,
): CallResult<unknown> {
  const { status, answeredAt } = answer
  const count = (spec.countRecords ?? countListed)(data)
  if (count > maxRecords) {
    const message = `${nameOf(spec, dialect)}: ${count} records in one answer, more than ${maxRecords}`
    return failed('unreadable', message, status, { partial: true })
  }
  const parsed = readTolerantly(spec.answer, data, timeZone)
  if (!parsed.ok) {
    const within = envelopes[spec.base] === 'bare' ? '' : 'data'
    const kind = isPlatforms(answer, envelopes[spec.base]) ? 'unreadable' : 'foreign'
    return failed(kind, firstIssue(parsed.error, within), status)
  }
  const { value, unread } = parsed
  return { ok: true, value, answeredAt, ...(unread.length > 0 && { unread }) }
}

/** Reads an answer. It takes plain values and gives plain values, so that a thread can do it. */
export function readAnswer(spec: AnswerSpec, raw: RawAnswer, how: HowToRead): ReadAnswer {
  const answer = parseAnswer(raw, how)
  if (!answer.ok) {
    const { failure } = answer
    if (raw.bytes !== null) return { kind: 'none', failure }
    return {
      kind: 'none',
      failure: { ...failure, message: `${nameOf(spec, how.dialect)}: ${failure.message}` },
    }
  }
  const { answeredAt, mark, repeated } = answer
  if (repeated !== undefined) return { kind: 'repeated', answeredAt, mark }
  const opened = open(answer, envelopes[spec.base])
  if (!opened.ok) return { kind: 'read', answeredAt, mark, verdict: opened, result: opened }
  const named = fromVendor(opened.value, how.dialect)
  const data = spec.fromWire === undefined ? named : spec.fromWire(named, how.dialect)
  return {
    kind: 'read',
    answeredAt,
    mark,
    verdict: { ok: true, value: null, answeredAt },
    result: readData(spec, data, answer, how),
    ...(how.wantsRaw && { raw: opened.value }),
  }
}
