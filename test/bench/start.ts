import type { Browser } from '@playwright/test'
import { likeOurs } from './alike.ts'
import { maxRatio, type Part } from './figure.ts'
import { openBrowser, openWallPage } from './wall-page.ts'
import { aYear, folderWith } from './past-orders.ts'
import { startBuilt, startFloor, type Subject } from './subject.ts'

const open = 300

export const now = (): number => performance.timeOrigin + performance.now()

/**
 * From the start of the process to the first card in pixels, in ms; the browser is already open.
 */
export async function toFirstCard(
  browser: Browser,
  start: () => Promise<Subject>,
): Promise<number> {
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

const firstCard = `start to first card, ${String(open)} open, ${aYear.toLocaleString('en')} past orders`

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
      aim: maxRatio(2),
    },
  ],
  async measure(rounds) {
    const browser = await openBrowser()
    try {
      const dataDir = await folderWith({ past: aYear, open })
      const ours = await startBuilt({ dataDir })
      const { screen, note } = await likeOurs(browser, ours)
      await ours.end()
      const cards: { floor: number[]; ours: number[] } = { floor: [], ours: [] }
      // The first round warms the disk's and the browser's caches for both, and doesn't count.
      for (let nth = 0; nth <= rounds; nth++) {
        const floor = await toFirstCard(browser, () => startFloor({ screen }))
        const took = await toFirstCard(browser, () => startBuilt({ dataDir }))
        if (nth === 0) continue
        cards.floor.push(floor)
        cards.ours.push(took)
      }
      return { [firstCard]: { ...cards, note } }
    } finally {
      await browser.close()
    }
  },
}
