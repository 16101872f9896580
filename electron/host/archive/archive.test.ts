import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fail } from '#contract/shared/result.ts'
import { damagePage } from '#test/support/damage-page.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { dataDirOf } from '../db/store-folder.ts'
import { Archive } from './archive.ts'
import type { NewArchivedOrder } from './archive-file.ts'

const now = Date.parse('2026-11-20T15:30:00.000Z')
const at = (nth: number): string => new Date(now + nth * 60_000).toISOString()
const order = (nth: number, fields: Partial<NewArchivedOrder> = {}): NewArchivedOrder => ({
  ...{ id: `order-${String(nth)}`, leftAt: at(nth), isBumped: nth % 5 > 0, hasGuest: true },
  words: ` ${String(nth)} CATALINA${String(nth)} EMPANADA PINO`,
  content: { known: { code: String(nth), note: 'x'.repeat(800) }, marks: { nth } },
  messages: [{ key: `evt-${String(nth)}`, body: `{"nth":${String(nth)}}` }],
  ...fields,
})
const some = (count: number, from = 0) =>
  Array.from({ length: count }, (_, nth) => order(from + nth))

interface Opened {
  path: string
  wasUsed?: boolean
  copies?: string[]
}
function openArchive({ path, wasUsed = true, copies = [] }: Opened) {
  const log = createRecordingLog()
  const archive = new Archive({
    ...{ path, log, clock: new FakeClock() },
    ...{ wasUsed: () => wasUsed, copies: () => copies, onTrouble: () => undefined },
  })
  onTestFinished(() => archive.close())
  return { archive, log }
}

/** A closed file with this many orders. */
function filled(count: number, path = join(temporaryFolder(), 'archive')): string {
  const { archive } = openArchive({ path, wasUsed: false })
  for (let from = 0; from < count; from += 100) archive.add(some(Math.min(100, count - from), from))
  archive.close()
  return path
}
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

describe('an archive', () => {
  test('is made with the first order, and finds an order by its id and by the beginnings of words', () => {
    const path = join(temporaryFolder(), 'archive')
    const { archive } = openArchive({ path, wasUsed: false })
    expect(archive.has('order-1')).toBe(false)
    expect(archive.search(['CATA'], 9)).toEqual([])
    expect(archive.isOut).toBe(false)
    expect(existsSync(path)).toBe(false)
    expect(archive.add(some(30))).toBe(true)
    expect(archive.isOut).toBe(false)
    expect(archive.trouble).toBeNull()
    expect(archive.get('order-7')).toEqual({
      ...order(7),
      messages: undefined,
    })
    expect(archive.get('nobody')).toBeNull()
    expect(archive.has('order-1')).toBe(true)
    expect(archive.notFound()).toEqual(fail('not-found'))
    expect(ids(archive.search(['CATALINA2', 'EMPA'], 3))).toEqual([
      'order-29',
      'order-28',
      'order-27',
    ])
    expect(archive.search(['CATA', 'PIZZA'], 9)).toEqual([])
    expect(ids(archive.newest(2))).toEqual(['order-29', 'order-28'])
    expect(archive.withoutBump(at(4), at(15))).toEqual(['order-5', 'order-10'])
    expect(archive.messagesOf('order-3')).toEqual(order(3).messages)
  })

  test('is not opened for a new order, and is out until somebody needs it', () => {
    const { archive } = openArchive({ path: filled(3) })
    expect(archive.has('order-1')).toBe(false)
    expect(archive.isOut).toBe(true)
    expect(archive.get('order-1')?.id).toBe('order-1')
    expect(archive.has('order-1')).toBe(true)
    expect(archive.isOut).toBe(false)
  })

  test('replaces an order, and keeps its messages', () => {
    const { archive } = openArchive({ path: filled(3) })
    const messages = [{ key: 'evt-late', body: '{}' }]
    archive.add([order(1, { words: ' 1 BERTA', content: { known: 1 }, messages })])
    expect(archive.get('order-1')).toMatchObject({ content: { known: 1 } })
    expect(archive.messagesOf('order-1')).toEqual([...order(1).messages, ...messages])
    expect(ids(archive.search(['CATA'], 9))).toEqual(['order-2', 'order-0'])
    expect(ids(archive.search(['BERTA'], 9))).toEqual(['order-1'])
  })

  test('deletes messages and orders by the time they left the wall, and none of a clock of 1970', () => {
    const path = filled(4)
    const { archive } = openArchive({ path })
    archive.add([order(9, { leftAt: '1970-01-01T00:00:10.000Z' })])
    expect(archive.dropMessages(at(2), 1)).toBe(true)
    expect(archive.dropMessages(at(2), 9)).toBe(true)
    expect(archive.dropMessages(at(2), 9)).toBe(false)
    expect([0, 1, 2, 9].map((nth) => archive.messagesOf(`order-${String(nth)}`).length)).toEqual([
      0, 0, 1, 1,
    ])
    while (archive.dropOld(at(3), 2));
    expect(ids(archive.newest(9))).toEqual(['order-3', 'order-9'])
    expect(ids(archive.search(['CATA'], 9))).toEqual(['order-9', 'order-3'])
  })

  test('forgets guests, overwrites their words, and keeps the order in its place', () => {
    const path = filled(6)
    const { archive } = openArchive({ path })
    archive.add([order(2, { words: ' 2 XIMENA EMPANADA' })])
    expect(readFileSync(path).includes('ximena')).toBe(true)
    const forget = ({ id }: { id: string }) =>
      id === 'order-1' ? null : { words: ` ${id.slice(6)} EMPANADA`, content: { known: 0 } }
    let turns = 0
    while (archive.forgetPeople(at(3), 2, forget)) turns += 1
    expect(turns).toBeGreaterThan(2)
    expect(ids(archive.search(['EMPANADA'], 9))).toEqual(
      [2, 5, 4, 3, 0].map((nth) => `order-${String(nth)}`),
    )
    expect(ids(archive.search(['CATA'], 9))).toEqual(['order-5', 'order-4', 'order-3'])
    expect(archive.messagesOf('order-2')).toEqual([])
    expect(archive.get('order-2')).toMatchObject({ hasGuest: false, content: { known: 0 } })
    archive.close()
    for (const word of ['ximena', 'XIMENA']) expect(readFileSync(path).includes(word)).toBe(false)
  })

  test('says what is to be copied', () => {
    const path = filled(2)
    const { archive } = openArchive({ path })
    const first = archive.toCopy()
    expect(first).toMatchObject({ path })
    archive.noteCopied(first?.changes ?? 0)
    expect(archive.toCopy()).toBeNull()
    archive.add(some(1, 7))
    expect(archive.toCopy()).not.toBeNull()
  })
})

