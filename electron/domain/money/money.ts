import type { TypedAmount } from '#contract/shifts.ts'

/** Beyond this no decimal number of the wire is sure to have come through JSON as it was written: 15 digits. */
const mostAmount = 999_999_999_999_999

const written = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/** An amount of the wire in smallest units; it was rounded where it had more decimals than the currency. */
export interface WireAmount {
  amount: number
  isRounded: boolean
}

/**
 * A decimal number of the wire in smallest units: 19.99 are 1999. One with more decimals than the currency is read from its
 * shortest decimal form and rounded half away from nothing: 1.005 of two decimals is 101. Null where there is none, or it is
 * too large.
 */
export function readWire(value: number | null | undefined, decimals: number): WireAmount | null {
  // Dividing whole numbers gives the very number that a decimal is read as; the last digits of somebody's floating sum are none.
  const units = 10 ** decimals
  const nearest = Math.round((value ?? Number.NaN) * units)
  const noise = Math.abs(nearest / units) * Number.EPSILON * 8
  if (Math.abs(nearest) <= mostAmount && Math.abs(nearest / units - (value ?? 0)) <= noise)
    return { amount: nearest + 0, isRounded: false }
  const parts = written.exec(String(value ?? ''))
  if (parts === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  const scale = fraction.length - Number(exponent)
  if (scale < -15) return null
  const digits = BigInt(whole + fraction)
  const shift = decimals - scale
  const divisor = 10n ** BigInt(Math.max(-shift, 0))
  const scaled = digits * 10n ** BigInt(Math.max(shift, 0))
  const rounded = (scaled * 2n + divisor) / (divisor * 2n)
  if (rounded > mostAmount) return null
  const amount = Number(rounded)
  return {
    amount: sign === '-' && amount !== 0 ? -amount : amount,
    isRounded: rounded * divisor !== scaled,
  }
}

/** The sum of whole numbers. Throws where it would not be exact any more. */
export function sum(amounts: Iterable<number>): number {
  let total = 0
  for (const amount of amounts) total += amount
  if (!Number.isSafeInteger(total)) throw new RangeError('a sum beyond what is exact')
  return total
}

/** Smallest units as a plain decimal number, without groups and with a point: 129.90. */
export function plain(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const sign = amount < 0 ? '-' : ''
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The marks that group digits and begin the decimals, as the language is written in the store's country. */
function marksOf(language: string, country: string): { group: string; decimal: string } {
  const region = /^[A-Z]{2}$/.test(country) ? `${language}-${country}` : language
  const parts = new Intl.NumberFormat(region).formatToParts(-1_234_567.8)
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  const decimal = of('decimal')
  const group = of('group')
  return { decimal, group: /[.,]/.test(group) ? group : decimal === ',' ? '.' : ',' }
}

const isGrouped = (groups: readonly string[]): boolean =>
  groups.every((digits, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(digits))

/**
 * What somebody typed, in smallest units; null where it is no amount, or could be two. Digits may be grouped, and the
 * point of a number pad is taken for the decimals where it can be nothing else. Never rounded: too many decimals are none.
 */
export function readTyped(
  { text, language }: TypedAmount,
  { country, decimals }: { country: string; decimals: number },
): number | null {
  const { group, decimal } = marksOf(language, country)
  const bare = text
    .replaceAll(/[\p{Sc}R](?=[\s\d\p{Sc}])|\p{Sc}$/gu, '')
    .trim()
    .replaceAll(/(?<=\d)[\s'’](?=\d)/gu, group)
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(bare)) return null
  const [whole = '', fraction, ...more] = bare.split(decimal)
  if (more.length > 0) return null
  const groups = whole.split(group)
  if (fraction === undefined && groups.length === 2 && !isGrouped(groups))
    return amountOf(groups[0] ?? '', groups[1] ?? '', decimals)
  if (groups.length > 1 && !isGrouped(groups)) return null
  return amountOf(groups.join(''), fraction ?? '', decimals)
}

function amountOf(whole: string, fraction: string, decimals: number): number | null {
  if (!/^\d*$/.test(fraction) || fraction.length > decimals || whole.length > 15) return null
  const amount = Number(whole + fraction.padEnd(decimals, '0'))
  return amount > mostAmount ? null : amount
}
