import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFailed, onTestFinished, test } from 'vitest'
import type { CloseOutVerdict } from '#contract/shifts/shifts.ts'
import type { Status } from '#contract/status/status.ts'
import type { Ticket, TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { archiveBackupsOf, archiveOf, backupsOf } from '#host/db/store-folder.ts'
import { listBackups } from '#host/db/stored-backups.ts'
import { Random } from '#practice/random.ts'
import { tries } from '#test/support/tries.ts'
import { callWeb } from '#test/support/web-process.ts'
import {
  archivedFacts,
  countOver,
  faultsOf,
  readBothFiles,
  textsOf,
  unreadIn,
} from './both-files.ts'
import { expectedTickets, keyOf } from './expected-tickets.ts'
import { doubt, lives, moving } from './lives.ts'
import { openScene } from './scene.ts'
import { readCopy, readStored } from './stored.ts'
import { tapAll } from './taps.ts'
import { moveAhead, startHurried, type Scene } from './works.ts'

/** `KITCHEN_PASS_KILLS` for a run of that length, `KITCHEN_PASS_SEED` to repeat one that failed. */
const kills = Number(process.env['KITCHEN_PASS_KILLS'] ?? tries(6, 200, 12))
const seed = process.env['KITCHEN_PASS_SEED'] ?? String(Date.now())
/** The mover always finds some. */
const pastOrders = 200 + kills * 15
const hourMs = 3_600_000

const pastKey = (orderId: string): string => orderId.replace('ord-', 'id:evt-')
const repeated = (names: readonly string[]): string[] =>
  names.filter((name, nth) => names.indexOf(name) !== nth)

/** The keys of all events that must be there. */
const mustHave = ({ past, traffic }: Scene): string[] => [
  ...[...past.keys()].map(pastKey),
  ...[...traffic.acknowledged].map(keyOf),
]

/** What a kill left: nothing that was answered is missing, and both files are sound. */
function checkFiles(scene: Scene, isMove: boolean): void {
  // A kill between the two renames of a restore: the next start puts the newest backup there.
  if (!existsSync(scene.file)) return
  const { faults, live, archived, keys, ordersOfEvents, sending } = readBothFiles(scene.file)
  doubt(scene, sending)
  expect(faults).toEqual([])
  expect(mustHave(scene).filter((key) => !keys.has(key))).toEqual([])
  const orders = [...scene.past.keys(), ...ordersOfEvents]
  expect(orders.filter((id) => !live.has(id) && !archived.has(id))).toEqual([])
  const before = scene.inBoth
  scene.inBoth = new Set([...live].filter((id) => archived.has(id)))
  if (isMove && [...scene.inBoth].some((id) => !before.has(id))) scene.seen.movesCutOff += 1
}

/** A start that is ended normally, once it has done what it should. */
async function wholeLife(scene: Scene, work: (ui: string) => Promise<void>): Promise<void> {
  const web = startHurried(scene)
  onTestFinished(() => void web.end('SIGKILL'))
  const { ui } = await web.ready
  moveAhead(scene)
  await work(ui)
  await web.end('SIGTERM')
}

/** Everything is read and sent. A person decides about printouts. */
async function sendAll({ bumps, prints }: Scene, ui: string): Promise<void> {
  const left = async (): Promise<object> => {
    await tapAll(ui, bumps)
    await prints.decide(ui)
    const { inbox, outbox } = (await callWeb(ui, 'status.get', {})) as Status
    const toPrint = await prints.waiting(ui)
    const toBump = bumps.expectedIds.size - bumps.accepted.size
    return { ...outbox, unread: inbox.unread, toPrint, toBump }
  }
  await expect
    .poll(left, { timeout: 120_000 + kills * 2_000, interval: 200 })
    .toMatchObject({ pending: 0, needsPerson: 0, paused: null, unread: 0, toPrint: 0, toBump: 0 })
}

async function moveAll({ file, clock }: Scene): Promise<void> {
  const over = () => countOver(file, new Date(clock.now() - 25 * hourMs).toISOString())
  await expect.poll(over, { timeout: 60_000 + kills * 5_000, interval: 300 }).toBe(0)
}

/** What screens show: each order once, and the chain of close-outs is whole. */
async function checkScreens({ past }: Scene, ui: string): Promise<void> {
  const { tickets } = (await callWeb(ui, 'tickets.list', {})) as TicketsSnapshot
  expect(repeated(tickets.map(({ id }) => id))).toEqual([])
  const every = Math.ceil(past.size / 50)
  for (const id of [...past.keys()].filter((_, nth) => nth % every === 0)) {
    const matches = (await callWeb(ui, 'tickets.search', { text: id.slice(4) })) as Ticket[]
    expect(matches.filter((ticket) => ticket.id === id).map(({ code }) => code)).toHaveLength(1)
  }
  const verdict = (await callWeb(ui, 'shifts.verify', {})) as CloseOutVerdict
  expect(verdict.broken).toBeNull()
}

/** Each event is there once, and each order is in one file, with all of its events. */
function checkEvents(scene: Scene): void {
  const { file, traffic, past } = scene
  const { inbox, tickets } = readStored(scene.dataDir)
  const keys = inbox.map(({ key }) => key)
  expect(repeated(keys)).toEqual([])
  expect(unreadIn(file)).toEqual([])
  const texts = textsOf(file)
  expect(mustHave(scene).filter((key) => texts.get(key)?.length !== 1)).toEqual([])
  for (const id of traffic.acknowledged)
    expect(texts.get(keyOf(id))?.[0]).toBe(traffic.posted.get(id)?.body)

  const archived = archivedFacts(file)
  expect([...tickets.keys()].filter((id) => archived.has(id))).toEqual([])
  const own = inbox.filter(({ key }) => traffic.posted.has(key.slice('id:'.length)))
  const expected = expectedTickets(traffic, own, past)
  for (const [id, facts] of past)
    if (!expected.has(id)) expected.set(id, { known: facts, receivedAt: '' })
  for (const [id, { known: facts }] of expected)
    expect(archived.get(id) ?? tickets.get(id)?.known, id).toEqual(facts)
}

/** Each bump is confirmed, and was sent again only where its outcome was unknown. */
function checkBumps({ dataDir, practice, bumps, doubts }: Scene): number {
  const confirmed = new Set(
    readStored(dataDir).outbox.flatMap(({ subject, state }) =>
      state === 'confirmed' ? [subject] : [],
    ),
  )
  expect([...bumps.accepted].filter((id) => !confirmed.has(id))).toEqual([])
  const effects = practice.effects().filter(({ operation }) => operation === 'preparation-ready')
  const sent = new Map(effects.map(({ subject, count }) => [subject, count]))
  expect([...bumps.accepted].filter((id) => !sent.has(id))).toEqual([])
  const tooOften = effects.filter(({ subject, count }) => count > 1 + (doubts.get(subject) ?? 0))
  expect(tooOften).toEqual([])
  return effects.reduce((sum, { count }) => sum + count - 1, 0)
}

/** Each printout is there once, and each close-out that was answered is there as it was sealed. */
function checkPaper({ file, prints, closing }: Scene): void {
  const counts = [...prints.counts()]
  expect(counts.filter(([id, count]) => count !== 1 && prints.accepted.has(id))).toEqual([])
  expect(counts.filter(([, count]) => count > 1)).toEqual([])

  const stored = readCopy(file, (db) =>
    db.prepare('SELECT * FROM close_outs ORDER BY number').all(),
  )
  expect(stored.map(({ number }) => number)).toEqual(stored.map((_, nth) => nth + 1))
  const byTap = new Map(stored.map((row) => [row['tap_id'], row['document']]))
  for (const [tapId, closeOut] of closing.sealed)
    expect(JSON.parse(String(byTap.get(tapId))), tapId).toEqual(closeOut)
  // A close-out without an answer was repeated with its tap.
  expect(stored.length).toBeLessThanOrEqual(closing.sealed.size + 1)
}

/** Each backup is sound, and nothing is left of those that were cut off. */
function checkBackups({ file }: Scene): void {
  for (const folder of [backupsOf(file), archiveBackupsOf(file)]) {
    const paths = listBackups(folder).map(({ path }) => path)
    const names = readdirSync(folder).filter((name) => name !== 'archive')
    expect(names.map((name) => join(folder, name)).toSorted()).toEqual(paths.toSorted())
    expect(paths.flatMap(faultsOf)).toEqual([])
  }
}

test(
  `killed ${kills} times during all that it does: nothing answered is lost, no order is in neither file, nothing is sent twice`,
  async () => {
    onTestFailed(() => {
      process.stderr.write(`again with KITCHEN_PASS_SEED=${seed} KITCHEN_PASS_KILLS=${kills}\n`)
    })
    const scene = await openScene(new Random(seed, 'everything'), pastOrders)
    for (let nth = 0; nth < kills; nth++) {
      const live = lives[nth % lives.length] ?? moving
      await live(scene)
      checkFiles(scene, live === moving)
      // A copy of the whole store for each restore.
      rmSync(join(scene.dataDir, 'quarantine'), { recursive: true, force: true })
    }
    await wholeLife(scene, (ui) => sendAll(scene, ui))
    await wholeLife(scene, async (ui) => {
      await moveAll(scene)
      await checkScreens(scene, ui)
    })
    expect([scene.file, archiveOf(scene.file)].flatMap(faultsOf)).toEqual([])
    checkBackups(scene)
    checkEvents(scene)
    const sentAgain = checkBumps(scene)
    checkPaper(scene)

    const { traffic, bumps, closing, prints, seen } = scene
    expect(traffic.refused).toEqual([])
    expect(traffic.acknowledged.size).toBeGreaterThan(kills)
    const figures = {
      ...{ kills, past: scene.past.size, events: traffic.acknowledged.size },
      ...{ bumps: bumps.accepted.size, sentAgain, closeOuts: closing.sealed.size },
      ...{ prints: prints.accepted.size, ...seen },
    }
    process.stderr.write(`${JSON.stringify(figures)}\n`)
  },
  120_000 + kills * 30_000,
)
