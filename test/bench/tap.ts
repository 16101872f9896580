import type { Browser } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile, type Figure } from './figure.ts'
import { openBrowser, openGlass } from './glass-page.ts'
import { openOrders } from './poster.ts'
import { callWeb } from '#test/support/web-process.ts'
import { startBuilt, startFloor } from './subject.ts'

const open = 300
const taps = 30
const frameMs = 1000 / 60

/** Milliseconds from each tap on a Ready button to the frame in which its card offers Undo; CPU slowed four times. */
async function tapAll(browser: Browser, url: string): Promise<number[]> {
  const glass = await openGlass(browser, url)
  try {
    await glass.devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const ready = glass.page.getByRole('list', { name: 'Kitchen queue' }).getByRole('button', {
      name: /^Ready/,
    })
    for (let nth = 0; nth < taps; nth++) {
      // By the mouse, so that nothing is waited for between finding the button and the click.
      const box = await ready.first().boundingBox()
      if (box === null) throw new Error('no Ready button in sight')
      await glass.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      // Longer than the undo window below: the card has left before the next tap.
      await pause(1_500)
    }
    const took = await glass.taps()
    if (took.length !== taps) throw new Error(`${took.length} of ${taps} taps were answered`)
    return took
  } finally {
    await glass.close()
  }
}

/** Tap to "sending": the floor's page changes its button by itself and asks nobody. */
export async function tap(): Promise<Figure[]> {
  const browser = await openBrowser()
  const floor = await startFloor(36)
  const ours = await startBuilt()
  try {
    await openOrders(ours, open)
    await callWeb(ours.ui, 'settings.change', { undoSeconds: 1 })
    const bare = percentile(await tapAll(browser, floor.ui), 0.95) / frameMs
    const frames = percentile(await tapAll(browser, ours.ui), 0.95) / frameMs
    return [
      {
        name: 'tap to "sending", 4x CPU throttling, p95',
        unit: 'frames',
        floor: bare,
        ours: frames,
        aim: { words: '<= 2 frames', met: frames <= 2 },
        note: `${(frames * frameMs).toFixed(1)} ms`,
      },
    ]
  } finally {
    await browser.close()
    await floor.end()
    await ours.end()
  }
}
