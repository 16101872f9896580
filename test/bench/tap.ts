import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { callWeb } from '#test/support/web-process.ts'
import { likeOurs } from './alike.ts'
import { percentile, maxRatio, type Part } from './figure.ts'
import { openBrowser, openWallPage, type Taps } from './wall-page.ts'
import { openOrders } from './poster.ts'
import { startBuilt, startFloor } from './subject.ts'

const open = 300
const taps = 8
const throttle = 4
const undoSeconds = 1
/**
 * By then the card has left, the wall has closed the gap, and a tap counts again: 1.5 s after the
 * tap, then 0.4 s.
 */
const betweenMs = 2_400
/** A tap without a visible effect by then counts as lost. */
const patienceMs = 5_000

async function tapAll(browser: Browser, url: string): Promise<Taps> {
  const wallPage = await openWallPage(browser, url)
  try {
    await wallPage.devtools.send('Emulation.setCPUThrottlingRate', { rate: throttle })
    const ready = wallPage.page.getByRole('list', { name: 'Kitchen queue' }).getByRole('button', {
      name: /^Ready/,
    })
    let took = await wallPage.taps()
    for (let tries = 0; took.fingers < taps; tries++) {
      if (tries === 2 * taps) throw new Error('the Ready buttons cannot be met')
      // By mouse position, so that nothing delays the click after the button was found. If the
      // cards have moved meanwhile, the tap is not counted.
      const box = await ready.first().boundingBox()
      if (box === null) throw new Error('no Ready button in sight')
      await wallPage.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      const at = performance.now()
      do {
        await pause(betweenMs)
        took = await wallPage.taps()
        if (performance.now() - at > patienceMs) throw new Error('a tap on Ready shows nothing')
      } while (took.taps.length < took.fingers || took.presses.length < took.fingers)
    }
    return took
  } finally {
    await wallPage.close()
  }
}

const shares = [50, 95]
const nameOf = (what: 'presses' | 'taps', share: number): string =>
  `${what === 'presses' ? 'press shown' : 'tap to "sending"'}, ${String(throttle)}x CPU throttling, p${String(share)}`

const floorText = 'the page of the wallPage floor, whose button changes without a request'
const reported = [
  {
    what: 'presses' as const,
    measures: 'From the press to the first frame in which the button has changed.',
    max: 1.5,
  },
  {
    what: 'taps' as const,
    measures: 'From the press to the frame that offers to undo, once the host has stored the bump.',
    max: 2.5,
  },
]

/** From a tap on Ready to what the cook sees of it. */
export const tap: Part = {
  rounds: 2,
  lines: reported.flatMap(({ what, measures, max }) =>
    shares.map((share) => ({
      name: nameOf(what, share),
      unit: 'ms',
      measures,
      floor: floorText,
      aim: share === 95 ? maxRatio(max) : null,
    })),
  ),
  async measure(rounds) {
    const browser = await openBrowser()
    try {
      const ours = await startBuilt()
      await openOrders(ours, open)
      await callWeb(ours.ui, 'settings.change', { undoSeconds })
      const { screen, note } = await likeOurs(browser, ours)
      const floor = await startFloor({ screen })
      const bare: Taps[] = []
      const own: Taps[] = []
      for (let nth = 0; nth < rounds; nth++) {
        bare.push(await tapAll(browser, floor.ui))
        own.push(await tapAll(browser, ours.ui))
      }
      await floor.end()
      await ours.end()
      return Object.fromEntries(
        reported.flatMap(({ what }) =>
          shares.map((share) => {
            const values = (all: Taps[]) => all.map((each) => percentile(each[what], share / 100))
            const seen = `${note}, ${String(taps)} taps a round`
            return [nameOf(what, share), { floor: values(bare), ours: values(own), note: seen }]
          }),
        ),
      )
    } finally {
      await browser.close()
    }
  },
}
