import { median, ratioAtMost, type Part } from './figure.ts'
import { openBrowser } from './glass-page.ts'
import { openOrders } from './poster.ts'
import { session } from './session.ts'
import { startBuilt, type Subject } from './subject.ts'

const beats = [{ perSecond: 20, seconds: 4 }]
const sizes = [24, 300, 3_000] as const

const few = '300 : 24 open, event to glass at 20/s, p50'
const many = '3,000 : 300 open, event to glass at 20/s, p50'
const measures = 'Event to glass of ours, as glass measures it, where more orders are open.'

/** What more open orders cost a new one. */
export const growth: Part = {
  rounds: 3,
  lines: [
    { name: few, unit: 'ms', measures, floor: 'ours with 24 open', aim: ratioAtMost(1.1) },
    { name: many, unit: 'ms', measures, floor: 'ours with 300 open', aim: ratioAtMost(1.1) },
  ],
  async measure(rounds) {
    const browser = await openBrowser()
    try {
      const subjects: Subject[] = []
      for (const size of sizes) {
        const subject = await startBuilt()
        await openOrders(subject, size)
        subjects.push(subject)
      }
      const medians: number[][] = subjects.map(() => [])
      for (let nth = 0; nth < rounds; nth++)
        for (const [place, subject] of subjects.entries()) {
          const [took = []] = await session(browser, subject, { beats, run: `grow-${String(nth)}` })
          medians[place]?.push(median(took))
        }
      for (const subject of subjects) await subject.end()
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
