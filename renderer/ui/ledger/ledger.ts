import type { Job, JobSteering } from '#contract/jobs.ts'
import type { AppError } from '#contract/result.ts'

/** Two days of the store, YYYY-MM-DD, both included; empty while one is typed. */
export interface Span {
  from: string
  to: string
}

/** The usual ones. */
export const spans = ['today', 'yesterday', 'week', 'month'] as const
export type SpanName = (typeof spans)[number]

const daysBack = { today: [0, 0], yesterday: [1, 1], week: [6, 0], month: [29, 0] } as const

const before = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

export function spanOf(name: SpanName, today: string): Span {
  const [from, to] = daysBack[name]
  return { from: before(today, from), to: before(today, to) }
}

/** Whether it can be asked for. */
export const isWhole = ({ from, to }: Span): boolean => from !== '' && to !== '' && from <= to

/** What a `LedgerPage` is about: some days, what the host says of them, and what a person can do with it. */
export interface Ledger<Shown> {
  readonly today: string
  readonly span: Span
  setSpan(span: Span): void
  /** There is something to ask: days that are whole. */
  readonly isWhole: boolean
  /** What the host says; null until it does, and at once where other days are chosen. */
  readonly shown: Shown | null
  readonly error: AppError | null
  /** This screen has lost its host. */
  readonly linkLost: boolean
  /** How far the host is with reading, where it reads for this. */
  readonly job?: Job | null
  steer?(how: JobSteering): void
  /** Asks for all of it anew. */
  start(): void
  /** The table for a spreadsheet; null where it could not be had. */
  table(): Promise<string | null>
  /** The days in the name of its file. */
  readonly fileDays: string
}

/** A ledger with a list of pages. */
export interface ListLedger<Page> extends Ledger<Page> {
  turn(page: number): void
  /** Only some of the list is asked for. */
  readonly isFiltered: boolean
  /** An instant on the store's clock. */
  when(at: string): string
}

/** A figure to be read from where one stands. */
export interface KeyFigure {
  name: string
  value: string
  note?: string
}
