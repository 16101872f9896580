import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { StoreLine } from '../chain/stores.ts'

const columns = ['website', 'store', 'name', 'region', 'tags'] as const

/**
 * Reads a list of stores, as a spreadsheet exports it: the columns `website`, `store`, `name`,
 * `region` and `tags` by the names in its first line, separated by tabs, semicolons or commas. Tags
 * are separated by spaces. Fails with a sentence that names the line.
 */
export function readStoreLines(text: string): Result<StoreLine[]> {
  const [head = '', ...rows] = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const separator = ['\t', ';', ','].find((each) => head.includes(each)) ?? ','
  const names = cellsOf(head, separator).map((name) => name.toLowerCase())
  const unknown = names.find((name) => !(columns as readonly string[]).includes(name))
  if (!names.includes('website') || !names.includes('store'))
    return fail('bad-input', 'The list needs a first line with the columns website and store.')
  if (unknown !== undefined)
    return fail('bad-input', `The list has a column ${unknown}. Known are ${columns.join(', ')}.`)
  const lines: StoreLine[] = []
  for (const [at, row] of rows.entries()) {
    const cells = cellsOf(row, separator)
    const cell = (name: (typeof columns)[number]): string => cells[names.indexOf(name)] ?? ''
    const store = { websiteId: cell('website'), storeId: cell('store') }
    if (Object.values(store).some((id) => id === '' || id.length > 100))
      return fail('bad-input', `Line ${String(at + 2)} has no website or no store.`)
    const labels = {
      name: cell('name').slice(0, 200),
      region: cell('region').slice(0, 100),
      tags: cell('tags').split(/\s+/).filter(Boolean).slice(0, 20),
    }
    lines.push({ store, labels })
  }
  return ok(lines)
}

/** The cells of a line. A quoted one may contain the separator. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  for (const part of line.split(separator)) {
    const last = cells.at(-1)
    const isOpen = last !== undefined && last.startsWith('"') && !/[^"]("")*"$/.test(last)
    if (isOpen) cells[cells.length - 1] = `${last}${separator}${part}`
    else cells.push(part)
  }
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"'),
  )
}
