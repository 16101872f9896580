import { dateLocale } from '#contract/date-locale.ts'
import type { Language } from '#contract/languages.ts'
import type { TimeFormat } from '#contract/settings/fields.ts'
import type { TipVariants, CloseOut } from '#contract/shifts/shifts.ts'
import { plainDecimal } from '#domain/money/money.ts'
import { filled, paperDateAndTime, paperTime } from '#domain/printers/say.ts'
import { messages, type ReportMessage } from './messages/index.ts'
import { unnamedPlace } from '#contract/method-names.ts'
import { noMethod } from '#contract/payments.ts'

/** The messages, money and times of a report, in one language as the store's country writes it. */
export interface ReportLanguage {
  say(word: ReportMessage, values?: Record<string, string | number>): string
  money(amount: number): string
  /**
   * Amounts with the tips inside and outside: one figure if both are the same or the store knows
   * which is right, otherwise both.
   */
  bothWays(amounts: TipVariants): string
  count(n: number): string
  /** A remark for a sum that lacks payments whose money cannot be read; null if it lacks none. */
  lacks(sums: { toCheck?: number | undefined } | undefined): string | null
  /** A day and a time by the store's clock. */
  when(at: string): string
  hour(at: string): string
  /** A calendar day, from YYYY-MM-DD. */
  day(day: string): string
}

export interface ReportLocale {
  language: Language
  /** ISO 3166 alpha-2; empty if unknown. */
  country: string
  timeFormat: TimeFormat
}

export function reportLanguageOf(
  { currency, decimals, timeZone, tips }: CloseOut,
  { language, country, timeFormat }: ReportLocale,
): ReportLanguage {
  const locale = /^[A-Z]{2}$/.test(country) ? `${language}-${country}` : language
  const zone = { language, timeZone, timeFormat }
  const amounts = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    ...(currency === null ? {} : { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
  })
  const counts = new Intl.NumberFormat(locale)
  const days = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'full', timeZone: 'UTC' })
  // Format a decimal text, so that no digit goes through a float.
  const money = (amount: number): string =>
    amounts.format(plainDecimal(amount, decimals) as Intl.StringNumericLiteral)
  const say: ReportLanguage['say'] = (word, values = {}) => filled(messages[language][word], values)
  return {
    say,
    lacks: (sums) => (sums?.toCheck ? say('toCheckIn', { n: sums.toCheck }) : null),
    money,
    bothWays({ inside, outside }) {
      if (tips !== 'unknown') return money(tips === 'inside' ? inside : outside)
      return inside === outside ? money(inside) : `${money(inside)} / ${money(outside)}`
    },
    count: (n) => counts.format(n),
    when: (at) => paperDateAndTime(at, zone),
    hour: (at) => paperTime(at, zone),
    day: (day) => days.format(Date.parse(day)),
  }
}

const numbersOf = (ids: Iterable<string>): ReadonlyMap<string, number> =>
  new Map([...new Set(ids)].map((id, place) => [id, place + 1]))

/** The names in a report: from the platform or a person, otherwise a number. Never an id. */
export function namesOf({ count, figures, overShort }: CloseOut, { say }: ReportLanguage) {
  const called = new Map(count.registers.map(({ id, name }) => [id, name]))
  const registers = numbersOf([...count.registers, ...figures.registers].map(({ id }) => id))
  const methods = [...figures.byMethod, ...overShort]
  const people = numbersOf(
    figures.byPerson.map(({ personId }) => personId).filter((id) => id !== ''),
  )
  return {
    register: (id: string): string =>
      called.get(id) || say('numberedRegister', { n: registers.get(id) ?? registers.size + 1 }),
    method({ methodId, name }: { methodId: string; name: string }): string {
      if (methodId === noMethod.id) return say('noMethod')
      return name || say('numberedMethod', { n: unnamedPlace(methods, methodId) })
    },
    person({ personId, name, number }: CloseOut['figures']['byPerson'][number]): string {
      if (personId === '') return say('nobody')
      return name || say('numberedPerson', { n: number ?? people.get(personId) ?? 0 })
    },
  }
}
