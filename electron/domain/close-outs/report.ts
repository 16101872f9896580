import type { CloseOutReport, ReportRow, ReportSection } from '#contract/shifts/close-out-report.ts'
import { sealCode, type SealPlace } from '#contract/shifts/seal-code.ts'
import type { CloseOut, ShiftSums } from '#contract/shifts/shifts.ts'
import { countSections, joinParts, row, section } from './count-sections.ts'
import {
  namesOf,
  reportLanguageOf,
  type ReportLocale,
  type ReportLanguage,
} from './report-language.ts'
import { doubleRule, gap, pairLine, rule, textLine, type Paper } from '#domain/printers/paper.ts'

function sumRow(
  name: string,
  sums: ShiftSums,
  { count, money, lacks }: ReportLanguage,
  emphasis: ReportRow['emphasis'] = 'plain',
): ReportRow {
  const cells = [name, count(sums.payments), money(sums.amount), money(sums.tips)]
  return row(cells, emphasis, lacks(sums))
}

const sumColumns = ({ say }: ReportLanguage, first: string): string[] => [
  first,
  say('payments'),
  say('amount'),
  say('tips'),
]

function paid(closeOut: CloseOut, language: ReportLanguage): ReportSection {
  const { figures } = closeOut
  const { say, count, money } = language
  const { method } = namesOf(closeOut, language)
  const { voided, toCheck = 0, rounded = 0 } = figures.all
  const rows = [
    ...figures.byMethod.map((each) => sumRow(method(each), each, language)),
    sumRow(say('all'), figures.all, language, 'sum'),
  ]
  if (voided.payments > 0)
    rows.push(
      row([say('voided'), count(voided.payments), money(voided.amount), money(voided.tips)]),
    )
  if (toCheck > 0) rows.push(row([say('toCheck'), count(toCheck), '', ''], 'alarm'))
  const remark = joinParts([
    toCheck > 0 && say('toCheckText'),
    rounded > 0 && say('rounded', { n: rounded }),
  ])
  return { ...section(say('paid'), sumColumns(language, say('method')), rows), remark }
}

function shiftFigures({ figures }: CloseOut, language: ReportLanguage): ReportSection {
  const { say, money, count } = language
  const { own, outbox } = figures
  const known: [string, string | null][] = [
    [say('sales'), own.sales === null ? null : money(own.sales)],
    [say('discounts'), own.discounts === null ? null : money(own.discounts)],
    [say('tickets'), figures.tickets === null ? null : count(figures.tickets)],
    [say('eaters'), own.eaters === null ? null : count(own.eaters)],
    [say('average'), own.averageTicket === null ? null : money(own.averageTicket)],
    [say('invoices'), count(figures.invoices)],
    [say('unsent'), outbox.unsent === 0 ? null : count(outbox.unsent)],
    [say('unknown'), outbox.unknown === 0 ? null : count(outbox.unknown)],
  ]
  return section(
    say('figures'),
    [say('figure'), ''],
    known.flatMap(([name, value]) => (value === null ? [] : [row([name, value])])),
  )
}

/** The sections that fit only on a page. */
function details(closeOut: CloseOut, language: ReportLanguage): ReportSection[] {
  const { figures } = closeOut
  const { say, money, count, hour } = language
  const names = namesOf(closeOut, language)
  const amounts = (each: { amount: number }[]): string =>
    each.length === 0 ? '–' : each.map(({ amount }) => money(amount)).join(' + ')
  return [
    section(
      say('byHour'),
      sumColumns(language, say('hour')),
      figures.byHour.map((each) => sumRow(hour(each.from), each, language)),
      'left-out',
    ),
    section(
      say('byPerson'),
      sumColumns(language, say('person')),
      figures.byPerson.map((each) => sumRow(names.person(each), each, language)),
      'left-out',
    ),
    section(
      say('registers'),
      [say('register'), say('start'), say('end')],
      figures.registers.map(({ id, start, end }) =>
        row([names.register(id), amounts(start), amounts(end)]),
      ),
      'left-out',
    ),
    section(
      say('waste'),
      [say('ingredient'), say('quantity')],
      figures.waste.map(({ name, quantity, unit }) => row([name, `${count(quantity)} ${unit}`])),
      'left-out',
    ),
  ]
}

function differences({ figures }: CloseOut, { say, money }: ReportLanguage): ReportSection {
  return section(
    say('differences'),
    [say('figure'), say('ofParts'), say('ofShift')],
    figures.differences.map(({ about, ofParts, ofShift }) =>
      row([say(about), money(ofParts), money(ofShift)], 'alarm'),
    ),
  )
}

