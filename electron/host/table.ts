import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'

/** What a cell of a table holds. A number stays one in a spreadsheet. */
export type Cell = string | number | boolean | null

/*
 * What a spreadsheet may take for a formula: `=`, `+`, `-`, `@` and their wide forms of East Asian keyboards, at the
 * beginning of a cell, and behind what may begin a new cell where it separates by something else than we do, quoted or
 * not. An apostrophe before it makes it a text.
 *
 * Two kinds of text are left as they are, since a mark before them would change every number for whoever reads the table
 * again: a telephone (`+56 9 1234-5678`, a plus and then digits and separators alone) and a negative number (`-5.20`).
 * They name no cell and no function, so that the worst that Excel, LibreOffice or Google Sheets does is to reckon with
 * their own digits: it runs nothing and fetches nothing. Who wants to see the plus in a spreadsheet imports the column as
 * text. `="+56…"` is a formula itself, and a blank or a tab before the plus is part of the value.
 */
const sign = String.raw`[=@＝＋－＠]|\+(?!\d[\d .()/\u00a0-]*(?:$|[;,\t\r\n]))|-(?!\d+(?:\.\d+)?(?:$|[;,\t\r\n]))`
const hidden = new RegExp(String.raw`([;,\t\r\n]["\s]*)(?=${sign})`, 'g')
const leading = new RegExp(String.raw`^["\s]*(?:${sign})|^[\t\r]`)
/** The same looked for at once: most cells have none, and there may be millions. */
const any = /(?:^|[;,\t\r\n])["\s]*[=+\-@＝＋－＠]|^[\t\r]/

/** A text of somebody else's as a cell that no spreadsheet takes for a formula, wherever it separates. */
function withoutFormula(text: string): string {
  if (!any.test(text)) return text
  const inside = text.replaceAll(hidden, "$1'")
  return leading.test(inside) ? `'${inside}` : inside
}

/** The line that names the columns, with the mark by which spreadsheets know UTF-8. */
export const tableHead = (columns: readonly string[]): string =>
  stringify([[...columns]], { bom: true })

const cell = (value: Cell): string | number =>
  typeof value === 'string'
    ? withoutFormula(value)
    : typeof value === 'boolean'
      ? String(value)
      : (value ?? '')

/** Lines of a table (CSV) from what their cells hold. What a spreadsheet would take for a formula is escaped. */
export const tableLines = (lines: readonly (readonly Cell[])[]): string =>
  stringify(
    lines.map((cells) => cells.map(cell)),
    // Where a spreadsheet separates by `;` it finds one within quotes at least.
    { quoted_match: /;/ },
  )

/** So many lines are written before others have a turn. */
const linesATurn = 1_000

/**
 * A table for a spreadsheet (CSV, with the mark by which they know UTF-8), written in parts so that nobody waits for a
 * long one. What a spreadsheet would take for a formula is escaped.
 */
export async function tableOf<Row>(
  columns: readonly string[],
  rows: readonly Row[],
  cells: (row: Row) => readonly Cell[],
): Promise<string> {
  const parts = [tableHead(columns)]
  for (let at = 0; at < rows.length; at += linesATurn) {
    if (at > 0) await nextTurn()
    parts.push(tableLines(rows.slice(at, at + linesATurn).map(cells)))
  }
  return parts.join('')
}
