import type { Language } from '#contract/languages.ts'
import { language } from './i18n.ts'

/**
 * How each language writes numbers. The first `Intl` format takes a slow computer 200 ms, so that
 * numbers on a first view are written here.
 */
const marks: Readonly<Record<Language, { group: string; decimal: string; leastGrouped: number }>> =
  {
    en: { group: ',', decimal: '.', leastGrouped: 1_000 },
    es: { group: '.', decimal: ',', leastGrouped: 10_000 },
    pt: { group: '.', decimal: ',', leastGrouped: 1_000 },
  }

/** With at most so many decimals. */
export const numberText = (value: number, decimals = 3): string =>
  numberIn(language(), value, decimals)

export function numberIn(of: Language, value: number, decimals: number): string {
  const { group, decimal, leastGrouped } = marks[of]
  // Smaller ones are written with an exponent.
  const size = Math.abs(value) < 1e-6 ? 0 : Math.abs(value)
  if (!(size < 1e15) || decimals > 3)
    return new Intl.NumberFormat(of, { maximumFractionDigits: decimals }).format(value)
  const [whole = '', fraction = ''] = String(roundTo(size, decimals)).split('.')
  const grouped = Number(whole) < leastGrouped ? whole : whole.replaceAll(/\B(?=(\d{3})+$)/g, group)
  const sign = value < 0 && /[1-9]/.test(whole + fraction) ? '-' : ''
  return `${sign}${grouped}${fraction === '' ? '' : decimal}${fraction}`
}

/** Half away from zero, by the digits that a number is written with: 1.005 is 1.01. */
const roundTo = (size: number, decimals: number): number =>
  Number.isInteger(size)
    ? size
    : Number(
        `${String(Math.round(Number(`${String(size)}e${String(decimals)}`)))}e-${String(decimals)}`,
      )
