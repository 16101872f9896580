import { dateLocale } from '#contract/shared/date-locale.ts'
import type { Language } from '#contract/shared/languages.ts'
import type { TimeFormat, TipsInAmount } from '#contract/settings/fields.ts'
import type { TipVariants, CloseOut } from '#contract/shifts/shifts.ts'
import { plainDecimal } from '#domain/money/money.ts'
import { filled, paperDateAndTime, paperTime } from '#domain/printers/say.ts'
import { messages, type ReportMessage } from './messages/index.ts'
import { unnamedPlace } from '#contract/shared/method-names.ts'
import { noMethod } from '#contract/payments/payments.ts'

export interface ReportLocale {
  language: Language
  /** ISO 3166 alpha-2; empty if unknown. */
  country: string
  timeFormat: TimeFormat
}

/** The messages, money and times of a report, in one language as the store's country writes it. */
export class ReportLanguage {
  readonly #language: Language
  readonly #zone: { language: Language; timeZone: string; timeFormat: TimeFormat }
  readonly #decimals: number
  readonly #tips: TipsInAmount
  readonly #amounts: Intl.NumberFormat
  readonly #counts: Intl.NumberFormat
  readonly #days: Intl.DateTimeFormat

  constructor(
    { currency, decimals, timeZone, tips }: CloseOut,
    { language, country, timeFormat }: ReportLocale,
  ) {
    const locale = /^[A-Z]{2}$/.test(country) ? `${language}-${country}` : language
    this.#language = language
    this.#zone = { language, timeZone, timeFormat }
    this.#decimals = decimals
    this.#tips = tips
    this.#amounts = new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      ...(currency === null
        ? {}
        : { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
    })
    this.#counts = new Intl.NumberFormat(locale)
    this.#days = new Intl.DateTimeFormat(dateLocale(language), {
      dateStyle: 'full',
      timeZone: 'UTC',
    })
  }

  say(word: ReportMessage, values: Record<string, string | number> = {}): string {
    return filled(messages[this.#language][word], values)
  }

  money(amount: number): string {
    // Format a decimal text, so that no digit goes through a float.
    return this.#amounts.format(plainDecimal(amount, this.#decimals) as Intl.StringNumericLiteral)
  }

  /**
   * Amounts with the tips inside and outside: one figure if both are the same or the store knows
   * which is right, otherwise both.
   */
  bothWays({ inside, outside }: TipVariants): string {
    if (this.#tips !== 'unknown') return this.money(this.#tips === 'inside' ? inside : outside)
    return inside === outside
      ? this.money(inside)
      : `${this.money(inside)} / ${this.money(outside)}`
  }

  count(n: number): string {
    return this.#counts.format(n)
  }

  /** A remark for a sum that lacks payments whose money cannot be read; null if it lacks none. */
  lacks(sums: { toCheck?: number | undefined } | undefined): string | null {
    return sums?.toCheck ? this.say('toCheckIn', { n: sums.toCheck }) : null
  }

  /** A day and a time by the store's clock. */
  when(at: string): string {
    return paperDateAndTime(at, this.#zone)
  }

  hour(at: string): string {
    return paperTime(at, this.#zone)
  }

  /** A calendar day, from YYYY-MM-DD. */
  day(day: string): string {
    return this.#days.format(Date.parse(day))
  }
}

const numbersOf = (ids: Iterable<string>): ReadonlyMap<string, number> =>
  new Map([...new Set(ids)].map((id, place) => [id, place + 1]))

/** The names in a report: from the platform or a person, otherwise a number. Never an id. */
export class ReportNames {
  readonly #language: ReportLanguage
  readonly #registerNames: ReadonlyMap<string, string>
  readonly #registers: ReadonlyMap<string, number>
  readonly #people: ReadonlyMap<string, number>
  readonly #methods: Parameters<typeof unnamedPlace>[0]

  constructor({ count, figures, overShort }: CloseOut, language: ReportLanguage) {
    const personIds = figures.byPerson.map(({ personId }) => personId)
    this.#language = language
    this.#registerNames = new Map(count.registers.map(({ id, name }) => [id, name]))
    this.#registers = numbersOf([...count.registers, ...figures.registers].map(({ id }) => id))
    this.#people = numbersOf(personIds.filter((id) => id !== ''))
    this.#methods = [...figures.byMethod, ...overShort]
  }

  register(id: string): string {
    const number = this.#registers.get(id) ?? this.#registers.size + 1
    return this.#registerNames.get(id) || this.#language.say('numberedRegister', { n: number })
  }

  method({ methodId, name }: { methodId: string; name: string }): string {
    if (methodId === noMethod.id) return this.#language.say('noMethod')
    const number = unnamedPlace(this.#methods, methodId)
    return name || this.#language.say('numberedMethod', { n: number })
  }

  person({ personId, name, number }: CloseOut['figures']['byPerson'][number]): string {
    if (personId === '') return this.#language.say('nobody')
    const n = number ?? this.#people.get(personId) ?? 0
    return name || this.#language.say('numberedPerson', { n })
  }
}
