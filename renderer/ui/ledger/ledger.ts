import type { Job, JobSteering } from '#contract/jobs/jobs.ts'
import type { AppError } from '#contract/shared/result.ts'

/** Two days of the store, YYYY-MM-DD, both included; empty while one is being typed. */
export interface Span {
  from: string
  to: string
}

/** The usual ranges. */
export const spans = ['today', 'yesterday', 'week', 'month'] as const
export type SpanName = (typeof spans)[number]

const daysBack = { today: [0, 0], yesterday: [1, 1], week: [6, 0], month: [29, 0] } as const

const before = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

export function spanOf(name: SpanName, today: string): Span {
  const [from, to] = daysBack[name]
  return { from: before(today, from), to: before(today, to) }
}

/** Whether both days are complete. */
export const isWhole = ({ from, to }: Span): boolean => from !== '' && to !== '' && from <= to

/** What a `LedgerPage` shows: some days, the host's data about them, and what a person can do. */
export interface Ledger<Shown> {
  readonly today: string
  readonly span: Span
  setSpan(span: Span): void
  /** Both days are complete, so the host can be asked. */
  readonly isWhole: boolean
  /** The host's data; null until it arrives, and as soon as other days are chosen. */
  readonly shown: Shown | null
  readonly error: AppError | null
  /** This screen has lost its host. */
  readonly linkLost: boolean
  readonly job?: Job | null
  steer?(how: JobSteering): void
  start(): void
  /** The table for a spreadsheet; null if it failed. */
  table(): Promise<string | null>
  /** The days in the name of the file. */
  readonly fileDays: string
}

export interface ListLedger<Page> extends Ledger<Page> {
  turn(page: number): void
  /** A filter hides part of the list. */
  readonly isFiltered: boolean
  /** An instant on the store's clock. */
  when(at: string): string
}

export interface KeyFigure {
  name: string
  value: string
  note?: string
}
