import { join } from 'node:path'
import type { CDPSession, Locator, Page } from '@playwright/test'
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

const steps: readonly Step[] = [
  room('/', card),
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
  room('/stock', (page) => page.getByRole('switch').first()),
  dialog(button(/^More for/)),
  room('/reservations', (page) => page.getByRole('group', { name: 'Schedule by table' })),
  room('/guests', (page) => page.locator('[data-row]').first()),
  room('/coupons', (page) => page.getByRole('link', { name: /BIENVENIDA10/ })),
  room('/store', (page) => page.getByRole('button', { name: 'Until a time…' })),
  room('/store/hours', (page) => page.getByRole('region', { name: 'The week' })),
  room('/close-out', (page) => page.locator('[data-shift]').first()),
  room('/payments', (page) => heading(page, 'Payments')),
  // Shortly after midnight nobody has paid today.
  async (page) => {
    await page.getByText('30 days', { exact: true }).click()
    await expect(page.getByRole('table', { name: 'By method' })).toBeVisible()
  },
  room('/waste', (page) => page.getByRole('figure').first()),
  room('/kitchen-figures', (page) => page.getByRole('figure').first()),
  room('/connection', (page) => heading(page, 'Connection')),
  ...[
    ['this-screen', 'This screen'],
    ['keys', 'Keys'],
    ['screens', 'Screens and roles'],
    ['backups', 'Backups'],
  ].map(([section = '', name = '']) => room(`/setup/${section}`, (page) => heading(page, name))),
]

/** What lives longer than a room: the listeners of the window and the document, and timers. */
interface Counts {
  listeners: number
  ofWindow: number
  ofDocument: number
  timers: number
  nodes: number
}

async function listenersOf(devtools: CDPSession, expression: string): Promise<number> {
  const { result } = await devtools.send('Runtime.evaluate', { expression })
  const { listeners } = await devtools.send('DOMDebugger.getEventListeners', {
    objectId: result.objectId ?? '',
  })
  return listeners.length
}

async function countAll(devtools: CDPSession, page: Page): Promise<Counts> {
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const metric = (name: string): number => metrics.find((one) => one.name === name)?.value ?? 0
  return {
    listeners: metric('JSEventListeners'),
    ofWindow: await listenersOf(devtools, 'window'),
    ofDocument: await listenersOf(devtools, 'document'),
    timers: await page.evaluate<number>('countTimers()'),
    nodes: metric('Nodes'),
  }
}

const rounds = 6

test('six rounds through the rooms and dialogs leave no listener and no timer behind', async ({
  store,
}) => {
  const { page } = store
  await page.addInitScript({ path: join(import.meta.dirname, 'count-timers.js') })
  await page.reload()
  await fillStore(store)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const counts: Counts[] = []
  for (let round = 0; round < rounds; round++) {
    for (const step of steps) await step(page)
    await goTo(page, '/')
    await expect(card(page)).toBeVisible()
    counts.push(await countAll(devtools, page))
  }
  // The first round fetches the files. After it, what is on the wall changes a little all the time,
  // and its elements and their listeners with it.
  const changing = 1.02
  const early = counts.slice(1, 3)
  const late = counts.slice(-2)
  const text = counts.map((each) => JSON.stringify(each)).join('\n')
  for (const [what, most] of [
    ['ofWindow', 1],
    ['ofDocument', 1],
    ['timers', 1],
    ['listeners', changing],
    ['nodes', changing],
  ] as const)
    expect(Math.min(...late.map((each) => each[what])), text).toBeLessThanOrEqual(
      Math.max(...early.map((each) => each[what])) * most,
    )
})
