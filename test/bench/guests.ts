import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { GuestExport } from '#contract/guests/guests.ts'
import { createDialect } from '#platform/dialect.ts'
import { callWeb, type Connected } from '#test/support/web-process.ts'
import { maxRatio, type Measured, type Part } from './figure.ts'
import { list, listLines } from './guests-list.ts'
import { startBuilt, withProbe } from './subject.ts'

const clients = 100_000
const megabyte = 1024 * 1024

interface Platform extends Connected {
  end(): void
}

/** A practice platform in its own process with this many clients. */
async function startPlatform(): Promise<Platform> {
  const program = join(import.meta.dirname, '../../electron/cli/kitchen-pass.ts')
  const flags = ['practice', '--clients', String(clients), '--orders-per-minute', '0']
  const child = spawn(process.execPath, [program, ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { ...(JSON.parse(line) as Connected), end: () => void child.kill() }
}

/** The same pages with bare fetch, each parsed for the next cursor and dropped; in ms. */
async function fetchAll({ v3, token }: Connected): Promise<number> {
  const { exportCursorParameter, exportPageSizeParameter } = createDialect()
  const began = performance.now()
  let cursor: string | null = null
  do {
    const query = new URLSearchParams({ [exportPageSizeParameter]: '1000' })
    if (cursor !== null) query.set(exportCursorParameter, cursor)
    const answer: Response = await fetch(`${v3}/royalty/clients-export?${query.toString()}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { data } = (await answer.json()) as { data: { nextLastSeenId: string | null } }
    cursor = data.nextLastSeenId
  } while (cursor !== null)
  return performance.now() - began
}

/** From the first request to the last byte on the disk, in ms. */
async function exportAll(ui: string): Promise<number> {
  await callWeb(ui, 'guests.export', { path: null })
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const { job: reported } = (await callWeb(ui, 'guests.exportState', {})) as GuestExport
    if (reported.state === 'stopped') throw new Error(reported.error?.code)
    if (reported.state === 'done' && reported.endedAt !== null)
      return Date.parse(reported.endedAt) - Date.parse(reported.startedAt)
  }
}

const took = 'export of 100,000 guests'
const heap = '  heap of the host after it'

/** The cost of exporting all guests to a file, of showing them, and of finding one. */
export const guests: Part = {
  rounds: 2,
  lines: [
    {
      name: took,
      unit: 'ms',
      measures: 'Fetches all clients page by page, writes them to a file and flushes it.',
      floor: 'fetches and parses the same pages, and drops them',
      aim: maxRatio(1.3),
    },
    {
      name: heap,
      unit: 'MB',
      measures: 'After a full garbage collection.',
      floor: 'the same host after an earlier export of 100,000 guests',
      aim: maxRatio(1.1),
    },
    ...listLines,
  ],
  async measure(rounds) {
    let exported: Record<string, Measured>
    const platform = await startPlatform()
    const host = await startBuilt({ ...withProbe(), connected: platform })
    try {
      const settings = (await callWeb(host.ui, 'settings.get', {})) as object
      await callWeb(host.ui, 'settings.change', { ...settings, requestsPerSecond: 50 })
      const used = async (): Promise<number> =>
        ((await host.ask('memory')) as { heapUsed: number }).heapUsed / megabyte
      // Both are warm before the measurement.
      await fetchAll(platform)
      await exportAll(host.ui)
      const floor: number[] = []
      const ours: number[] = []
      const before: number[] = []
      const after: number[] = []
      for (let nth = 0; nth < rounds; nth++) {
        before.push(await used())
        floor.push(await fetchAll(platform))
        ours.push(await exportAll(host.ui))
        after.push(await used())
      }
      exported = { [took]: { floor, ours }, [heap]: { floor: before, ours: after } }
    } finally {
      await host.end()
      platform.end()
    }
    return { ...exported, ...(await list(rounds)) }
  },
}
