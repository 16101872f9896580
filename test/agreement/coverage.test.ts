import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDialect } from '#platform/dialect.ts'
import { deliveryUpdatedEvent, processEvent } from '#platform/events.ts'
import { pathOf } from '#platform/read-answer.ts'
import { platformOperations } from '#platform/operations.ts'
import { rowFiles } from './rows.ts'

/**
 * The tables of platform/README.md, Coverage: each endpoint, event and rule with its function, its
 * practice file and its tests.
 */

const root = join(import.meta.dirname, '../..')
const folders: Record<string, string> = {
  agreement: 'test/agreement',
  platform: 'electron/platform',
  practice: 'electron/practice',
}
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface CoverageRow {
  what: string
  client: string
  practice: string
  tests: string[]
}

/** The rows of some tables; throws if a row doesn't have four cells. */
function rowsOf(tables: string): CoverageRow[] {
  return tables
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Specification '))
    .map((line) => {
      const cells = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
      const [what = '', client = '', practice = '', tests = ''] = cells
      if (cells.length !== 4 || cells.includes('')) throw new Error(`a cell is empty: ${line}`)
      return { what, client, practice, tests: tests.split(' · ') }
    })
}

/** A cell that explains why it is empty. */
const isReason = (cell: string): boolean => /^— \w/.test(cell)

/** `file › name` in backticks. */
function pointer(cell: string): { file: string; name: string } {
  const [, file = '', name = ''] = /^`([^›`]+) › ([^`]+)`$/.exec(cell) ?? []
  return { file, name }
}

const isExported = (file: string, name: string): boolean =>
  existsSync(join(root, file)) &&
  new RegExp(
    `^export (async )?(const|class|function|function\\*|interface|type) ${name}\\b`,
    'm',
  ).test(read(file))

/** The title of a test in its file, with any kind of quotes. */
const hasTitle = (file: string, title: string): boolean => {
  const source = existsSync(join(root, file)) ? read(file) : ''
  return ["'", '"', '`'].some((quote) => source.includes(quote + title + quote))
}

/** What a row points to and doesn't exist. */
function missing({ client, practice, tests }: CoverageRow): string[] {
  const faults: string[] = []
  const own = pointer(client)
  if (!isReason(client) && !isExported(join('electron/platform', own.file), own.name)) {
    faults.push(`client ${client}`)
  }
  const practiceFile = practice.replaceAll('`', '')
  if (!isReason(practice) && !existsSync(join(root, 'electron/practice', practiceFile))) {
    faults.push(`practice ${practice}`)
  }
  for (const cell of tests) {
    if (isReason(cell)) continue
    const { file, name } = pointer(cell)
    const [folder = '', ...path] = file.split('/')
    const rows = path[0] === 'rows' ? rowFiles[path[1] ?? ''] : undefined
    const isRow = rows?.some(
      ({ operation, title }) =>
        title === name && (!(own.name in platformOperations) || operation === own.name),
    )
    if (!(isRow ?? hasTitle(join(folders[folder] ?? folder, ...path), name))) {
      faults.push(`test ${cell}`)
    }
  }
  return faults
}

const [, tables = ''] = read('electron/platform/README.md').split('\n## Coverage\n')
const rows = rowsOf(tables)

describe('the coverage table', () => {
  test.each(rows.map((row) => [row.what, row] as const))('%s', (_what, row) => {
    expect(missing(row)).toEqual([])
  })

  test('has every operation of the client, with a test', () => {
    const reported = rows
      .filter(({ tests }) => tests.some((cell) => !isReason(cell)))
      .map(({ client }) => pointer(client).name)
    expect(reported).toEqual(expect.arrayContaining(Object.keys(platformOperations)))
  })

  test('has every operation by its method and path', () => {
    const reported = rows.map(({ what }) => what)
    const address = { v3: '', v1: '{v1_url}', tabs: '{tabs_url}' }
    const asked = Object.values(platformOperations).map(
      ({ spec }) => `${spec.method} ${address[spec.base]}${pathOf(spec, createDialect())}`,
    )
    expect(reported).toEqual(expect.arrayContaining(asked))
    const ofClient = rows.filter(
      ({ what, client }) => /^(?:GET|POST|PUT|DELETE) /.test(what) && !isReason(client),
    )
    expect(asked).toEqual(expect.arrayContaining(ofClient.map(({ what }) => what)))
  })

  test.each([deliveryUpdatedEvent, processEvent, createDialect().orderCreatedEvent])(
    'has the event %s',
    (type) => {
      expect(rows.map(({ what }) => what)).toContain(type)
    },
  )
})

describe('a row that points to nothing is found', () => {
  const line = (client: string, practice: string, tests: string): string[] =>
    rowsOf(`| what | ${client} | ${practice} | ${tests} |`).flatMap(missing)
  const client = '`coupons.ts › listCoupons`'
  const title = '`agreement/rows/coupons.ts › not 101`'

  test.each([
    ['no such function', line('`coupons.ts › listNothing`', '`coupons/coupons.ts`', title)],
    ['no such file', line('`nothing.ts › listCoupons`', '`coupons/coupons.ts`', title)],
    ['no practice file', line(client, '`nothing.ts`', title)],
    ['no such row', line(client, '`coupons/coupons.ts`', '`agreement/rows/coupons.ts › not 102`')],
    ['a row of another operation', line('`tabs.ts › readShift`', '`tabs/tabs.ts`', title)],
    ['no such test', line(client, '`coupons/coupons.ts`', '`agreement/pages.test.ts › nothing`')],
    [
      'no such test file',
      line(client, '`coupons/coupons.ts`', '`agreement/nothing.test.ts › not 101`'),
    ],
    ['a dash without a reason', line(client, '—', title)],
  ])('%s', (_name, faults) => {
    expect(faults).toHaveLength(1)
  })

  test('an empty cell', () => {
    expect(() => line(client, '', title)).toThrow('a cell is empty')
  })

  test('what is there is right', () => {
    expect(line(client, '`coupons/coupons.ts`', `${title} · — a reason`)).toEqual([])
  })
})