/** Overwrites some bytes of a file. */
function overwrite(path: string, from: number, bytes: number): void {
  const content = readFileSync(path)
  content.fill(0xee, from, Math.min(content.length, from + bytes))
  writeFileSync(path, content)
}

const count = 400

describe('a damaged archive is set aside, and what can be read of it is copied once', () => {
  test.for<[string, (path: string) => void, Partial<Record<'min' | 'max', number>>]>([
    ['its head', (path) => overwrite(path, 0, 100), { max: 0 }],
    ['the whole file', (path) => writeFileSync(path, 'garbage'.repeat(9_999)), { max: 0 }],
    [
      'a page with orders',
      (path) => damagePage(path, 'orders', 'leaf'),
      { min: count - 100, max: count - 1 },
    ],
    ['a page of all orders', (path) => damagePage(path, 'orders'), { max: count }],
    ['an index of times', (path) => damagePage(path, 'orders_left'), { min: count }],
    ['the index of ids', (path) => damagePage(path, 'sqlite_autoindex_orders_1'), { min: count }],
    ['the words of the search', (path) => damagePage(path, 'search_data'), { min: count }],
    ['a newer version', (path) => exec(path, 'PRAGMA user_version = 9'), { min: count }],
    ['another database', (path) => replaceBy(path, 'CREATE TABLE others (id TEXT)'), { max: 0 }],
  ])('%s', async ([what, damage, { min = 0, max = count }]) => {
    const path = filled(count)
    damage(path)
    const { archive, log } = openArchive({ path })
    archive.open()
    await archive.check()
    const kind = what === 'a newer version' ? 'newer' : 'damaged'
    expect(archive.trouble).toMatchObject({ kind, isOut: true, copied: 0 })
    expect(archive.isOut).toBe(true)
    expect(archive.notFound()).toEqual(fail('not-found', undefined, 'archive-out'))
    expect(log.text()).toContain('archive damaged')
    const aside = join(dataDirOf(path), archive.trouble?.keptAs ?? '')
    expect(existsSync(aside)).toBe(true)
    while (archive.copyLost());
    expect(archive.trouble?.isOut).toBe(false)
    const copied = archive.trouble?.copied ?? -1
    expect(copied).toBeGreaterThanOrEqual(min)
    expect(copied).toBeLessThanOrEqual(max)
    expect(archive.newest(2 * count)).toHaveLength(copied)
    expect(archive.search(['CATA'], 2 * count)).toHaveLength(copied)
    archive.add([order(900)])
    expect(ids(archive.search(['CATA'], 1))).toEqual(['order-900'])
    await archive.check()
    expect(readdirSync(dirname(aside)).filter((name) => !/-(?:wal|shm)$/.test(name))).toHaveLength(
      1,
    )
  })

  test('a damaged log loses nothing that was moved', async () => {
    const path = filled(count)
    writeFileSync(`${path}-wal`, Buffer.alloc(50_000, 0xee))
    const { archive } = openArchive({ path })
    await archive.check()
    expect(archive.trouble).toBeNull()
    expect(archive.newest(2 * count)).toHaveLength(count)
  })

  test.for([
    ['missing', (path: string) => rmSync(path)],
    ['empty', (path: string) => writeFileSync(path, '')],
  ] as const)('one that is %s is filled from its copy', ([_what, lose]) => {
    const path = filled(count)
    const copy = join(temporaryFolder(), 'copy')
    writeFileSync(copy, readFileSync(path))
    lose(path)
    const { archive } = openArchive({ path, copies: [copy] })
    archive.open()
    expect(archive.trouble).toMatchObject({ kind: 'missing', isOut: true })
    while (archive.copyLost());
    expect(archive.newest(2 * count)).toHaveLength(count)
    expect(archive.trouble).toMatchObject({ isOut: false, copied: count })
  })

  test('what cannot be read of it comes from its copy', () => {
    const path = filled(count)
    const copy = join(temporaryFolder(), 'copy')
    writeFileSync(copy, readFileSync(path))
    damagePage(path, 'orders', 'leaf')
    const { archive } = openArchive({ path, copies: [copy] })
    archive.meetDamage(new Error('a page'))
    while (archive.copyLost());
    expect(ids(archive.search(['CATA'], 2 * count))).toEqual(
      some(count)
        .map(({ id }) => id)
        .toReversed(),
    )
  })

  test('a row that the new file refuses is left out', () => {
    const path = filled(count)
    exec(
      path,
      `ALTER TABLE orders RENAME TO was; CREATE TABLE orders (row, id, left_at, bumped, has_guest, words, content);
      INSERT INTO orders SELECT row, id, CASE WHEN row = 7 THEN NULL ELSE left_at END, bumped, has_guest, words, content FROM was`,
    )
    const { archive } = openArchive({ path })
    archive.meetDamage(new Error('another schema'))
    while (archive.copyLost());
    expect(archive.newest(2 * count)).toHaveLength(count - 1)
    expect(archive.trouble?.isOut).toBe(false)
  })

  test('after a crash copying goes on, and does not begin again', () => {
    const path = filled(count)
    const first = openArchive({ path }).archive
    first.meetDamage(new Error('a page'))
    for (let turn = 0; turn < 3; turn += 1) first.copyLost()
    const before = first.newest(count).length
    first.close()
    expect(before).toBeLessThan(count)
    const { archive } = openArchive({ path })
    archive.open()
    expect(archive.trouble).toMatchObject({ kind: 'damaged', isOut: true })
    while (archive.copyLost());
    expect(archive.newest(2 * count)).toHaveLength(count)
    expect(archive.trouble).toMatchObject({ isOut: false, copied: count - before })
  })

  test('after a crash before the new file had its name', () => {
    const path = filled(count)
    const { archive } = openArchive({ path })
    archive.meetDamage(new Error('a page'))
    archive.close()
    writeFileSync(`${path}-next`, readFileSync(path))
    rmSync(path)
    const { archive: again } = openArchive({ path })
    again.open()
    while (again.copyLost());
    expect(again.newest(2 * count)).toHaveLength(count)
  })

  test('a folder in its place is reported, and the archive is out', () => {
    const path = temporaryFolder()
    const { archive } = openArchive({ path })
    expect(archive.add([order(1)])).toBe(false)
    expect(archive.trouble).toMatchObject({ kind: 'closed', isOut: true })
    expect(archive.search(['CATA'], 1)).toEqual([])
  })
})

function exec(path: string, sql: string): void {
  const db = new DatabaseSync(path)
  db.exec(sql)
  db.close()
}
function replaceBy(path: string, sql: string): void {
  rmSync(path)
  exec(path, sql)
}
