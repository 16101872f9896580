import { likeOurs } from './alike.ts'
import { percentile, maxRatio, type Line, type Measured, type Part } from './figure.ts'
import { openBrowser } from './wall-page.ts'
import { openOrders } from './poster.ts'
import { openWarm, session } from './session.ts'
import { startBuilt, startFloor } from './subject.ts'

const opens = [24, 300]
const beats = [
  { perSecond: 20, seconds: 3 },
  { perSecond: 50, seconds: 2 },
]
const shares = [50, 99]

const nameOf = (open: number, perSecond: number, share: number): string =>
  `event to screen, ${String(open)} open, ${String(perSecond)}/s, p${String(share)}`

const lines = opens.flatMap((open) =>
  beats.flatMap(({ perSecond }) =>
    shares.map((share): Line => ({
      name: nameOf(open, perSecond, share),
      unit: 'ms',
      measures:
        'From the POST of a new order, promised before all others, to the frame with its card at 1280x800.',
      floor:
        'a page without a framework that draws the same cards from the same events, on the floor of ingest',
      aim: share === 99 ? maxRatio(1.5) : null,
    })),
  ),
)

/** The time from event to screen in a rush. */
export const wallPage: Part = {
  rounds: 2,
  lines,
  async measure(rounds) {
    const browser = await openBrowser()
    const measured: Record<string, { floor: number[]; ours: number[]; note: string }> = {}
    try {
      for (const open of opens) {
        const ours = await startBuilt()
        await openOrders(ours, open)
        const { screen, note } = await likeOurs(browser, ours)
        const floor = await startFloor({ screen })
        // Both screens stay open all the time, so that each pays for the other's presence.
        const floorPage = await openWarm(browser, floor, 'wall')
        const ownPage = await openWarm(browser, ours, 'wall')
        for (let nth = 0; nth < rounds; nth++) {
          const run = `${String(open)}x${String(nth)}`
          const bare = await session({ wallPage: floorPage, subject: floor }, { beats, run })
          const own = await session({ wallPage: ownPage, subject: ours }, { beats, run })
          for (const [place, { perSecond }] of beats.entries())
            for (const share of shares) {
              const values = (measured[nameOf(open, perSecond, share)] ??= {
                floor: [],
                ours: [],
                note: `${note}, ${String(own[place]?.length)} orders a round`,
              })
              values.floor.push(percentile(bare[place] ?? [], share / 100))
              values.ours.push(percentile(own[place] ?? [], share / 100))
            }
        }
        await floorPage.close()
        await ownPage.close()
        await floor.end()
        await ours.end()
      }
      return measured satisfies Record<string, Measured>
    } finally {
      await browser.close()
    }
  },
}
