import { join } from 'node:path'
import type { CDPSession, Locator, Page } from '@playwright/test'
import { listRooms } from '#test/support/rooms.ts'
import { fillStore } from './fill-store.ts'
import { goTo } from './go-to.ts'
import { expect, test } from './store.ts'

/** Something that a person opens, and what is in sight then. */
type Step = (page: Page) => Promise<void>

const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, exact: true }).first()
const room =
  (address: string, inSight: (page: Page) => Locator): Step =>
  async (page) => {
    await goTo(page, address)
    await expect(inSight(page)).toBeVisible()
  }
const card = (page: Page): Locator => page.getByRole('article').first()
/** A ticket that changes can take the focus from what a key is meant for, so it is pressed again. */
const opensWithinMs = 10_000

/** Opens a dialog and closes it by Escape. */
const dialog =
  (open: Step, inSight: (page: Page) => Locator = (page) => page.getByRole('dialog')): Step =>
  async (page) => {
    await expect(async () => {
      await open(page)
      await expect(inSight(page).last()).toBeVisible({ timeout: opensWithinMs })
    }).toPass()
    await page.keyboard.press('Escape')
    await expect(inSight(page)).toHaveCount(0)
  }
const key =
  (name: string): Step =>
  (page) =>
    page.keyboard.press(name)
const button =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first().click()

/** What is in sight in a room; by default its heading. */
const inSight: Record<string, (page: Page) => Locator> = {
  '/': card,
  '/stock': (page) => page.getByRole('switch').first(),
  '/reservations': (page) => page.getByRole('group', { name: 'Schedule by table' }),
  '/guests': (page) => page.getByRole('button', { name: 'All guests' }),
  '/coupons': (page) => page.getByRole('link', { name: /BIENVENIDA10/ }),
  '/store': (page) => page.getByRole('button', { name: 'Until a time…' }),
  '/store/hours': (page) => page.getByRole('region', { name: 'The week' }),
  '/close-out': (page) => page.locator('[data-shift]').first(),
  '/waste': (page) => page.getByRole('figure').first(),
  '/kitchen-figures': (page) => page.getByRole('figure').first(),
}

/** What is opened in a room. */
const within: Record<string, readonly Step[]> = {
  '/': [
    dialog(key('r')),
    dialog(key('t')),
    dialog(async (page) => {
      await page
        .getByRole('button', { name: /^\d+× / })
        .first()
        .focus()
      await page.keyboard.press('s')
    }),
    dialog(key('?')),
    dialog(button(/^Details/)),
    dialog(key('Control+k')),
    dialog(button(/^Alerts/)),
    dialog(button('Help')),
    dialog(button(/^Prep time/), (page) => page.getByRole('dialog', { name: 'Preparation time' })),
  ],
  '/stock': [dialog(button(/^More for/))],
  '/payments': [
    // Shortly after midnight nobody has paid today.
    async (page) => {
      await page.getByText('30 days', { exact: true }).click()
      await expect(page.getByRole('table', { name: 'By method' })).toBeVisible()
    },
  ],
}

const title = (page: Page): Locator => page.getByRole('main').getByRole('heading').first()

const steps: readonly Step[] = [
  ...listRooms().flatMap(({ address }) => [
    room(address, inSight[address] ?? title),
    ...(within[address] ?? []),
  ]),
  ...[
    ['this-screen', 'General'],
    ['keys', 'Keys'],
    ['screens', 'Screens and roles'],
    ['backups', 'Backups'],
    ['about', 'About'],
  ].map(([section = '', name = '']) => room(`/setup/${section}`, (page) => heading(page, name))),
]

/** What lives longer than a room. */
interface Counts {
  ofWindow: number
  ofDocument: number
  timers: number
  /** Listeners of what is neither the window nor in the document. */
  listenersElsewhere: number
  /** Nodes that are not in the document. */
  detachedNodes: number
}

/** The listeners of a target; with `depth` -1 also of everything in it. */
async function listenersOf(
  devtools: CDPSession,
  expression: string,
  depth: number,
): Promise<number> {
  const { result } = await devtools.send('Runtime.evaluate', { expression })
  const { listeners } = await devtools.send('DOMDebugger.getEventListeners', {
    objectId: result.objectId ?? '',
    depth,
  })
  return listeners.length
}

/** The number of elements, texts and comments in the document. */
const nodesInDocument = 'document.evaluate("count(//node())", document).numberValue'

async function countAll(devtools: CDPSession, page: Page): Promise<Counts> {
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const metric = (name: string): number => metrics.find((one) => one.name === name)?.value ?? 0
  const ofWindow = await listenersOf(devtools, 'window', 1)
  const inDocument = await listenersOf(devtools, 'document', -1)
  return {
    ofWindow,
    ofDocument: await listenersOf(devtools, 'document', 1),
    timers: await page.evaluate<number>('countTimers()'),
    listenersElsewhere: metric('JSEventListeners') - ofWindow - inDocument,
    detachedNodes: metric('Nodes') - (await page.evaluate<number>(nodesInDocument)),
  }
}

const rounds = 6
/**
 * An answer that several components share holds the last one that asked, and not always the same
 * one. A component that is left behind in each round is more.
 */
const mayGrowBy: Counts = {
  ofWindow: 0,
  ofDocument: 0,
  timers: 0,
  listenersElsewhere: 8,
  detachedNodes: 120,
}

test('six rounds through the rooms and dialogs leave nothing behind', async ({ store }) => {
  const { page } = store
  await page.addInitScript({ path: join(import.meta.dirname, 'count-timers.js') })
  await page.reload()
  await fillStore(store)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const counts: Counts[] = []
  for (let round = 0; round < rounds; round++) {
    // The last step opens a page on which nothing changes by itself.
    for (const step of steps) await step(page)
    counts.push(await countAll(devtools, page))
  }
  // The first round fetches files and creates what stays as long as the page.
  const early = counts.slice(1, 3)
  // A query that waits to be asked again holds its component for a few seconds.
  await expect(async () => {
    const late = await countAll(devtools, page)
    const text = [...counts, late].map((each) => JSON.stringify(each)).join('\n')
    for (const [what, more] of Object.entries(mayGrowBy) as [keyof Counts, number][])
      expect(late[what], `${what}\n${text}`).toBeLessThanOrEqual(
        Math.max(...early.map((each) => each[what])) + more,
      )
  }).toPass({ timeout: 60_000 })
})
