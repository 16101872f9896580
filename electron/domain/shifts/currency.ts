import { currencyOf, decimalsOf } from '#contract/shared/currency.ts'
import type { ShiftCurrency } from '#contract/shifts/shifts.ts'
import file from '../../../resources/currencies.json' with { type: 'json' }
import { readWire } from '#domain/money/money.ts'

interface Cash {
  notes: number[]
  coins: number[]
  /** How much a method may be over or short by default. */
  threshold: number
}

const currencies: Record<string, Cash> = file.currencies

const unitsOf = (value: number, decimals: number): number => readWire(value, decimals)?.amount ?? 0

const denominationsOf = (
  kind: 'note' | 'coin',
  values: readonly number[],
  decimals: number,
): ShiftCurrency['denominations'] =>
  values.map((value) => ({ value: unitsOf(value, decimals), kind }))

/** The currency of a store, by its country (ISO 3166 alpha-2). */
export function shiftCurrencyOf(country: string): ShiftCurrency {
  const code = currencyOf(country)
  const decimals = decimalsOf(code)
  const cash = code === null ? undefined : currencies[code]
  return {
    code,
    decimals,
    denominations: [
      ...denominationsOf('note', cash?.notes ?? [], decimals),
      ...denominationsOf('coin', cash?.coins ?? [], decimals),
    ],
  }
}

/** The default threshold of a currency; 0 for an unknown currency. */
export function usualThreshold({ code, decimals }: ShiftCurrency): number {
  const cash = code === null ? undefined : currencies[code]
  return unitsOf(cash?.threshold ?? 0, decimals)
}
