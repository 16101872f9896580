import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { startFleetProcess } from '#test/support/nats/relay-process.ts'
import { listStores, publishStatuses } from '#test/support/nats/many-stores.ts'
import { openTestChain } from '#test/support/nats/test-chain.ts'
import { tasksAfter } from './main-thread.ts'
import { freshFolder } from './subject.ts'
import { openBrowser } from './wall-page.ts'

const stores = 2_000
const watch = join(import.meta.dirname, 'watch-fleet.js')
const rates = (process.env['RATES'] ?? '1,6').split(',').map(Number)
const folder = freshFolder()
const chain = await openTestChain(folder)
const key = listStores(chain, stores)
const server = await startFleetProcess(chain.relayPath)
while (!(await fetch(`${server.url}health`)).ok) await pause(50)
await publishStatuses(chain, 0, stores)
await pause(2500)
const browser = await openBrowser()
const show = (tasks: { begin: number; duration: number }[]): string =>
  tasks.filter(({ begin, duration }) => begin >= 0 && duration > 20).toSorted((a, b) => b.duration - a.duration).slice(0, 8)
    .map(({ begin, duration }) => `${begin.toFixed(0)}:${duration.toFixed(0)}`).join(' ')
for (const rate of rates)
  for (let nth = 0; nth < Number(process.env['ROUNDS'] ?? 2); nth++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
    await context.addInitScript({ path: watch })
    await context.request.post(`${server.url}login`, { data: { key } })
    const page = await context.newPage()
    page.on('pageerror', (e) => console.log('ERR', e.message))
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate })
    await page.goto(new URL('nothing-here', server.url).href)
    const profiling = process.env['CPU'] !== undefined
    if (profiling) { await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 500 }); await cdp.send('Profiler.start') }
    let took: number | null = null
    const [tasks = []] = await tasksAfter(browser, page, 'bench-begin', async () => {
      await page.goto(server.url, { waitUntil: 'commit' })
      while (took === null) { await pause(100); took = await page.evaluate<number | null>('fleetBench.firstRowMs') }
      await pause(2_000 + 400 * rate)
    })
    if (profiling) { const { profile } = await cdp.send('Profiler.stop'); writeFileSync(`/tmp/prof/x${rate}-${nth}.cpuprofile`, JSON.stringify(profile)) }
    const [streamed = []] = await tasksAfter(browser, page, 'bench-stream', async () => {
      await page.evaluate(`void performance.mark('bench-stream')`)
      for (let beat = 0; beat < 100; beat++) { await publishStatuses(chain, (beat * 7) % 1_990, ((beat * 7) % 1_990) + 7); await pause(100) }
    })
    console.log(`x${rate} first row ${Math.round(took ?? 0)} ms; opening ${show(tasks)}; streaming ${show(streamed)}`)
    await context.close()
  }
await browser.close()
await server.end('SIGTERM')
await chain.close()
