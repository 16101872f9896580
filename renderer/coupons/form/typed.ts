import { couponFields, type CouponField } from '#contract/coupons/fields.ts'
import type { CouponValues } from '#contract/coupons/coupons.ts'
import type { TypedValue } from '#contract/drafts/drafts.ts'
import { instantOf, typedInstant } from './local-time.ts'

export type Typed = TypedValue
type Value = CouponValues[CouponField]

export type TypedError =
  | 'number'
  | 'whole'
  | 'percent'
  | 'half'
  | 'email'
  | 'card'
  | 'nameless'
  | 'spaces'
  | 'endsFirst'
  | 'maxBelowMin'
  | 'tooLong'
  | 'tooMany'
export type Parsed =
  | { ok: true; value: Value }
  | { ok: false; error: TypedError; fieldText?: string }

const good = (value: Value): Parsed => ({ ok: true, value })
const bad = (error: TypedError, fieldText?: string): Parsed => ({
  ok: false,
  error,
  ...(fieldText === undefined ? {} : { fieldText }),
})

/** Lists that people paste instead of choosing. */
export const isPasted = (field: CouponField): boolean =>
  field === 'allowedEmails' || field === 'requiredBINs'

/**
 * Parses a typed number with either sign for thousands and decimals. Three digits after a sign are
 * thousands, one or two are decimals. Null if it is not a number.
 */
export function parseNumber(text: string): number | null {
  const bare = text.replace(/[\s$€%'’]/gu, '')
  const [, whole, fraction = ''] =
    /^(\d+|\d{1,3}(?:[.,]\d{3})+)(?:[.,](\d{1,2}))?$/.exec(bare) ?? []
  if (whole === undefined) return null
  return Number(`${whole.replace(/[.,]/g, '')}.${fraction}`)
}

/** The first text of a field for a value. */
export function asTyped(field: CouponField, value: Value, timeZone?: string): Typed {
  const kind = couponFields[field]
  if (kind === 'flag') return value === true
  if (Array.isArray(value)) return isPasted(field) ? value.join('\n') : value
  if (value === null || value === undefined)
    return isPasted(field) || ['text', 'amount', 'percent', 'count', 'instant'].includes(kind)
      ? ''
      : []
  return kind === 'instant' ? typedInstant(String(value), timeZone) : String(value)
}

function parseList(field: CouponField, text: string): Parsed {
  const list = [...new Set(text.split(/[\s,;]+/u).filter((one) => one !== ''))]
  if (list.length > 1000) return bad('tooMany')
  if (field === 'allowedEmails') {
    const odd = list.find((one) => !/^[^@\s]+@[^@\s]+\.[^@\s]+$/u.test(one))
    return odd === undefined ? good(list) : bad('email', odd)
  }
  const odd = list.find((one) => !/^\d{4,8}$/.test(one))
  return odd === undefined ? good(list) : bad('card', odd)
}

function parseText(field: CouponField, typed: string): Parsed {
  const text = typed.trim()
  if (text.length > 2000) return bad('tooLong')
  if (field === 'name' && text === '') return bad('nameless')
  if (field === 'code' && /\s/u.test(text)) return bad('spaces')
  return good(text === '' ? null : text)
}

function parseQuantity(field: CouponField, text: string): Parsed {
  if (text.trim() === '') return good(null)
  const number = parseNumber(text)
  if (number === null) return bad('number')
  const kind = couponFields[field]
  if (kind === 'percent' && number > 100) return bad('percent')
  return kind === 'count' && !Number.isInteger(number) ? bad('whole') : good(number)
}

/** The value for the typed text, or what is wrong with it. */
export function parseTyped(field: CouponField, typed: Typed, timeZone?: string): Parsed {
  if (typeof typed === 'boolean') return good(typed)
  if (typeof typed === 'object') return typed.length > 1000 ? bad('tooMany') : good([...typed])
  switch (couponFields[field]) {
    case 'text':
      return parseText(field, typed)
    case 'words':
      return parseList(field, typed)
    case 'instant': {
      if (typed.trim() === '') return good(null)
      const instant = instantOf(typed, timeZone)
      return instant === null ? bad('half') : good(instant)
    }
    default:
      return parseQuantity(field, typed)
  }
}
