import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newDatabase } from '#test/support/new-database.ts'
import { openDatabase } from './db/open.ts'
import { nouns } from './nouns.ts'

/**
 * The shared tables: the outbox, single values, and rows that were set aside.
 */
const shared = ['outbox', 'settings', 'set_aside']
const declared = nouns.flatMap(({ contract, tables }) =>
  tables.map((table) => ({ ...table, noun: contract.name })),
)

function open() {
  const db = openDatabase(newDatabase())
  onTestFinished(() => db.close())
  return db
}

test('each table of the file is of one noun, or of what all nouns share', () => {
  const tableNames = open()
    .all(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sqlite_'))
  expect([...declared.map(({ table }) => table), ...shared].toSorted()).toEqual(
    tableNames.toSorted(),
  )
})

test.each(declared)('$table of $noun has the columns that it declares', (table) => {
  const columns = open()
    .all(`PRAGMA table_info(${table.table})`)
    .map(({ name }) => String(name))
  const { key = 'id', old, columns: own = [] } = table
  expect(columns).toEqual(
    expect.arrayContaining([...own, ...(old === undefined ? [] : [old.since])]),
  )
  if (table.shows !== undefined || old !== undefined) expect(columns).toContain(key)
})

test('no noun runs SQL on a table that is not its own', () => {
  const root = import.meta.dirname
  const tables = [...declared.map(({ table }) => table), ...shared]
  const users = new Map<string, Set<string>>()
  // Code that knows every table: the schema, rows, and what is counted of a backup.
  const paths = globSync('*/**/*.ts', { cwd: root }).filter(
    (path) => !/\.test\.ts$|^db\//.test(path),
  )
  for (const path of paths)
    for (const [, table = ''] of readFileSync(join(root, path), 'utf8').matchAll(
      /\b(?:FROM|INTO|UPDATE|JOIN) (\w+)/g,
    ))
      if (tables.includes(table))
        users.set(table, (users.get(table) ?? new Set()).add(path.split('/')[0] ?? ''))
  expect(users.size).toBeGreaterThan(10)
  expect([...users].filter(([, folders]) => folders.size > 1)).toEqual([])
  for (const name of shared.filter((each) => users.has(each)))
    expect([name, ...(users.get(name) ?? [])]).toEqual([name, name])
})
