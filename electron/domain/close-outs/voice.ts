import type { PaperLanguage } from '#contract/printers/fields.ts'
import type { BothWays, CloseOut } from '#contract/shifts/shifts.ts'
import { plain } from '#domain/money/money.ts'
import { paperDateAndTime, paperTime } from '#domain/printers/paper-time.ts'
import { en, type ReportWords } from './words/en.ts'
import { es } from './words/es.ts'
import { pt } from './words/pt.ts'

const tables: Record<PaperLanguage, ReportWords> = { en, es, pt }

/** How a close-out is said: its words, its money, its times, in a language as the store's country writes it. */
export interface Voice {
  say(word: keyof ReportWords, values?: Record<string, string | number>): string
  money(amount: number): string
  /** Tips inside of the amounts, or beside them: one figure where both are the same or the store knows, else both. */
  bothWays(amounts: BothWays): string
  count(n: number): string
  /** What is written to a sum that lacks payments whose money cannot be read; null where it lacks none. */
  lacks(sums: { toCheck?: number | undefined } | undefined): string | null
  /** A day and a time by the store's clock. */
  when(at: string): string
  hour(at: string): string
  /** A calendar day, from YYYY-MM-DD. */
  day(day: string): string
}

export interface Tongue {
  language: PaperLanguage
  /** ISO 3166 alpha-2; empty where it is not known. */
  country: string
}

export function voiceOf(
  { currency, decimals, timeZone, tips }: CloseOut,
  { language, country }: Tongue,
): Voice {
  const locale = /^[A-Z]{2}$/.test(country) ? `${language}-${country}` : language
  const amounts = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    ...(currency === null ? {} : { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
  })
  const counts = new Intl.NumberFormat(locale)
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  // Written out as a decimal number first: nothing of it goes through a float.
  const money = (amount: number): string =>
    amounts.format(plain(amount, decimals) as Intl.StringNumericLiteral)
  const say: Voice['say'] = (word, values = {}) =>
    tables[language][word].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  return {
    say,
    lacks: (sums) => (sums?.toCheck ? say('toCheckIn', { n: sums.toCheck }) : null),
    money,
    bothWays({ inside, outside }) {
      if (tips !== 'unknown') return money(tips === 'inside' ? inside : outside)
      return inside === outside ? money(inside) : `${money(inside)} / ${money(outside)}`
    },
    count: (n) => counts.format(n),
    when: (at) => paperDateAndTime(at, { locale, timeZone }),
    hour: (at) => paperTime(at, timeZone),
    day: (day) => days.format(Date.parse(day)),
  }
}
