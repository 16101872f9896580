import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import type { StockBoard } from '#contract/stock/stock.ts'
import { callWeb } from '#test/support/web-process.ts'
import { startBoardFloor } from './board-floor.ts'
import { boardUrl, openBoardPage } from './board-page.ts'
import { largePlatform, startBoard } from './board-platform.ts'
import { maxOurs, percentile, type Line, type Measured } from './figure.ts'
import { longest, tasksAfter } from './main-thread.ts'

const paints = 4
const throttle = 4
const frameMs = 1000 / 60
/** A "long task" of the web platform is at least this long. */
const longTaskMs = 50
/** At most one frame's worth of long task. */
const aimMs = longTaskMs + frameMs
/** As people type in a hurry, without accents: products, options, and one without a match. */
const searches = ['clasica', 'palta', 'jalapenos', 'agrio']
/** Longer than everything that a key causes, including a paint. */
const keyMs = 300
const settleMs = 1_000

/**
 * Waits for the first row in a cheap way: finding it by its role would be a long task of its own.
 */
async function firstRow(page: Page): Promise<void> {
  while (!(await page.evaluate<boolean>(`document.querySelector('[role=switch]') !== null`)))
    await pause(50)
}
/** Clears the field as a key would, with its own mark. */
const clear = `
  performance.mark('bench-clear')
  const field = document.activeElement
  field.value = ''
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))`
const mark = (page: Page, name: string) => page.evaluate(`void performance.mark('bench-${name}')`)

async function throttled(browser: Browser, url: string) {
  const opened = await openBoardPage(browser, url)
  await opened.devtools.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  return opened
}

/**
 * The longest task of each first paint: of the navigation, which is the browser's own, and of
 * everything after it, including scripts and data.
 */
async function loads(browser: Browser, url: string): Promise<{ own: number[]; page: number[] }> {
  const longestOf = { own: [] as number[], page: [] as number[] }
  for (let nth = 0; nth < paints; nth++) {
    const { page, close } = await throttled(browser, url)
    // Starts the page's process and its trace before the page.
    await page.goto(new URL('nothing-here', url).href)
    const [tasks = []] = await tasksAfter(browser, page, 'bench-begin', async () => {
      await page.goto(url, { waitUntil: 'commit' })
      await firstRow(page)
      await pause(settleMs)
    })
    longestOf.own.push(longest(tasks.filter(({ begin }) => begin < 0)))
    longestOf.page.push(longest(tasks.filter(({ begin }) => begin >= 0)))
    await close()
  }
  return longestOf
}

/** The longest task each time the board is opened from the wall in an app that has run for long. */
async function openings(browser: Browser, ui: string): Promise<number[]> {
  const { page, close } = await throttled(browser, ui)
  await page.goto(ui)
  const board = page.getByRole('link', { name: /^86/ })
  const box = await board.boundingBox()
  if (box === null) throw new Error('no way to the board in sight')
  const open = async (): Promise<void> => {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await firstRow(page)
    await pause(settleMs)
  }
  const back = async (): Promise<void> => {
    await page.getByRole('link', { name: /^Kitchen/ }).click()
    await board.waitFor()
    await pause(settleMs)
  }
  // The scripts load with the first opening, which `loads` measures.
  await open()
  await back()
  const all: number[] = []
  for (let nth = 0; nth < paints; nth++) {
    const [tasks = []] = await tasksAfter(browser, page, 'bench-open', async () => {
      await mark(page, 'open')
      await open()
    })
    all.push(longest(tasks))
    await back()
  }
  await close()
  return all
}

/** The longest task after each key of the searches. */
async function keys(browser: Browser, url: string): Promise<number[]> {
  const { page, close } = await throttled(browser, url)
  await page.goto(url)
  await firstRow(page)
  await page.getByRole('searchbox').focus()
  await pause(settleMs)
  const after = await tasksAfter(browser, page, 'bench-key', async () => {
    for (const text of searches) {
      for (const letter of text) {
        await page.keyboard.press(letter)
        await pause(keyMs)
      }
      await page.evaluate(clear)
      await pause(settleMs)
    }
  })
  await close()
  return after.map(longest)
}

const [navigation, afresh, opened, key] = [
  "7,000 items, the browser's own task of a first paint, p95",
  '7,000 items, longest task of a first paint, p95',
  '7,000 items, longest task of opening the board, p95',
  '7,000 items, longest task of a search key, p95',
]
const line = (name: string, text: { measures: string; floor: string }): Line => ({
  name,
  unit: 'ms',
  measures: `${text.measures} ${String(throttle)}x CPU throttling.`,
  floor: text.floor,
  aim: maxOurs(aimMs, 'ms'),
})
const page = 'a page without a framework that shows and searches as many items'

export const largeLines: Line[] = [
  // The browser's own part, which no page can change.
  {
    ...line(navigation, { measures: 'The task of the navigation itself.', floor: page }),
    aim: null,
  },
  line(afresh, {
    measures:
      'The longest task after that, scripts and data included, of a board that is loaded new.',
    floor: page,
  }),
  line(opened, {
    measures: 'The longest task of opening the board from the wall.',
    floor: `${page}, loaded new`,
  }),
  line(key, { measures: 'The longest task after a key in the search.', floor: page }),
]

function measuredOf(floor: readonly number[], ours: readonly number[]): Measured {
  const long = ours.filter((ms) => ms > longTaskMs).length
  return {
    floor: [percentile(floor, 0.95)],
    ours: [percentile(ours, 0.95)],
    note: `median ${percentile(ours, 0.5).toFixed(1)} ms, ${String(long)} of ${String(ours.length)} long`,
  }
}

async function itemsOf(ui: string): Promise<StockBoard['items']> {
  for (;;) {
    const { items } = (await callWeb(ui, 'stock.board', {})) as StockBoard
    if (items.length > 0) return items
    await pause(100)
  }
}

/**
 * The main thread of a board with 7,000 items, next to a bare page that shows and finds as many.
 */
export async function large(browser: Browser): Promise<Record<string, Measured>> {
  const platform = await largePlatform()
  const web = await startBoard(platform)
  const items = await itemsOf(web.ui)
  if (items.length !== 7_000) throw new Error(`${String(items.length)} items on the board`)
  const first = await openBoardPage(browser, web.ui)
  await first.page.goto(boardUrl(web.ui))
  await firstRow(first.page)
  const rows = await first.page.getByRole('switch').count()
  await first.close()
  const floor = await startBoardFloor(items, rows)
  const bare = await loads(browser, floor.ui)
  const ours = await loads(browser, boardUrl(web.ui))
  const measured = {
    [navigation]: measuredOf(bare.own, ours.own),
    [afresh]: measuredOf(bare.page, ours.page),
    [opened]: measuredOf(bare.page, await openings(browser, web.ui)),
    [key]: measuredOf(await keys(browser, floor.ui), await keys(browser, boardUrl(web.ui))),
  }
  floor.end()
  await web.end()
  await platform.close()
  return measured
}
