import type { ReportRow, ReportSection } from '#contract/shifts/close-out-report.ts'
import type { TipVariants, CloseOut, OverShort } from '#contract/shifts/shifts.ts'
import { cashOf, depositOf } from '#contract/shifts/deposit.ts'
import { isExact } from '#contract/shifts/is-exact.ts'
import { sum } from '#domain/money/money.ts'
import { namesOf, type ReportLanguage } from './report-language.ts'

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
const inWords = (amount: number, { say, money }: ReportLanguage): string => {
  if (amount === 0) return say('exact')
  return say(amount > 0 ? 'over' : 'short', { amount: money(Math.abs(amount)) })
}

function differenceOf({ known, overShort }: OverShort, language: ReportLanguage): string {
  if (known !== null) return inWords(known, language)
  if (overShort === null) return '–'
  const { inside, outside } = overShort
  return inside === outside
    ? inWords(inside, language)
    : `${inWords(inside, language)} / ${inWords(outside, language)}`
}

const isTwofold = ({ inside, outside }: TipVariants): boolean => inside !== outside

function overShort(closeOut: CloseOut, names: Names, language: ReportLanguage): ReportSection {
  const { say, money } = language
  const { count, tips } = closeOut
  const isAnyTwofold = closeOut.overShort.some(({ expected }) => isTwofold(expected))
  const remark = joinParts([
    tips === 'unknown' && isAnyTwofold && say('bothWays'),
    count.wasRevealed && say('revealed'),
  ])
  const rows = closeOut.overShort.map((each) => {
    const cells = [
      names.method(each),
      each.counted === null ? '–' : money(each.counted),
      language.bothWays(each.expected),
      differenceOf(each, language),
    ]
    const emphasis = each.isAboveThreshold ? 'alarm' : 'plain'
    return row(cells, emphasis, noteOf(each, closeOut, language))
  })
  const columns = [say('method'), say('counted'), say('expected'), say('difference')]
  return { ...section(say('overShort'), columns, rows), remark }
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
  const { say, lacks } = language
  const times = count.attempts.filter(({ methods }) =>
    methods.some((each) => each.methodId === methodId),
  ).length
  // A method that is exact now no longer needs its note.
  const isOld = note !== '' && isExact(compared)
  const counted = joinParts([
    times > 1 && say('recounted', { n: times }),
    isOld ? say('noteBefore', { note }) : note,
  ])
  return joinParts(
    [lacks(figures.byMethod.find((each) => each.methodId === methodId)), counted],
    ' · ',
  )
}

type Register = CloseOut['count']['registers'][number]
type Names = ReturnType<typeof namesOf>

function register(
  { id, pieces, loose, cash }: Register,
  names: Names,
  language: ReportLanguage,
): ReportSection {
  const { say, money, count } = language
  const rows = [
    ...pieces
      .filter((each) => each.pieces > 0)
      .map((each) => row([money(each.value), count(each.pieces), money(each.value * each.pieces)])),
    ...(loose === 0 ? [] : [row([say('loose'), '', money(loose)])]),
    row([say('all'), '', money(cash)], 'sum'),
  ]
  const title = say('cash', { register: names.register(id) })
  return section(title, [say('denomination'), say('pieces'), say('sum')], rows, 'pieces')
}

function movements({ count }: CloseOut, names: Names, language: ReportLanguage): ReportSection {
  const { say, money } = language
  const rows = count.movements.map(({ kind, registerId, amount, reason }) => {
    const name = registerId === null ? say(kind) : `${say(kind)} · ${names.register(registerId)}`
    return row([name, money(amount)], 'plain', reason || null)
  })
  return section(say('movements'), [say('figure'), say('amount')], rows)
}

/** All counted cash, if there are several registers. */
function allCash(
  { count }: CloseOut,
  names: Names,
  { say, money }: ReportLanguage,
): ReportSection[] {
  if (count.registers.length < 2) return []
  const rows = count.registers.map(({ id, cash }) => row([names.register(id), money(cash)]))
  const all = money(sum(count.registers.map(({ cash }) => cash)))
  rows.push(row([say('all'), all], 'sum'))
  return [section(say('allCash'), [say('register'), say('sum')], rows)]
}

/** The cash for the bank: counted cash minus the float. */
function deposit({ count }: CloseOut, { say, money }: ReportLanguage): ReportSection {
  const hasLeft = count.movements.some(({ kind }) => kind !== 'pay-in')
  const rows = [
    row([say('cashCounted'), money(cashOf(count))]),
    row([say('float'), money(count.float)]),
    row([say('deposit'), money(depositOf(count))], 'sum'),
  ]
  const remark = hasLeft ? say('depositRule') : null
  return { ...section(say('deposit'), [say('figure'), say('amount')], rows), remark }
}

/** What the registers were opened with, if it is not what the close-out before left. */
function opening({ number, opening: opened }: CloseOut, { say, money }: ReportLanguage) {
  if (opened === undefined || opened.left === opened.started) return []
  const { closeOut, left, started } = opened
  const rows = [
    row([say('leftBy', { n: closeOut }), money(left)]),
    row([say('openedWith', { n: number }), money(started)]),
    row([say('difference'), money(started - left)], 'alarm'),
  ]
  return [section(say('opening'), [say('figure'), say('amount')], rows)]
}

/** What was counted and how it compares; over and short come first. */
export function countSections(closeOut: CloseOut, language: ReportLanguage): ReportSection[] {
  const names = namesOf(closeOut, language)
  return [
    overShort(closeOut, names, language),
    ...opening(closeOut, language),
    deposit(closeOut, language),
    ...closeOut.count.registers.map((each) => register(each, names, language)),
    ...allCash(closeOut, names, language),
    movements(closeOut, names, language),
  ]
}
