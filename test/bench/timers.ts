import type { Browser } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from './figure.ts'
import { openBrowser, openGlass } from './glass-page.ts'
import { openOrders } from './poster.ts'
import { startBuilt, startFloor } from './subject.ts'

const seconds = 10
const settleMs = 4_000

/** Main-thread milliseconds a second, and long tasks, of a page that only lets its clocks tick. */
async function idle(browser: Browser, url: string): Promise<{ busy: number; longTasks: number }> {
  const glass = await openGlass(browser, url)
  try {
    await glass.devtools.send('Performance.enable')
    const busySeconds = async (): Promise<number> => {
      const { metrics } = await glass.devtools.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    }
    await pause(settleMs)
    const longBefore = await glass.longTasks()
    const before = await busySeconds()
    await pause(seconds * 1000)
    const busy = ((await busySeconds()) - before) * (1000 / seconds)
    return { busy, longTasks: (await glass.longTasks()) - longBefore }
  } finally {
    await glass.close()
  }
}

/** What ticking clocks cost with nothing else happening, beside a bare page with 36 clocks. */
export async function timers(): Promise<Figure[]> {
  const browser = await openBrowser()
  const floor = await startFloor(36)
  try {
    const figures: Figure[] = []
    for (const count of [300, 1_000]) {
      const ours = await startBuilt()
      try {
        await openOrders(ours, count)
        const bare = await idle(browser, floor.ui)
        const { busy, longTasks } = await idle(browser, ours.ui)
        figures.push({
          name: `timers, ${count} tickets`,
          unit: 'ms/s',
          floor: bare.busy,
          ours: busy,
          aim:
            count === 1_000
              ? { words: '<= 20 ms/s, no long task', met: busy <= 20 && longTasks === 0 }
              : null,
          note: `${longTasks} long tasks`,
        })
      } finally {
        await ours.end()
      }
    }
    return figures
  } finally {
    await browser.close()
    await floor.end()
  }
}
