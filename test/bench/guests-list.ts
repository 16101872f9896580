import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import type { GuestList } from '#contract/guests/guests.ts'
import { callWeb, pairContext } from '#test/support/web-process.ts'
import { smallPlatform, startBoard } from './board-platform.ts'
import { median, maxRatio, type Line, type Measured } from './figure.ts'
import { openBrowser } from './wall-page.ts'
import { startGuestsFloor } from './guests-floor.ts'

const watch = join(import.meta.dirname, 'watch-guests.js')
const taps = 8
const searches = 6
/** The pace of a quick typist. */
const betweenKeysMs = 60
/** Longer than everything that opening or searching causes. */
const settleMs = 600
/** A page that shows nothing by then counts as failed. */
const patienceMs = 10_000
/** The other rooms' files are loaded by then, as on a screen that has run for long. */
const fetchedMs = 4_000

/** What to search for: the end of a phone number; and the guest's id. */
interface Sought {
  digits: string
  id: string
}

/** How to open the guests on a page and leave them. */
interface Ways {
  /** The links that lead to the button that opens them. */
  rooms: readonly string[]
  open: string
  close: string
}
const ourWays: Ways = {
  rooms: ['nav a[href$="/reservations"]', 'nav a[href$="/guests"]'],
  open: 'main button:text-is("All guests")',
  close: 'nav a[href$="#/"]',
}
const floorWays: Ways = { rooms: [], open: '[data-open]', close: '[data-close]' }

async function openPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
  })
  await context.addInitScript({ path: watch })
  await pairContext(context, url)
  const page = await context.newPage()
  await page.goto(url)
  await pause(fetchedMs)
  return page
}

const took = (page: Page, what: 'opened' | 'found') =>
  page.evaluate<number[]>(`guestsBench.${what}`)

async function until(page: Page, what: 'opened' | 'found', count: number): Promise<void> {
  const at = performance.now()
  while ((await took(page, what)).length < count) {
    if (performance.now() - at > patienceMs) throw new Error(`${what} ${String(count)} never came`)
    await pause(50)
  }
  await pause(settleMs)
}

async function openings(page: Page, { rooms, open, close }: Ways): Promise<void> {
  // The first round includes one-time work.
  for (let nth = 1; nth <= taps + 1; nth++) {
    for (const link of rooms) await page.locator(link).first().click()
    await page.locator(open).click()
    await until(page, 'opened', nth)
    if (nth > taps) continue
    await page.locator(close).click()
    await page.locator('[data-row]').first().waitFor({ state: 'detached' })
    await pause(settleMs)
  }
}

async function seek(page: Page, all: readonly Sought[]): Promise<void> {
  const field = page.getByRole('searchbox')
  for (const [nth, { digits, id }] of all.entries()) {
    await field.fill('')
    await page.locator('[data-row]').nth(1).waitFor()
    await pause(settleMs)
    await page.evaluate(`void (guestsBench.desired = ${JSON.stringify(id)})`)
    await field.focus()
    for (const digit of digits) {
      await page.keyboard.press(digit)
      await pause(betweenKeysMs)
    }
    await until(page, 'found', nth + 1)
  }
}

async function measurePage(
  browser: Browser,
  { url, ways, sought }: { url: string; ways: Ways; sought: readonly Sought[] },
): Promise<{ opened: number; found: number }> {
  const page = await openPage(browser, url)
  await openings(page, ways)
  await seek(page, sought)
  const figures = {
    opened: median((await took(page, 'opened')).slice(1)),
    found: median(await took(page, 'found')),
  }
  await page.context().close()
  return figures
}

const opened = 'tap to the list of guests, p50'
const searched = 'guest search, last key to their row, p50'
const floor = 'a page without a framework, whose host forwards the same request'

export const listLines: Line[] = [
  {
    name: opened,
    unit: 'ms',
    measures: 'From a tap on All guests to the frame with the first page.',
    floor,
    aim: maxRatio(2),
  },
  {
    name: searched,
    unit: 'ms',
    measures:
      'From the last digit of a telephone number to the frame with its guest. In both, 250 ms are the wait after the last key.',
    floor,
    aim: maxRatio(1.25),
  },
]

/** The list of 3,000 guests on the screen: opened with a tap, and searched while typing. */
export async function list(rounds: number): Promise<Record<string, Measured>> {
  const platform = await smallPlatform()
  const web = await startBoard(platform)
  const bare = await startGuestsFloor(platform.practice)
  const browser = await openBrowser()
  const measured = {
    [opened]: { floor: [] as number[], ours: [] as number[] },
    [searched]: { floor: [] as number[], ours: [] as number[] },
  }
  try {
    const listed = (await callWeb(web.ui, 'guests.list', { text: '', page: 2 })) as GuestList
    const sought = listed.guests
      .flatMap(({ clientId: id, phone }) =>
        phone === null ? [] : [{ id, digits: phone.slice(-8) }],
      )
      .slice(0, searches)
    for (let nth = 0; nth < rounds; nth++) {
      const floorFigures = await measurePage(browser, { url: bare.ui, ways: floorWays, sought })
      const own = await measurePage(browser, { url: web.ui, ways: ourWays, sought })
      measured[opened].floor.push(floorFigures.opened)
      measured[opened].ours.push(own.opened)
      measured[searched].floor.push(floorFigures.found)
      measured[searched].ours.push(own.found)
    }
  } finally {
    await browser.close()
    bare.end()
    await web.end()
    await platform.close()
  }
  return measured
}
