import { stringify } from 'csv-stringify/sync'

/** The value of a table cell. A number stays a number in a spreadsheet. */
export type Cell = string | number | boolean | null

/*
 * What a spreadsheet may treat as a formula: `=`, `+`, `-`, `@` and their wide forms of East Asian
 * keyboards, at the start of a cell, or after a character that starts a new cell if the spreadsheet
 * uses another separator, quoted or not. An apostrophe makes it text.
 *
 * Two kinds of text stay unchanged, because a mark would change every number for programs that read
 * the table: a phone number (`+56 9 1234-5678`: a plus, then only digits and separators) and a
 * negative number (`-5.20`). They contain no cell and no function, so the worst that Excel,
 * LibreOffice or Google Sheets does is to calculate with the digits: nothing runs and nothing is
 * fetched. To see the plus in a spreadsheet, import the column as text. `="+56…"` is a formula
 * itself, and a blank or tab before the plus would be part of the value.
 */
const sign = String.raw`[=@＝＋－＠]|\+(?!\d[\d .()/\u00a0-]*(?:$|[;,\t\r\n]))|-(?!\d+(?:\.\d+)?(?:$|[;,\t\r\n]))`
const hidden = new RegExp(String.raw`([;,\t\r\n]["\s]*)(?=${sign})`, 'g')
const leading = new RegExp(String.raw`^["\s]*(?:${sign})|^[\t\r]`)
/** A quick check for the same: most cells have none, and there may be millions. */
const any = /(?:^|[;,\t\r\n])["\s]*[=+\-@＝＋－＠]|^[\t\r]/

/** Text from outside as a cell that no spreadsheet treats as a formula, whatever its separator. */
function withoutFormula(text: string): string {
  if (!any.test(text)) return text
  const inside = text.replaceAll(hidden, "$1'")
  return leading.test(inside) ? `'${inside}` : inside
}

/** The header line, with the mark by which spreadsheets recognise UTF-8. */
export const tableHead = (columns: readonly string[]): string =>
  stringify([[...columns]], { bom: true })

const cell = (value: Cell): string | number =>
  typeof value === 'string'
    ? withoutFormula(value)
    : typeof value === 'boolean'
      ? String(value)
      : (value ?? '')

/** Lines of a CSV table. Text that a spreadsheet could treat as a formula is escaped. */
export const tableLines = (lines: readonly (readonly Cell[])[]): string =>
  stringify(
    lines.map((cells) => cells.map(cell)),
    // A spreadsheet that separates by `;` finds it inside quotes.
    { quoted_match: /;/ },
  )
