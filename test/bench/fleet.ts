import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { statusEveryMs } from '#contract/relay/store-status.ts'
import { startFleetProcess } from '#test/support/nats/relay-process.ts'
import { listStores, publishStatuses } from '#test/support/nats/many-stores.ts'
import { openTestChain, type TestChain } from '#test/support/nats/test-chain.ts'
import { startBoardFloor } from './board-floor.ts'
import { maxOurs, type Line, type Part } from './figure.ts'
import { longest, tasksAfter } from './main-thread.ts'
import { freshFolder } from './subject.ts'
import { openBrowser } from './wall-page.ts'

const stores = 2_000
const watch = join(import.meta.dirname, 'watch-fleet.js')
/** Longer than everything that opening the page causes. */
const settleMs = 2_000
const streamMs = 15_000
/** Each store once in this time, as in a real chain. */
const beatsPerSecond = 20
/** A long task of the web platform, and one frame. */
const longestTaskMs = 50 + 1_000 / 60
const firstRowMs = 1_000

const [firstRow, opening, streaming] = [
  '2,000 stores on the fleet page: first row',
  '2,000 stores on the fleet page: longest task of opening it',
  '2,000 stores on the fleet page: longest task while statuses stream in',
]
const bare = 'a page without a framework that shows as many rows of the same names'

const lines: Line[] = [
  {
    name: firstRow,
    unit: 'ms',
    measures: 'From opening the page, logged in, until the frame that shows the first store.',
    floor: bare,
    aim: maxOurs(firstRowMs, 'ms'),
  },
  {
    name: opening,
    unit: 'ms',
    measures: 'Scripts, data, map and table included; without the browser’s own navigation.',
    floor: bare,
    aim: null,
  },
  {
    name: streaming,
    unit: 'ms',
    measures: `In ${String(streamMs / 1_000)} s in which 67 stores per second send their status.`,
    floor: null,
    aim: maxOurs(longestTaskMs, 'ms'),
  },
]

/** A browser that has what a page needs to be let in. */
async function openPage(browser: Browser, url: string, key: string | null): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
  })
  await context.addInitScript({ path: watch })
  if (key !== null) {
    const answer = await context.request.post(`${url}login`, { data: { key } })
    if (!answer.ok()) throw new Error(`the login answered ${String(answer.status())}`)
  }
  return context.newPage()
}

/** Opens a page anew; returns when the first row came, and the longest task of the page itself. */
async function load(browser: Browser, url: string, key: string | null) {
  const page = await openPage(browser, url, key)
  await page.goto(new URL('nothing-here', url).href)
  const seen: number[] = []
  const [tasks = []] = await tasksAfter(browser, page, 'bench-begin', async () => {
    await page.goto(url, { waitUntil: 'commit' })
    while (seen.length === 0) {
      await pause(50)
      const took = await page.evaluate<number | null>('fleetBench.firstRowMs')
      if (took !== null) seen.push(took)
    }
    await pause(settleMs)
  })
  await page.context().close()
  return { took: seen[0] ?? Number.NaN, task: longest(tasks.filter(({ begin }) => begin >= 0)) }
}

/** Every store sends its status once in 30 s, evenly. */
async function stream(chain: TestChain, forMs: number): Promise<void> {
  const perBeat = stores / ((statusEveryMs / 1_000) * beatsPerSecond)
  const beats = Math.round((forMs / 1_000) * beatsPerSecond)
  for (let nth = 0; nth < beats; nth++) {
    const at = (count: number): number => Math.round(count * perBeat) % stores
    if (at(nth) < at(nth + 1)) await publishStatuses(chain, at(nth), at(nth + 1))
    await pause(1_000 / beatsPerSecond)
  }
}

async function longestWhileStreaming(
  browser: Browser,
  { chain, url, key }: { chain: TestChain; url: string; key: string },
): Promise<number> {
  const page = await openPage(browser, url, key)
  await page.goto(url)
  await pause(settleMs)
  const [tasks = []] = await tasksAfter(browser, page, 'bench-stream', async () => {
    await page.evaluate(`void performance.mark('bench-stream')`)
    await stream(chain, streamMs)
  })
  await page.context().close()
  return longest(tasks)
}

/** The page with all stores of a chain, of a real server with a real nats-server. */
export const fleet: Part = {
  rounds: 4,
  lines,
  async measure(rounds) {
    const folder = freshFolder()
    const chain = await openTestChain(folder)
    const key = await listStores(chain, stores)
    const server = await startFleetProcess(chain.fleetPath)
    while (!(await fetch(`${server.url}health`)).ok) await pause(50)
    await publishStatuses(chain, 0, stores)
    await pause(settleMs)
    const names = Array.from({ length: stores }, (_, nth) => ({ name: `Store ${String(nth)}` }))
    const floor = await startBoardFloor(names, 30)
    const browser = await openBrowser()
    const loads = { floor: [] as number[], ours: [] as number[] }
    const tasks = { floor: [] as number[], ours: [] as number[] }
    const streamed: number[] = []
    for (let nth = 0; nth < rounds; nth++) {
      for (const [who, url, userKey] of [
        ['floor', floor.ui, null],
        ['ours', server.url, key],
      ] as const) {
        const { took, task } = await load(browser, url, userKey)
        loads[who].push(took)
        tasks[who].push(task)
      }
      streamed.push(await longestWhileStreaming(browser, { chain, url: server.url, key }))
    }
    await browser.close()
    floor.end()
    await server.end('SIGTERM')
    await chain.close()
    return {
      [firstRow]: loads,
      [opening]: tasks,
      [streaming]: { floor: [], ours: streamed },
    }
  },
}
