import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { archiveBackupsOf, archiveOf, backupsOf } from '#host/db/store-folder.ts'
import { bytesOf, listBackups } from '#host/db/stored-backups.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { callWeb } from '#test/support/web-process.ts'
import {
  maxOurs,
  percentile,
  minRatio,
  maxRatio,
  type Line,
  type Measured,
  type Part,
} from './figure.ts'
import { postAndSettle, warm } from './ingest.ts'
import { aYear, codeAt, folderWith } from './past-orders.ts'
import { dishOf, guestOf, ordersADay } from './sample-day.ts'
import { now, toFirstCard } from './start.ts'
import { startBuilt, withProbe, type Subject } from './subject.ts'
import { openBrowser } from './wall-page.ts'

const megabyte = 1e6
const gigabyte = 1e9
/** Something is committed in each of these hours, so that there is a backup every quarter of an hour. */
const hoursADay = 14
const searches = 100
const restMs = 3_000
/** The mover begins a minute after the start. */
const patienceMs = 240_000

/** Tickets on the wall. */
const open = 300

/** The data of a new store, and of one after a year. */
type Folders = Record<'floor' | 'ours', string>
const noRounds = () => ({ floor: [] as number[], ours: [] as number[] })
const alone = (value: number): Measured => ({ floor: [], ours: [value] })

const aNewStore = 'ours without past orders'
const [answer, card, stored] = [
  'a year of orders, start to first answer',
  '  start to first card',
  '  durable ingest, 16 connections',
]
const recalls: Record<string, (nth: number) => string> = {
  code: (nth) => codeAt(nth * 1_733).slice(0, 4 + (nth % 3)),
  name: (nth) => guestOf(nth).slice(0, 2 + (nth % 5)),
  dish: (nth) => dishOf(nth).slice(0, 3 + (nth % 16)),
}

const [own, archived] = ["the store's own file after a year", '  its archive']
const copied = 'bytes copied in a day of 500 orders'
const [whileMoved, whileCopied] = [
  'longest block while 500 orders are moved',
  '  while both files are copied',
]
const recallOf = (by: string): string => `recall by ${by} in a year of orders, p95`

const line = (name: string, unit: string, rest: Omit<Line, 'name' | 'unit'>): Line => ({
  ...{ name, unit },
  ...rest,
})
const block = (name: string, measures: string): Line =>
  line(name, 'ms', { measures, floor: 'the same host at rest', aim: maxOurs(50, 'ms') })

const lines: Line[] = [
  line(answer, 'ms', {
    measures: 'From the start of the process to the answer with all tickets, 300 of them open.',
    floor: aNewStore,
    aim: maxRatio(1.1),
  }),
  line(card, 'ms', {
    measures: 'From the start of the process to the frame with the first card, in an open browser.',
    floor: aNewStore,
    aim: maxRatio(1.1),
  }),
  ...Object.keys(recalls).map((by) =>
    line(recallOf(by), 'ms', {
      measures: 'One search after the other over HTTP, with the first letters or with all.',
      floor: null,
      aim: maxOurs(100, 'ms'),
    }),
  ),
  line(own, 'MB', { measures: 'With two days of orders and their texts.', floor: null, aim: null }),
  line(archived, 'MB', { measures: 'With all other orders.', floor: null, aim: null }),
  line(copied, 'GB', {
    measures: `A backup every quarter of an hour for ${String(hoursADay)} hours, and the archive's copy.`,
    floor: 'a store with the last two days only',
    aim: maxOurs(2, 'GB'),
  }),
  block(whileCopied, 'The longest turn of the host while a backup and the copy are made.'),
  block(whileMoved, "The longest turn of the host while it moves a day's orders to the archive."),
  line(stored, '/s', {
    measures: 'As the part ingest measures it.',
    floor: aNewStore,
    aim: minRatio(0.95),
  }),
]

/** From the start of the process to its answer with all tickets, in ms. */
async function toFirstAnswer(dataDir: string): Promise<number> {
  const startedAt = now()
  const subject = await startBuilt({ dataDir })
  await callWeb(subject.ui, 'tickets.list', {})
  const took = now() - startedAt
  await subject.end()
  return took
}

/** Milliseconds. */
async function search(host: Subject, text: (nth: number) => string): Promise<number> {
  const took: number[] = []
  for (let nth = 0; nth < searches; nth++) {
    const askedAt = now()
    const tickets = (await callWeb(host.ui, 'tickets.search', { text: text(nth) })) as Ticket[]
    took.push(now() - askedAt)
    if (tickets.length === 0) throw new Error(`nobody found ${text(nth)}`)
  }
  return percentile(took, 0.95)
}

