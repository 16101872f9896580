import type { TypedAmount } from '#contract/shifts/shifts.ts'

/** The largest amount whose decimals are certain to survive JSON: 15 digits. */
const maxAmount = 999_999_999_999_999

const written = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/**
 * An exact amount. `amount` is in whole smallest units, rounded half away from zero. `rest` is the
 * signed rounding remainder, in 10^-18 of a unit; remainders can be added. `rest` is 0n for amounts
 * with no more digits than their currency.
 */
export interface Exact {
  amount: number
  rest: bigint
}

const restDigits = 18
const wholeRest = 10n ** BigInt(restDigits)

const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value)

/** Divides to the nearest whole number, half away from zero. */
function nearestOf(value: bigint, divisor: bigint): bigint {
  const size = (sizeOf(value) * 2n + divisor) / (divisor * 2n)
  return value < 0n ? -size : size
}

/**
 * Reads a decimal number of the platform in smallest units: 19.99 is 1999. Extra digits are kept as
 * the shortest decimal form has them: with two decimals, 1.005 is 101 and a rest of minus half a
 * unit. Null if there is no number, it is too large, or it has more than 18 digits below the
 * smallest unit.
 */
export function readWire(value: number | null | undefined, decimals: number): Exact | null {
  // A division of whole numbers gives the same number as parsing the decimal, so this recognizes
  // amounts without extra digits; the last digits of a floating sum are noise.
  const units = 10 ** decimals
  const nearest = Math.round((value ?? Number.NaN) * units)
  const noise = Math.abs(nearest / units) * Number.EPSILON * 8
  if (Math.abs(nearest) <= maxAmount && Math.abs(nearest / units - (value ?? 0)) <= noise)
    return { amount: nearest + 0, rest: 0n }
  const parts = written.exec(String(value ?? ''))
  if (parts === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  const shift = decimals - fraction.length + Number(exponent)
  if (shift > 15 || shift < -restDigits) return null
  const digits = BigInt(`${sign ?? ''}${whole}${fraction}`)
  const divisor = 10n ** BigInt(Math.max(-shift, 0))
  const scaled = digits * 10n ** BigInt(Math.max(shift, 0))
  const amount = nearestOf(scaled, divisor)
  if (sizeOf(amount) > maxAmount) return null
  return {
    amount: Number(amount),
    rest: ((scaled - amount * divisor) * wholeRest) / divisor,
  }
}

export const noAmount = (): Exact => ({ amount: 0, rest: 0n })

/**
 * Adds an amount to a sum `times` times; `times` is a whole number, and -1 subtracts. The order
 * does not change the result.
 */
export function addExact(sum: Exact, { amount, rest }: Exact, times = 1): void {
  sum.amount += times * amount
  if (rest !== 0n) sum.rest += BigInt(times) * rest
}

/** Negative if `one` is less than `other`, 0n if they are equal. */
export const differenceOf = (one: Exact, other: Exact): bigint =>
  (BigInt(one.amount) - BigInt(other.amount)) * wholeRest + one.rest - other.rest

/** Rounds an exact amount to whole smallest units once, half away from zero. */
export function rounded({ amount, rest }: Exact): number {
  if (rest === 0n) return amount
  return Number(nearestOf(BigInt(amount) * wholeRest + rest, wholeRest))
}

/**
 * An exact amount as a plain decimal with all its digits, and at least those of the currency:
 * 1.005, 12.90.
 */
export function plainExact({ amount, rest }: Exact, decimals: number): string {
  const all = BigInt(amount) * wholeRest + rest
  const digits = String(sizeOf(all)).padStart(decimals + restDigits + 1, '0')
  const at = digits.length - decimals - restDigits
  const fraction = digits.slice(at, at + decimals) + digits.slice(at + decimals).replace(/0+$/, '')
  return `${all < 0n ? '-' : ''}${digits.slice(0, at)}${fraction === '' ? '' : `.${fraction}`}`
}

/** The sum of whole numbers. Throws if it would not be exact. */
export function sum(amounts: Iterable<number>): number {
  let total = 0
  for (const amount of amounts) total += amount
  if (!Number.isSafeInteger(total)) throw new RangeError('a sum beyond what is exact')
  return total
}

/** Smallest units as a plain decimal number, with a point and without groups: 129.90. */
export function plainDecimal(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const sign = amount < 0 ? '-' : ''
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The marks that group digits and start the decimals, as the store's country writes the language. */
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

const dash = /[−–—‐‑‒－]/gu
/** A sign of a currency before the number or its minus, or at the end. */
const currencySign = /[\p{Sc}R](?=[\s\d.,(\p{Sc}-])|\p{Sc}(?=[\s)]*$)/gu
/** A minus before or after a number, or brackets around it as accountants write. */
const negative = /^(?:-\s*([^-()]+)|([^-()]+?)\s*-|\(\s*([^-()]+?)\s*\))$/u

/** A number without its currency and sign. */
function unsigned(text: string): { digits: string; isNegative: boolean } {
  const bare = text.replaceAll(dash, '-').replaceAll(currencySign, '').trim()
  const [, before, after, within] = negative.exec(bare) ?? []
  const digits = before ?? after ?? within
  return { digits: digits ?? bare, isNegative: digits !== undefined }
}

/**
 * Reads a typed amount in smallest units; null if it is not an amount or is ambiguous. Digits may
 * be grouped, and a minus may be before, after or as brackets. The point of a number pad starts the decimals if it can mean nothing else. It never
 * rounds: too many decimals give null.
 */
export function readTyped(
  { text, language }: TypedAmount,
  { country, decimals }: { country: string; decimals: number },
): number | null {
  const { digits, isNegative } = unsigned(text)
  const amount = readDigits(digits, marksOf(language, country), decimals)
  return amount !== null && isNegative ? 0 - amount : amount
}

function readDigits(
  text: string,
  { group, decimal }: ReturnType<typeof marksOf>,
  decimals: number,
): number | null {
  const bare = text.replaceAll(/(?<=\d)[\s'’](?=\d)/gu, group)
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
  return amount > maxAmount ? null : amount
}
