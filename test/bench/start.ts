import type { Browser } from '@playwright/test'
import { likeOurs } from './alike.ts'
import { ratioAtMost, type Part } from './figure.ts'
import { openBrowser, openWallPage } from './wall-page.ts'
import { addPastOrders } from './past-orders.ts'
import { openOrders } from './poster.ts'
import { freshFolder, startBuilt, startFloor, type Subject } from './subject.ts'

const past = 100_000
const fewPast = 1_000
const open = 300

const now = (): number => performance.timeOrigin + performance.now()

/**
 * From the start of the process to the first card in pixels, in ms; the browser is already open.
 */
async function toFirstCard(browser: Browser, start: () => Promise<Subject>): Promise<number> {
  const startedAt = now()
  const subject = await start()
  try {
    const wallPage = await openWallPage(browser, subject.ui)
    // The card exists; its frame may be a moment later.
    let painted = await wallPage.painted()
    while (painted.size === 0) painted = await wallPage.painted()
    await wallPage.close()
    return Math.min(...painted.values()) - startedAt
  } finally {
    await subject.end()
  }
}

const firstCard = `start to first card, ${String(open)} open, ${past.toLocaleString('en')} past orders`
const restart = `restart to first card, ${past.toLocaleString('en')} : ${fewPast.toLocaleString('en')} past orders`

/** How long a shop waits for its screens in the morning. */
export const start: Part = {
  rounds: 4,
  lines: [
    {
      name: firstCard,
      unit: 'ms',
      measures:
        'From the start of the process to the frame with the first card, in an open browser.',
      floor:
        'the host and page of the wallPage floor, with the open orders in one file and no past orders',
      aim: ratioAtMost(2),
    },
    {
      name: restart,
      unit: 'ms',
      measures:
        'From the start of the process to the frame with the first card, after months of work.',
      floor: 'ours after a day of work',
      aim: ratioAtMost(1.2),
    },
  ],
  async measure(rounds) {
    const browser = await openBrowser()
    try {
      const [dataDir, young] = [freshFolder(), freshFolder()]
      for (const [folder, count] of [[young, fewPast] as const, [dataDir, past] as const]) {
        const first = await startBuilt({ dataDir: folder })
        await openOrders(first, open)
        await first.end()
        await addPastOrders(folder, count)
      }
      const old = await startBuilt({ dataDir })
      const { screen, note } = await likeOurs(browser, old)
      await old.end()
      const cards: { floor: number[]; ours: number[] } = { floor: [], ours: [] }
      const ready: { floor: number[]; ours: number[] } = { floor: [], ours: [] }
      // The first round warms the disk's and the browser's caches for all, and doesn't count.
      for (let nth = 0; nth <= rounds; nth++) {
        const values = [
          await toFirstCard(browser, () => startFloor({ screen })),
          await toFirstCard(browser, () => startBuilt({ dataDir })),
          await toFirstCard(browser, () => startBuilt({ dataDir: young })),
        ] as const
        if (nth === 0) continue
        cards.floor.push(values[0])
        cards.ours.push(values[1])
        ready.floor.push(values[2])
        ready.ours.push(values[1])
      }
      return { [firstCard]: { ...cards, note }, [restart]: ready }
    } finally {
      await browser.close()
    }
  },
}
