import type { CouponField } from '#contract/coupons/fields.ts'
import { couponFields } from '#contract/coupons/fields.ts'
import type { CouponNames, CouponValues } from '#contract/coupons/coupons.ts'
import { isolateText } from '#contract/shared/isolate-text.ts'
import { longWhen } from '../../clock/when.ts'
import { language } from '../../locales/i18n.ts'
import { money } from '../../locales/money.ts'
import { say } from '../messages.ts'

/** What the texts of coupons depend on. */
export interface Around {
  /** The store's country, which decides how money is written; null if unknown. */
  countryCode: string | null
  timeZone: string | undefined
  /** The names of ids; null until they are loaded. */
  names: CouponNames | null
}

type Value = CouponValues[CouponField]
const ofNames = { products: true, categories: true, stores: true, menus: true } as const
type NameKind = keyof typeof ofNames
const isNameKind = (kind: string): kind is NameKind => kind in ofNames

const maxNames = 6

const percentText = (percent: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 2 }).format(
    percent / 100,
  )

/**
 * Joins names as a sentence does; of many names only the first ones and the number of the others.
 */
export function joinList(texts: readonly string[], type: 'conjunction' | 'disjunction'): string {
  const shown = texts.slice(0, maxNames)
  const more = texts.length - shown.length
  const all = more === 0 ? shown : [...shown, say('couponValue.more', { n: more })]
  const join = more === 0 ? type : 'conjunction'
  return new Intl.ListFormat(language(), { type: join }).format(all.map(isolateText))
}

/** The name of an id; an unknown id is shown as it is. */
export const nameOfId = (kind: NameKind, id: string, { names }: Around): string =>
  names?.[kind].find((one) => one.id === id || one.otherIds.includes(id))?.name ?? id

/** The channels that have a text; another is shown with the platform's name. */
const channels = [
  'web-delivery',
  'web-go',
  'web-serve',
  'app-delivery',
  'app-go',
  'app-serve',
] as const

/** Values of the platform that have a text. */
function knownTerm(field: CouponField, word: string): string {
  if (
    field === 'requiresPaymentTypes' &&
    (word === 'cash' || word === 'inStore' || word === 'other')
  )
    return say(`couponValue.${word}`)
  if (field === 'requireChannels') {
    const channel = channels.find((one) => one === word)
    return channel === undefined ? word : say(`couponValue.${channel}`)
  }
  if (field !== 'deliveryDiscountType') return word
  if (word === 'fixed') return say('couponValue.amount')
  return word === 'percentage' ? say('couponValue.share') : word
}

export function entryText(field: CouponField, list: readonly string[], around: Around): string[] {
  const kind = couponFields[field]
  return list.map((one) => (isNameKind(kind) ? nameOfId(kind, one, around) : knownTerm(field, one)))
}

/** A value as a short text for a table. */
export function valueText(field: CouponField, value: Value, around: Around): string {
  if (value === null || value === undefined || value === '') return say('couponValue.none')
  if (typeof value === 'boolean') return say(value ? 'couponValue.yes' : 'couponValue.no')
  if (typeof value === 'object')
    return value.length === 0
      ? say('couponValue.none')
      : joinList(entryText(field, value, around), 'conjunction')
  if (typeof value === 'string')
    return couponFields[field] === 'instant'
      ? longWhen(value, language(), around.timeZone)
      : knownTerm(field, value)
  return numberText(field, value, around)
}

function numberText(field: CouponField, value: number, { countryCode }: Around): string {
  switch (couponFields[field]) {
    case 'amount':
      return money(value, countryCode, language())
    case 'percent':
      return percentText(value)
    default:
      return new Intl.NumberFormat(language()).format(value)
  }
}
