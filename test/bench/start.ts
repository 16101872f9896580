import type { Browser } from '@playwright/test'
import { median, type Figure } from './figure.ts'
import { openBrowser, openGlass } from './glass-page.ts'
import { addPastOrders } from './past-orders.ts'
import { openOrders } from './poster.ts'
import { freshFolder, startBuilt, startFloor, type Subject } from './subject.ts'

const past = 100_000
const open = 300
const rounds = 5

const now = (): number => performance.timeOrigin + performance.now()

/** Milliseconds from the start of the process to the first card in pixels, the browser being open already. */
async function round(browser: Browser, start: () => Promise<Subject>): Promise<number> {
  const startedAt = now()
  const subject = await start()
  try {
    const glass = await openGlass(browser, subject.ui)
    // The card is there; its frame may be a moment later.
    let painted = await glass.painted()
    while (painted.size === 0) painted = await glass.painted()
    await glass.close()
    return Math.min(...painted.values()) - startedAt
  } finally {
    await subject.end()
  }
}

/** Start to first ticket, beside a bare page of a bare server; both in plain JavaScript from one file or a few. */
export async function start(): Promise<Figure[]> {
  const dataDir = freshFolder()
  const first = await startBuilt({ dataDir })
  await openOrders(first, open)
  await first.end()
  await addPastOrders(dataDir, past)
  const browser = await openBrowser()
  try {
    // The first round warms the disk's and the browser's caches for both.
    await round(browser, () => startFloor(36))
    await round(browser, () => startBuilt({ dataDir }))
    const floor: number[] = []
    const ours: number[] = []
    for (let nth = 0; nth < rounds; nth++) {
      floor.push(await round(browser, () => startFloor(36)))
      ours.push(await round(browser, () => startBuilt({ dataDir })))
    }
    const took = { floor: median(floor), ours: median(ours) }
    return [
      {
        name: `start to first ticket, ${past.toLocaleString('en')} past orders, ${open} open`,
        unit: 'ms',
        ...took,
        aim: { words: '<= 1.6 of the floor', met: took.ours <= took.floor * 1.6 },
      },
    ]
  } finally {
    await browser.close()
  }
}
