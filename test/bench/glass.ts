import type { Browser } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile, type Figure } from './figure.ts'
import { openBrowser, openGlass } from './glass-page.ts'
import { openOrders, postAtRate } from './poster.ts'
import { startBuilt, startFloor, type Subject } from './subject.ts'

const open = 300
const rounds = 2
const rates = [
  { perSecond: 1, seconds: 30, ending: false },
  { perSecond: 50, seconds: 8, ending: true },
]

/** Milliseconds from the post to the pixels of each new order. */
async function round(
  browser: Browser,
  subject: Subject,
  plan: { perSecond: number; seconds: number; ending: boolean; run: string },
): Promise<number[]> {
  const glass = await openGlass(browser, subject.ui)
  try {
    await postAtRate(subject, { ...plan, perSecond: 10, seconds: 1, run: `warm-${plan.run}` })
    await pause(1_000)
    const postedAt = await postAtRate(subject, plan)
    const painted = await glass.painted()
    return [...postedAt].map(([code, at]) => {
      const paintedAt = painted.get(code)
      if (paintedAt === undefined) throw new Error(`order ${code} never came on the glass`)
      return paintedAt - at
    })
  } finally {
    await glass.close()
  }
}

/** Event to glass: from the post of a new order, promised before all others, to its card in pixels at 1280x800. */
export async function glass(): Promise<Figure[]> {
  const browser = await openBrowser()
  const floor = await startFloor(36)
  const ours = await startBuilt()
  try {
    await openOrders(ours, open)
    const figures: Figure[] = []
    for (const rate of rates) {
      const took: { floor: number[]; ours: number[] } = { floor: [], ours: [] }
      for (let nth = 0; nth < rounds; nth++) {
        const run = `${rate.perSecond}x${nth}`
        took.floor.push(...(await round(browser, floor, { ...rate, run })))
        took.ours.push(...(await round(browser, ours, { ...rate, run })))
      }
      const name = `event to glass, ${open} open, ${rate.perSecond}/s`
      const [p50, p99] = [0.5, 0.99].map((share) => ({
        unit: 'ms',
        floor: percentile(took.floor, share),
        ours: percentile(took.ours, share),
      }))
      if (p50 === undefined || p99 === undefined) throw new Error('nothing measured')
      figures.push({ name: `${name}, p50`, ...p50, aim: null })
      figures.push({
        name: `${name}, p99`,
        ...p99,
        aim: { words: '<= 1.2 of the floor', met: p99.ours <= p99.floor * 1.2 },
        note: `${took.ours.length} orders`,
      })
    }
    return figures
  } finally {
    await browser.close()
    await floor.end()
    await ours.end()
  }
}
