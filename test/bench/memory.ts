import { setTimeout as pause } from 'node:timers/promises'
import type { Status } from '#contract/status/status.ts'
import { callWeb } from '#test/support/web-process.ts'
import { maxRatio, type Line, type Part } from './figure.ts'
import { openOrders, postFast } from './poster.ts'
import { startBuilt, withProbe, type Subject } from './subject.ts'

const open = 300
const events = 100_000
const more = 25_000
const megabyte = 1024 * 1024
const settleMs = 3_000

/** Megabytes. */
interface Memory {
  rss: number
  heap: number
}

/** Waits until everything that arrived is read and the host is idle. */
async function atRest(subject: Subject): Promise<Memory> {
  const status = (await callWeb(subject.ui, 'status.get', {})) as Status
  if (status.inbox.unread > 0) throw new Error(`${status.inbox.unread} events could not be read`)
  await pause(settleMs)
  const { rss, heapUsed } = (await subject.ask('memory')) as { rss: number; heapUsed: number }
  return { rss: rss / megabyte, heap: heapUsed / megabyte }
}

const line = (name: string, text: { measures: string; floor: string; max: number }): Line => ({
  name,
  unit: 'MB',
  measures: text.measures,
  floor: text.floor,
  aim: maxRatio(text.max),
})

const [afterHeap, afterRss, laterHeap, laterRss] = [
  'heap of the host after 100,000 events',
  '  its resident memory',
  'heap of the host after 25,000 more',
  '  its resident memory then',
]
const first = {
  measures:
    'After a full garbage collection. Each order arrives and is handed over; 300 others stay open.',
  floor: 'the same host, idle',
  max: 1.3,
}
const again = { ...first, floor: 'the same host after the first 100,000', max: 1.1 }

/** Whether the host stays as small as at its start. */
export const memory: Part = {
  rounds: null,
  lines: [
    line(afterHeap, first),
    line(afterRss, { ...first, measures: 'Resident memory at that moment.' }),
    line(laterHeap, again),
    line(laterRss, { ...again, measures: 'Resident memory at that moment.' }),
  ],
  async measure() {
    const host = await startBuilt(withProbe())
    await openOrders(host, open)
    const idle = await atRest(host)
    await postFast(host, { events, run: 'first' })
    const after = await atRest(host)
    await postFast(host, { events: more, run: 'more' })
    const later = await atRest(host)
    await host.end()
    return {
      [afterHeap]: { floor: [idle.heap], ours: [after.heap] },
      [afterRss]: { floor: [idle.rss], ours: [after.rss] },
      [laterHeap]: { floor: [after.heap], ours: [later.heap] },
      [laterRss]: { floor: [after.rss], ours: [later.rss] },
    }
  },
}
