import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Figure } from './figure.ts'
import { openOrders, postFast } from './poster.ts'
import { callWeb } from '#test/support/web-process.ts'
import type { Status } from '#contract/status.ts'
import { compiled, startBuilt, type Subject } from './subject.ts'

const open = 300
const events = 100_000
const megabyte = 1024 * 1024

interface Memory {
  rss: number
  heapUsed: number
}

/** Waits until everything that arrived has been read, then lets the host come to rest. */
async function atRest(subject: Subject): Promise<Memory> {
  const status = (await callWeb(subject.ui, 'status.read', {})) as Status
  if (status.inbox.unread > 0) throw new Error(`${status.inbox.unread} events could not be read`)
  await pause(3_000)
  return (await subject.ask('memory')) as Memory
}

/**
 * Memory of the host with 300 orders open: at rest, after 100,000 events (each order comes, and is handed over a
 * little later), and after half as many again.
 */
export async function memory(): Promise<Figure[]> {
  const host = await startBuilt({
    nodeArgs: ['--expose-gc', '--import', pathToFileURL(compiled('probe.ts')).href],
    channel: true,
  })
  try {
    await openOrders(host, open)
    const idle = await atRest(host)
    await postFast(host, { events, run: 'first' })
    const after = await atRest(host)
    await postFast(host, { events: events / 2, run: 'more' })
    const later = await atRest(host)
    const figure = (name: string, before: number, now: number, words: string, most: number) => ({
      name,
      unit: 'MB',
      floor: before / megabyte,
      ours: now / megabyte,
      aim: { words, met: now / before <= most },
    })
    return [
      figure('memory after 100,000 events, RSS', idle.rss, after.rss, '<= 1.5 of idle', 1.5),
      figure('  its heap', idle.heapUsed, after.heapUsed, '<= 1.5 of idle', 1.5),
      figure('memory after 50,000 more, RSS', after.rss, later.rss, 'flat (<= 1.1)', 1.1),
      figure('  its heap', after.heapUsed, later.heapUsed, 'flat (<= 1.1)', 1.1),
    ]
  } finally {
    await host.end()
  }
}
