import type { CloseOutReport, ReportRow, ReportSection } from '#contract/shifts/close-out-report.ts'
import { sealCode, type SealPlace } from '#contract/shifts/seal-code.ts'
import type { CloseOut, ShiftSums } from '#contract/shifts/shifts.ts'
import { countSections, joinParts, row, section } from './count-sections.ts'
import { ReportLanguage, ReportNames, type ReportLocale } from './report-language.ts'
import { doubleRule, gap, pairLine, rule, textLine, type Paper } from '#domain/printers/paper.ts'

function sumRow(
  name: string,
  sums: ShiftSums,
  language: ReportLanguage,
  emphasis: ReportRow['emphasis'] = 'plain',
): ReportRow {
  const cells = [
    name,
    language.count(sums.payments),
    language.money(sums.amount),
    language.money(sums.tips),
  ]
  return row(cells, emphasis, language.lacks(sums))
}

const sumColumns = (language: ReportLanguage, first: string): string[] => [
  first,
  language.say('payments'),
  language.say('amount'),
  language.say('tips'),
]

function paid(closeOut: CloseOut, language: ReportLanguage): ReportSection {
  const { figures } = closeOut
  const names = new ReportNames(closeOut, language)
  const { voided, toCheck = 0, rounded = 0 } = figures.all
  const rows = [
    ...figures.byMethod.map((each) => sumRow(names.method(each), each, language)),
    sumRow(language.say('all'), figures.all, language, 'sum'),
  ]
  if (voided.payments > 0)
    rows.push(
      row([
        language.say('voided'),
        language.count(voided.payments),
        language.money(voided.amount),
        language.money(voided.tips),
      ]),
    )
  if (toCheck > 0)
    rows.push(row([language.say('toCheck'), language.count(toCheck), '', ''], 'alarm'))
  const remark = joinParts([
    toCheck > 0 && language.say('toCheckText'),
    rounded > 0 && language.say('rounded', { n: rounded }),
  ])
  return {
    ...section(language.say('paid'), sumColumns(language, language.say('method')), rows),
    remark,
  }
}

function shiftFigures({ figures }: CloseOut, language: ReportLanguage): ReportSection {
  const { own, outbox } = figures
  const figuresOrNone: [string, string | null][] = [
    [language.say('sales'), own.sales === null ? null : language.money(own.sales)],
    [language.say('discounts'), own.discounts === null ? null : language.money(own.discounts)],
    [language.say('tickets'), figures.tickets === null ? null : language.count(figures.tickets)],
    [language.say('eaters'), own.eaters === null ? null : language.count(own.eaters)],
    [
      language.say('average'),
      own.averageTicket === null ? null : language.money(own.averageTicket),
    ],
    [language.say('invoices'), language.count(figures.invoices)],
    [language.say('unsent'), outbox.unsent === 0 ? null : language.count(outbox.unsent)],
    [language.say('unknown'), outbox.unknown === 0 ? null : language.count(outbox.unknown)],
  ]
  return section(
    language.say('figures'),
    [language.say('figure'), ''],
    figuresOrNone.flatMap(([name, value]) => (value === null ? [] : [row([name, value])])),
  )
}

const amountsText = (balances: readonly { amount: number }[], language: ReportLanguage): string =>
  balances.map(({ amount }) => language.money(amount)).join(' + ') || '–'

/** The sections that fit only on a page. */
function details(closeOut: CloseOut, language: ReportLanguage): ReportSection[] {
  const { figures } = closeOut
  const names = new ReportNames(closeOut, language)
  return [
    section(
      language.say('byHour'),
      sumColumns(language, language.say('hour')),
      figures.byHour.map((each) => sumRow(language.hour(each.from), each, language)),
      'left-out',
    ),
    section(
      language.say('byPerson'),
      sumColumns(language, language.say('person')),
      figures.byPerson.map((each) => sumRow(names.person(each), each, language)),
      'left-out',
    ),
    section(
      language.say('registers'),
      [language.say('register'), language.say('start'), language.say('end')],
      figures.registers.map(({ id, start, end }) =>
        row([names.register(id), amountsText(start, language), amountsText(end, language)]),
      ),
      'left-out',
    ),
    section(
      language.say('waste'),
      [language.say('ingredient'), language.say('quantity')],
      figures.waste.map(({ name, quantity, unit }) =>
        row([name, `${language.count(quantity)} ${unit}`]),
      ),
      'left-out',
    ),
  ]
}

function differences({ figures }: CloseOut, language: ReportLanguage): ReportSection {
  return section(
    language.say('differences'),
    [language.say('figure'), language.say('ofParts'), language.say('ofShift')],
    figures.differences.map(({ about, ofParts, ofShift }) =>
      row([language.say(about), language.money(ofParts), language.money(ofShift)], 'alarm'),
    ),
  )
}

const checklist = ({ checklist: items }: CloseOut, language: ReportLanguage): ReportSection =>
  section(
    language.say('checklist'),
    [language.say('item'), language.say('count')],
    items.map((item) => row([language.say(item.code), language.count(item.count)])),
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
  const language = new ReportLanguage(closeOut, locale)
  const { number, corrects, signedBy, notes } = closeOut
  return {
    number,
    title: language.say('title', { n: number, day: language.day(closeOut.businessDay) }),
    store: closeOut.storeName,
    correction:
      corrects === null
        ? null
        : language.say('corrects', { n: corrects.number, reason: corrects.reason }),
    facts: [
      [language.say('opened'), closeOut.from === null ? '–' : language.when(closeOut.from)],
      [
        language.say('closed'),
        closeOut.to === null ? language.say('stillOpen') : language.when(closeOut.to),
      ],
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
      [
        language.say('signedBy'),
        language.say(closeOut.withPin ? 'withPin' : 'withoutPin', { name: signedBy }),
      ],
      [language.say('sealedAt'), language.when(closeOut.sealedAt)],
      ...(closeOut.screen === ''
        ? []
        : [[language.say('screen'), closeOut.screen] as [string, string]]),
      [language.say('shift'), closeOut.shiftId],
      [language.say('seal'), grouped(closeOut.hash)],
      [language.say('previousSeal'), grouped(closeOut.previousHash)],
      [language.say('sealCode'), sealCode(closeOut)],
      ...(head === null || head.number <= number
        ? []
        : [[language.say('lastSealCode', { n: head.number }), sealCode(head)] as [string, string]]),
      ['', language.say('own')],
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
