import type { CloseOutReport, ReportRow, ReportSection } from '#contract/shifts/close-out-report.ts'
import { doubleRule, gap, pairLine, rule, textLine, type Paper } from '#domain/printers/paper.ts'

/** A row on a roll: two cells in a line; of more, the name and under it each with what it is. */
function rowPaper({ cells, look, note }: ReportRow, columns: string[]): Paper {
  const [name = '', ...others] = cells
  const isBold = look !== 'plain'
  const notes = note === null ? [] : [textLine(note, { lead: '  ' })]
  const mark = look === 'alarm' ? '! ' : ''
  if (others.length < 2) return [pairLine(mark + name, others[0] ?? '', isBold), ...notes]
  return [
    textLine(mark + name, { bold: true }),
    ...others.flatMap((cell, index) =>
      cell === '' ? [] : [pairLine(`  ${columns[index + 1] ?? ''}`, cell, isBold)],
    ),
    ...notes,
  ]
}

/** Notes and coins: how many, of which, and their sum, in one line. */
function piecesPaper({ cells: [name = '', pieces = '', all = ''], look }: ReportRow): Paper {
  return [pairLine(pieces === '' ? name : `${pieces} x ${name}`, all, look === 'sum')]
}

function sectionPaper({ title, columns, rows, remark, onRoll }: ReportSection): Paper {
  return [
    rule,
    textLine(title, { size: 'tall', bold: true }),
    ...rows.flatMap((row) => (onRoll === 'pieces' ? piecesPaper(row) : rowPaper(row, columns))),
    ...(remark === null ? [] : [textLine(remark)]),
  ]
}

/** A close-out for a roll of paper: what is counted, paid, over and short; what needs a sheet is left to one. */
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
