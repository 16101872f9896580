import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { likeOurs } from './alike.ts'
import { maxOurs, maxRatio, type Part } from './figure.ts'
import { openBrowser, openWallPage } from './wall-page.ts'
import { openOrders } from './poster.ts'
import { startBuilt, startFloor } from './subject.ts'

const seconds = 5
/** By then the page has loaded the other rooms, three seconds after its start. */
const settleMs = 5_000

interface Rest {
  busy: number
  longTasks: number
}

/** Main-thread time per second in ms, and long tasks, of a page that only updates its clocks. */
async function atRest(browser: Browser, url: string): Promise<Rest> {
  const wallPage = await openWallPage(browser, url)
  try {
    await wallPage.devtools.send('Performance.enable')
    const busySeconds = async (): Promise<number> => {
      const { metrics } = await wallPage.devtools.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    }
    await pause(settleMs)
    const longBefore = await wallPage.longTasks()
    const before = await busySeconds()
    await pause(seconds * 1000)
    const busy = ((await busySeconds()) - before) * (1000 / seconds)
    return { busy, longTasks: (await wallPage.longTasks()) - longBefore }
  } finally {
    await wallPage.close()
  }
}

const few = 'page at rest, 300 open'
const many = 'page at rest, 3,000 : 300 open'
const long = '  its long tasks, 3,000 open'

/** The cost of ticking clocks while nothing else happens. */
export const timers: Part = {
  rounds: 2,
  lines: [
    {
      name: few,
      unit: 'ms/s',
      measures: 'Main-thread time per second while only the clocks of the page change.',
      floor: 'the page of the wallPage floor, with one clock that writes the same cards',
      aim: null,
    },
    {
      name: many,
      unit: 'ms/s',
      measures: 'The same for ours, with more open orders than the page shows.',
      floor: 'ours with 300 open',
      aim: maxRatio(1),
    },
    {
      name: long,
      unit: 'tasks',
      measures: 'Tasks of over 50 ms in that time.',
      floor: null,
      aim: maxOurs(0, 'tasks'),
    },
  ],
  async measure(rounds) {
    const browser = await openBrowser()
    try {
      const of300 = await startBuilt()
      await openOrders(of300, 300)
      const of3000 = await startBuilt()
      await openOrders(of3000, 3_000)
      const { screen, note } = await likeOurs(browser, of300)
      const floor = await startFloor({ screen })
      const rests: { floor: Rest[]; few: Rest[]; many: Rest[] } = { floor: [], few: [], many: [] }
      for (let nth = 0; nth < rounds; nth++) {
        rests.floor.push(await atRest(browser, floor.ui))
        rests.few.push(await atRest(browser, of300.ui))
        rests.many.push(await atRest(browser, of3000.ui))
      }
      for (const subject of [floor, of300, of3000]) await subject.end()
      const busy = (all: Rest[]): number[] => all.map((rest) => rest.busy)
      return {
        [few]: { floor: busy(rests.floor), ours: busy(rests.few), note },
        [many]: { floor: busy(rests.few), ours: busy(rests.many) },
        [long]: { floor: [], ours: rests.many.map(({ longTasks }) => longTasks) },
      }
    } finally {
      await browser.close()
    }
  },
}
