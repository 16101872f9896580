import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'

/** What a cell of a table holds. A number stays one in a spreadsheet. */
export type Cell = string | number | boolean | null

/**
 * What a spreadsheet takes for a formula: at the beginning of a cell, and behind what may begin a new one where it separates
 * by something else than we do, quoted or not. The wide signs are those of East Asian keyboards.
 */
const hidden = /([;,\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g
const leading = /^["\s]*[=+\-@＝＋－＠]|^[\t\r]/
/** The same looked for at once: most cells have none, and there may be millions. */
const any = /(?:^|[;,\t\r\n])["\s]*[=+\-@＝＋－＠]|^[\t\r]/

/** A text of somebody else's as a cell that no spreadsheet takes for a formula, wherever it separates. */
export function withoutFormula(text: string): string {
  if (!any.test(text)) return text
  const inside = text.replaceAll(hidden, "$1'")
  return leading.test(inside) ? `'${inside}` : inside
}

/** Lines of a table (CSV). What is not ours in them must have passed `withoutFormula`. */
export const tableLines = (lines: readonly (readonly (string | number)[])[]): string =>
  // Where a spreadsheet separates by `;` it finds one within quotes at least.
  stringify([...lines], { quoted_match: /;/ })

/** The line that names the columns, with the mark by which spreadsheets know UTF-8. */
export const tableHead = (columns: readonly string[]): string =>
  stringify([[...columns]], { bom: true })

const cell = (value: Cell): string | number =>
  typeof value === 'string'
    ? withoutFormula(value)
    : typeof value === 'boolean'
      ? String(value)
      : (value ?? '')

/** A line of a table from what its cells hold. */
export const tableLine = (cells: readonly Cell[]): (string | number)[] => cells.map(cell)

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
    parts.push(tableLines(rows.slice(at, at + linesATurn).map((row) => tableLine(cells(row)))))
  }
  return parts.join('')
}
