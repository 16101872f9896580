import { median, maxRatio, type Part } from './figure.ts'
import { openBrowser, type WallPage } from './wall-page.ts'
import { openOrders } from './poster.ts'
import { openWarm, session } from './session.ts'
import { startBuilt, type Subject } from './subject.ts'

const beats = [{ perSecond: 20, seconds: 4 }]
const sizes = [24, 300, 3_000] as const

const few = '300 : 24 open, event to screen at 20/s, p50'
const many = '3,000 : 300 open, event to screen at 20/s, p50'
const measures = 'Event to screen of ours, as wallPage measures it, with more open orders.'

/** The extra cost of a new order while more orders are open. */
export const growth: Part = {
  rounds: 2,
  lines: [
    { name: few, unit: 'ms', measures, floor: 'ours with 24 open', aim: maxRatio(1.1) },
    { name: many, unit: 'ms', measures, floor: 'ours with 300 open', aim: maxRatio(1.1) },
  ],
  async measure(rounds) {
    const browser = await openBrowser()
    try {
      const screens: { wallPage: WallPage; subject: Subject }[] = []
      for (const size of sizes) {
        const subject = await startBuilt()
        await openOrders(subject, size)
        screens.push({ subject, wallPage: await openWarm(browser, subject, 'grow') })
      }
      const medians: number[][] = screens.map(() => [])
      for (let nth = 0; nth < rounds; nth++)
        for (const [place, screen] of screens.entries()) {
          const [took = []] = await session(screen, { beats, run: `grow-${String(nth)}` })
          medians[place]?.push(median(took))
        }
      for (const { wallPage, subject } of screens) {
        await wallPage.close()
        await subject.end()
      }
      const [of24 = [], of300 = [], of3000 = []] = medians
      return {
        [few]: { floor: of24, ours: of300 },
        [many]: { floor: of300, ours: of3000 },
      }
    } finally {
      await browser.close()
    }
  },
}
