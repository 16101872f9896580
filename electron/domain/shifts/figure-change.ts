import type { FigureChange, ShiftFigures } from '#contract/shifts/shifts.ts'
import { sum } from '#domain/money/money.ts'

/**
 * The subset of the figures that shows whether they changed. It is stored with the count, so that
 * it can be compared after a restart.
 */
export interface FigureMark {
  payments: number
  voided: number
  methods: { methodId: string; amount: number; tips: number }[]
  totals: number | null
  registers: number
}

/** The sum of the registers' balances at the start and the end. */
const balances = ({ registers }: ShiftFigures): number =>
  sum(registers.flatMap(({ start, end }) => [...start, ...end].map(({ amount }) => amount)))

export const markOf = (figures: ShiftFigures): FigureMark => ({
  payments: figures.all.payments,
  voided: figures.all.voided.payments,
  methods: figures.byMethod.map(({ methodId, amount, tips }) => ({ methodId, amount, tips })),
  totals: figures.own.payments,
  registers: balances(figures),
})

const methodOf = ({ methods }: FigureMark, id: string): FigureMark['methods'][number] | undefined =>
  methods.find(({ methodId }) => methodId === id)

const compare = (
  about: FigureChange['about'],
  before: number | null,
  now: number | null,
  methodId: string | null = null,
): FigureChange[] =>
  before === now ? [] : [{ about, methodId, before: before ?? 0, now: now ?? 0 }]

/** What changed since: a payment arrived or was voided, or a balance was entered. */
export function changesSince(mark: FigureMark, figures: ShiftFigures): FigureChange[] {
  const now = markOf(figures)
  const ids = new Set([...mark.methods, ...now.methods].map(({ methodId }) => methodId))
  return [
    ...compare('payments', mark.payments, now.payments),
    ...compare('voided', mark.voided, now.voided),
    ...[...ids].flatMap((id) => {
      const [before, after] = [methodOf(mark, id), methodOf(now, id)]
      return [
        ...compare('amount', before?.amount ?? 0, after?.amount ?? 0, id),
        ...compare('tips', before?.tips ?? 0, after?.tips ?? 0, id),
      ]
    }),
    ...compare('totals', mark.totals, now.totals),
    ...compare('registers', mark.registers, now.registers),
  ]
}