/** The longest turn of the host's loop since the last question, in ms. */
const longest = async (host: Subject): Promise<number> =>
  ((await host.ask('loop')) as { longest: number }).longest

async function longestWhile(host: Subject, work: () => Promise<unknown>): Promise<number> {
  await longest(host)
  await work()
  return longest(host)
}

/** Resolves once the mover has done its work. */
async function moved(store: string): Promise<void> {
  const db = new DatabaseSync(store, { readOnly: true })
  const orders = db.prepare('SELECT count(*) AS n FROM tickets WHERE open = 0')
  const before = Number(orders.get()?.['n'])
  for (const from = now(); Number(orders.get()?.['n']) > before - ordersADay;) {
    if (now() - from > patienceMs) throw new Error('nothing was moved')
    await pause(500)
  }
  db.close()
}

const newestCopy = (folder: string): number =>
  bytesOf(
    listBackups(folder)
      .slice(0, 1)
      .map(({ path }) => path),
  )

/** The bytes of a day's copies of the files of a store that is open. */
async function bytesADay(host: Subject, store: string): Promise<number> {
  await callWeb(host.ui, 'backups.create', {})
  return hoursADay * 4 * newestCopy(backupsOf(store)) + newestCopy(archiveBackupsOf(store))
}

/** What a host does beside its work, once each. */
async function measureWork(dataDir: string): Promise<Record<string, Measured>> {
  const store = databaseIn(dataDir)
  const host = await startBuilt({ ...withProbe(), dataDir })
  const measured: Record<string, Measured> = {}
  for (const [by, text] of Object.entries(recalls))
    measured[recallOf(by)] = alone(await search(host, text))
  measured[own] = alone(bytesOf([store]) / megabyte)
  measured[archived] = alone(bytesOf([archiveOf(store)]) / megabyte)
  const atRest = await longestWhile(host, () => pause(restMs))
  let bytes = 0
  const copying = await longestWhile(host, async () => (bytes = await bytesADay(host, store)))
  const moving = await longestWhile(host, () => moved(store))
  await host.end()
  return {
    ...measured,
    [copied]: { floor: [await bytesOfTwoDays()], ours: [bytes / gigabyte] },
    [whileCopied]: { floor: [atRest], ours: [copying] },
    [whileMoved]: { floor: [atRest], ours: [moving] },
  }
}

async function bytesOfTwoDays(): Promise<number> {
  const dataDir = await folderWith({ past: 2 * ordersADay, open })
  const host = await startBuilt({ dataDir })
  const bytes = await bytesADay(host, databaseIn(dataDir))
  await host.end()
  return bytes / gigabyte
}

/** Both take turns. The first round warms the disk's and the browser's caches, and doesn't count. */
async function measureStarts(folders: Folders, rounds: number): Promise<Record<string, Measured>> {
  const browser = await openBrowser()
  const [answers, cards] = [noRounds(), noRounds()]
  try {
    for (let nth = 0; nth <= rounds; nth++)
      for (const who of ['floor', 'ours'] as const) {
        const dataDir = folders[who]
        const took = await toFirstAnswer(dataDir)
        const painted = await toFirstCard(browser, () => startBuilt({ dataDir }))
        if (nth === 0) continue
        answers[who].push(took)
        cards[who].push(painted)
      }
  } finally {
    await browser.close()
  }
  return { [answer]: answers, [card]: cards }
}

async function measureIngest(folders: Folders, rounds: number): Promise<Record<string, Measured>> {
  const rates = noRounds()
  const subjects = {
    floor: await startBuilt({ dataDir: folders.floor }),
    ours: await startBuilt({ dataDir: folders.ours }),
  }
  for (const subject of Object.values(subjects)) await postAndSettle(subject, warm)
  for (let nth = 0; nth < rounds; nth++)
    for (const who of ['floor', 'ours'] as const) {
      const plan = { connections: 16, seconds: 1, run: `year-${String(nth)}` }
      rates[who].push((await postAndSettle(subjects[who], plan)).perSecond)
    }
  for (const subject of Object.values(subjects)) await subject.end()
  return { [stored]: rates }
}

/** What a year of orders costs a shop. */
export const year: Part = {
  rounds: 4,
  lines,
  async measure(rounds) {
    const folders = {
      floor: await folderWith({ past: 0, open }),
      ours: await folderWith({ past: aYear, open }),
    }
    return {
      ...(await measureStarts(folders, rounds)),
      ...(await measureWork(folders.ours)),
      ...(await measureIngest(folders, rounds)),
    }
  },
}
