import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { likeOurs } from './alike.ts'
import { median, maxRatio, type Measured, type Part } from './figure.ts'
import { openBrowser } from './wall-page.ts'
import { openOrders, postAtRate } from './poster.ts'
import { openWarm, latenciesOf } from './session.ts'
import { startBuilt, startFloor, type Subject } from './subject.ts'

const opens = [24, 300]
const secondsARound = 7
const beat = { perSecond: 1, seconds: secondsARound, ending: false }

const nameOf = (open: number): string => `event to screen, ${String(open)} open, 1/s, p50`

/**
 * Both pages are open side by side, and ours gets its order half a second after the floor's, so
 * that a busy machine affects both.
 */
async function sideBySide(
  browser: Browser,
  { floor, ours }: { floor: Subject; ours: Subject },
  rounds: number,
): Promise<{ floor: number[]; ours: number[] }> {
  const bare = await openWarm(browser, floor, 'calm')
  const own = await openWarm(browser, ours, 'calm')
  const medians: { floor: number[]; ours: number[] } = { floor: [], ours: [] }
  for (let nth = 0; nth < rounds; nth++) {
    const run = `calm-${String(nth)}`
    const [postedBare, postedOwn] = await Promise.all([
      postAtRate(floor, { ...beat, run }),
      pause(500).then(() => postAtRate(ours, { ...beat, run })),
    ])
    medians.floor.push(median(await latenciesOf(bare, postedBare)))
    medians.ours.push(median(await latenciesOf(own, postedOwn)))
  }
  await bare.close()
  await own.close()
  return medians
}

/** Event to screen while little happens. */
export const calm: Part = {
  rounds: 2,
  lines: opens.map((open) => ({
    name: nameOf(open),
    unit: 'ms',
    measures: 'The same as the part wallPage, at one order a second.',
    floor: 'the floor of wallPage, open next to ours; orders come half a second apart',
    aim: maxRatio(1.25),
  })),
  async measure(rounds) {
    const browser = await openBrowser()
    const measured: Record<string, Measured> = {}
    try {
      for (const open of opens) {
        const ours = await startBuilt()
        await openOrders(ours, open)
        const { screen, note } = await likeOurs(browser, ours)
        const floor = await startFloor({ screen })
        measured[nameOf(open)] = {
          ...(await sideBySide(browser, { floor, ours }, rounds)),
          note: `${note}, ${String(secondsARound)} orders a round`,
        }
        await floor.end()
        await ours.end()
      }
      return measured
    } finally {
      await browser.close()
    }
  },
}
