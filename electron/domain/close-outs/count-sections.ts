import type { ReportRow, ReportSection } from '#contract/shifts/close-out-report.ts'
import type { TipVariants, CloseOut, OverShort } from '#contract/shifts/shifts.ts'
import { cashOf, depositOf } from '#contract/shifts/deposit.ts'
import { isExact } from '#contract/shifts/is-exact.ts'
import { sum } from '#domain/money/money.ts'
import { ReportNames, type ReportLanguage } from './report-language.ts'

export const row = (
  cells: string[],
  emphasis: ReportRow['emphasis'] = 'plain',
  note: string | null = null,
): ReportRow => ({ cells, emphasis, note })

export const section = (
  title: string,
  columns: string[],
  rows: ReportRow[],
  onRoll: ReportSection['onRoll'] = 'rows',
): ReportSection => ({ title, columns, rows, remark: null, onRoll })

/** Joins the parts that are not empty; null if all are. */
export const joinParts = (parts: readonly (string | false | null)[], by = ' '): string | null =>
  parts.filter((part) => part !== '' && part !== false && part !== null).join(by) || null

/** Over or short, in words: readers overlook a sign. */
const inWords = (amount: number, language: ReportLanguage): string => {
  if (amount === 0) return language.say('exact')
  return language.say(amount > 0 ? 'over' : 'short', { amount: language.money(Math.abs(amount)) })
}

function differenceOf(
  { known: difference, overShort }: OverShort,
  language: ReportLanguage,
): string {
  if (difference !== null) return inWords(difference, language)
  if (overShort === null) return '–'
  const { inside, outside } = overShort
  return inside === outside
    ? inWords(inside, language)
    : `${inWords(inside, language)} / ${inWords(outside, language)}`
}

const isTwofold = ({ inside, outside }: TipVariants): boolean => inside !== outside

function overShort(
  closeOut: CloseOut,
  names: ReportNames,
  language: ReportLanguage,
): ReportSection {
  const { count, tips } = closeOut
  const isAnyTwofold = closeOut.overShort.some(({ expected }) => isTwofold(expected))
  const remark = joinParts([
    tips === 'unknown' && isAnyTwofold && language.say('bothWays'),
    count.wasRevealed && language.say('revealed'),
  ])
  const rows = closeOut.overShort.map((each) => {
    const cells = [
      names.method(each),
      each.counted === null ? '–' : language.money(each.counted),
      language.bothWays(each.expected),
      differenceOf(each, language),
    ]
    const emphasis = each.isAboveThreshold ? 'alarm' : 'plain'
    return row(cells, emphasis, noteOf(each, closeOut, language))
  })
  const columns = [
    language.say('method'),
    language.say('counted'),
    language.say('expected'),
    language.say('difference'),
  ]
  return { ...section(language.say('overShort'), columns, rows), remark }
}

/**
 * Notes on a method: whether its sums lack payments, whether it was counted again, and what the
 * counter wrote.
 */
function noteOf(
  compared: OverShort,
  { count, figures }: CloseOut,
  language: ReportLanguage,
): string | null {
  const { methodId, note } = compared
  const times = count.attempts.filter(({ methods }) =>
    methods.some((each) => each.methodId === methodId),
  ).length
  // A method that is exact now no longer needs its note.
  const isOld = note !== '' && isExact(compared)
  const counted = joinParts([
    times > 1 && language.say('recounted', { n: times }),
    isOld ? language.say('noteBefore', { note }) : note,
  ])
  return joinParts(
    [language.lacks(figures.byMethod.find((each) => each.methodId === methodId)), counted],
    ' · ',
  )
}

type Register = CloseOut['count']['registers'][number]

function register(
  { id, pieces, loose, cash }: Register,
  names: ReportNames,
  language: ReportLanguage,
): ReportSection {
  const rows = [
    ...pieces
      .filter((each) => each.pieces > 0)
      .map((each) =>
        row([
          language.money(each.value),
          language.count(each.pieces),
          language.money(each.value * each.pieces),
        ]),
      ),
    ...(loose === 0 ? [] : [row([language.say('loose'), '', language.money(loose)])]),
    row([language.say('all'), '', language.money(cash)], 'sum'),
  ]
  const title = language.say('cash', { register: names.register(id) })
  return section(
    title,
    [language.say('denomination'), language.say('pieces'), language.say('sum')],
    rows,
    'pieces',
  )
}

function movements(
  { count }: CloseOut,
  names: ReportNames,
  language: ReportLanguage,
): ReportSection {
  const rows = count.movements.map(({ kind, registerId, amount, reason }) => {
    const name =
      registerId === null
        ? language.say(kind)
        : `${language.say(kind)} · ${names.register(registerId)}`
    return row([name, language.money(amount)], 'plain', reason || null)
  })
  return section(language.say('movements'), [language.say('figure'), language.say('amount')], rows)
}

/** All counted cash, if there are several registers. */
function allCash(
  { count }: CloseOut,
  names: ReportNames,
  language: ReportLanguage,
): ReportSection[] {
  if (count.registers.length < 2) return []
  const rows = count.registers.map(({ id, cash }) =>
    row([names.register(id), language.money(cash)]),
  )
  const all = language.money(sum(count.registers.map(({ cash }) => cash)))
  rows.push(row([language.say('all'), all], 'sum'))
  return [section(language.say('allCash'), [language.say('register'), language.say('sum')], rows)]
}

/** The cash for the bank: counted cash minus the float. */
function deposit({ count }: CloseOut, language: ReportLanguage): ReportSection {
  const hasLeft = count.movements.some(({ kind }) => kind !== 'pay-in')
  const rows = [
    row([language.say('cashCounted'), language.money(cashOf(count))]),
    row([language.say('float'), language.money(count.float)]),
    row([language.say('deposit'), language.money(depositOf(count))], 'sum'),
  ]
  const remark = hasLeft ? language.say('depositRule') : null
  return {
    ...section(language.say('deposit'), [language.say('figure'), language.say('amount')], rows),
    remark,
  }
}

/** What the registers were opened with, if it is not what the close-out before left. */
function opening({ number, opening: opened }: CloseOut, language: ReportLanguage) {
  if (opened === undefined || opened.left === opened.started) return []
  const { closeOut, left, started } = opened
  const rows = [
    row([language.say('leftBy', { n: closeOut }), language.money(left)]),
    row([language.say('openedWith', { n: number }), language.money(started)]),
    row([language.say('difference'), language.money(started - left)], 'alarm'),
  ]
  return [section(language.say('opening'), [language.say('figure'), language.say('amount')], rows)]
}

/** What was counted and how it compares; over and short come first. */
export function countSections(closeOut: CloseOut, language: ReportLanguage): ReportSection[] {
  const names = new ReportNames(closeOut, language)
  return [
    overShort(closeOut, names, language),
    ...opening(closeOut, language),
    deposit(closeOut, language),
    ...closeOut.count.registers.map((each) => register(each, names, language)),
    ...allCash(closeOut, names, language),
    movements(closeOut, names, language),
  ]
}