const checklist = ({ checklist: items }: CloseOut, { say, count }: ReportLanguage): ReportSection =>
  section(
    say('checklist'),
    [say('item'), say('count')],
    items.map((item) => row([say(item.code), count(item.count)])),
  )

/** Groups of eight letters, so that people can compare them. */
const grouped = (hash: string): string => hash.match(/.{1,8}/g)?.join(' ') ?? ''

/**
 * The report of a close-out, for a page and for a roll, without empty sections. `head` is the
 * store's last close-out: its code on each report later shows whether any earlier close-out was
 * changed.
 */
export function closeOutReport(
  closeOut: CloseOut,
  locale: ReportLocale,
  head: SealPlace | null = null,
): CloseOutReport {
  const language = reportLanguageOf(closeOut, locale)
  const { say, when, day } = language
  const { number, corrects, signedBy, notes } = closeOut
  return {
    number,
    title: say('title', { n: number, day: day(closeOut.businessDay) }),
    store: closeOut.storeName,
    correction:
      corrects === null ? null : say('corrects', { n: corrects.number, reason: corrects.reason }),
    facts: [
      [say('opened'), closeOut.from === null ? '–' : when(closeOut.from)],
      [say('closed'), closeOut.to === null ? say('stillOpen') : when(closeOut.to)],
    ],
    sections: [
      ...countSections(closeOut, language),
      paid(closeOut, language),
      shiftFigures(closeOut, language),
      differences(closeOut, language),
      ...details(closeOut, language),
      checklist(closeOut, language),
    ].filter(({ rows }) => rows.length > 0),
    notes: notes === '' ? null : notes,
    signature: [
      [say('signedBy'), say(closeOut.withPin ? 'withPin' : 'withoutPin', { name: signedBy })],
      [say('sealedAt'), when(closeOut.sealedAt)],
      ...(closeOut.screen === '' ? [] : [[say('screen'), closeOut.screen] as [string, string]]),
      [say('shift'), closeOut.shiftId],
      [say('seal'), grouped(closeOut.hash)],
      [say('previousSeal'), grouped(closeOut.previousHash)],
      [say('sealCode'), sealCode(closeOut)],
      ...(head === null || head.number <= number
        ? []
        : [[say('lastSealCode', { n: head.number }), sealCode(head)] as [string, string]]),
      ['', say('own')],
    ],
  }
}

/** A row on a roll. Two cells fit in one line; more cells go below the name, each with its heading. */
function rowPaper({ cells, emphasis, note }: ReportRow, columns: string[]): Paper {
  const [name = '', ...others] = cells
  const isBold = emphasis !== 'plain'
  const notes = note === null ? [] : [textLine(note, { lead: '  ' })]
  const mark = emphasis === 'alarm' ? '! ' : ''
  if (others.length < 2) return [pairLine(mark + name, others[0] ?? '', isBold), ...notes]
  return [
    textLine(mark + name, { bold: true }),
    ...others.flatMap((cell, index) =>
      cell === '' ? [] : [pairLine(`  ${columns[index + 1] ?? ''}`, cell, isBold)],
    ),
    ...notes,
  ]
}

/** One line per note or coin: how many, which, and the sum. */
function denominationsRow({
  cells: [name = '', pieces = '', all = ''],
  emphasis,
}: ReportRow): Paper {
  return [pairLine(pieces === '' ? name : `${pieces} x ${name}`, all, emphasis === 'sum')]
}

function sectionPaper({ title, columns, rows, remark, onRoll }: ReportSection): Paper {
  return [
    rule,
    textLine(title, { size: 'tall', bold: true }),
    ...rows.flatMap((row) =>
      onRoll === 'pieces' ? denominationsRow(row) : rowPaper(row, columns),
    ),
    ...(remark === null ? [] : [textLine(remark)]),
  ]
}

/**
 * The close-out for a roll of paper: counted, paid, over and short. Sections that need a page are
 * left out.
 */
export const closeOutPaper = (report: CloseOutReport): Paper => [
  textLine(report.title, { size: 'large', bold: true }),
  textLine(report.store, { size: 'tall' }),
  ...(report.correction === null
    ? []
    : [textLine(report.correction, { size: 'tall', bold: true, loud: true })]),
  ...report.facts.map(([name, value]) => pairLine(name, value)),
  ...report.sections.filter(({ onRoll }) => onRoll !== 'left-out').flatMap(sectionPaper),
  ...(report.notes === null ? [] : [rule, textLine(report.notes)]),
  doubleRule,
  ...report.signature.flatMap(([name, value]) =>
    name === '' ? [gap, textLine(value)] : [textLine(name, { bold: true }), textLine(value)],
  ),
]
