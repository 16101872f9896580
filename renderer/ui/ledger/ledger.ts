/** Two days of the store, YYYY-MM-DD, both among them; empty while one is typed. */
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
