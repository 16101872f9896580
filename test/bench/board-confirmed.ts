import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import type { Practice } from '#practice/platform.ts'
import { boardUrl, openBoardPage } from './board-page.ts'
import { processMs, smallPlatform, startBoard } from './board-platform.ts'
import { maxOurs, percentile, type Line, type Measured } from './figure.ts'

const taps = 12
/** A tap without a confirmation by then counts as lost. */
const patienceMs = 20_000

/** The times from an updateStock by a bare client to its FINISHED at a bare receiver, in ms. */
async function showBare(practice: Practice): Promise<number[]> {
  let onFinished = (): void => undefined
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      response.end('{}')
      if (body.includes('"FINISHED"')) onFinished()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  practice.setReceiver(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`)
  const took: number[] = []
  for (let nth = 0; nth < taps; nth++) {
    const finished = new Promise<void>((resolve) => (onFinished = resolve))
    const item = { type: 'product', storeId: practice.storeId, productId: 'P101' }
    const at = performance.now()
    const response = await fetch(`${practice.v1}/updateStock`, {
      method: 'POST',
      headers: { authorization: `Bearer ${practice.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...item, ...(nth % 2 === 0 ? { stock: 0 } : { deleteItem: true }) }),
    })
    if (!response.ok) throw new Error(`answered ${String(response.status)}`)
    await finished
    took.push(performance.now() - at)
  }
  practice.setReceiver(null)
  await practice.eventsSettled()
  server.closeAllConnections()
  server.close()
  return took
}

/**
 * The times from each tap on a switch to the frame that shows the platform's confirmation, in ms.
 */
async function tapAll(browser: Browser, ui: string): Promise<number[]> {
  const { page, close } = await openBoardPage(browser, ui)
  await page.goto(boardUrl(ui))
  // A switch in the middle of the screen, so that nothing scrolls and no bar covers it.
  const own = page.getByRole('switch').nth(2)
  const took = () => page.evaluate<number[]>('boardBench.confirmed')
  for (let nth = 1; nth <= taps; nth++) {
    const box = await own.boundingBox()
    if (box === null) throw new Error('no switch in sight')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    // The page's policy runs no script from text, so this asks from outside.
    const at = performance.now()
    while ((await took()).length < nth) {
      if (performance.now() - at > patienceMs)
        throw new Error(`tap ${String(nth)} stays unconfirmed`)
      await pause(50)
    }
  }
  const all = await took()
  await close()
  return all
}

const shares = [50, 95]
const nameOf = (share: number): string => `86 tap to "confirmed" on the screen, p${String(share)}`

export const confirmedLines = shares.map((share): Line => ({
  name: nameOf(share),
  unit: 'ms',
  measures: `From a tap on a switch of the 86 board to the frame that says the platform confirmed it; ${String(processMs)} ms are the practice platform's own delay.`,
  floor: 'a bare client that posts the change, and a bare receiver of the event that confirms it',
  aim: maxOurs(1_000, 'ms'),
}))

/** Tap to "confirmed" on the screen. The floor has no screen, no database and no outbox. */
export async function confirmed(browser: Browser): Promise<Record<string, Measured>> {
  const platform = await smallPlatform()
  const bare = await showBare(platform.practice)
  const web = await startBoard(platform)
  const took = await tapAll(browser, web.ui)
  await web.end()
  await platform.close()
  return Object.fromEntries(
    shares.map((share) => {
      const [floor, ours] = [bare, took].map((all) => [percentile(all, share / 100)])
      return [nameOf(share), { floor: floor ?? [], ours: ours ?? [], note: `${String(taps)} taps` }]
    }),
  )
}
