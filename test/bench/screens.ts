import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { HostEvent } from '#contract/operations.ts'
import { median, percentile, type Figure } from './figure.ts'
import { postAtRate } from './poster.ts'
import { startBuilt, startFloor, type Subject } from './subject.ts'

const plan = { perSecond: 50, seconds: 8, ending: false }

/** A screen without a page: notes when it first hears of each code. */
async function openScreen(ui: string): Promise<{ heard: Map<string, number>; close(): void }> {
  const heard = new Map<string, number>()
  const request = get(`${ui}events`, { agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const lines = createInterface(response)
  // The line breaks when the round is over.
  lines.on('error', () => undefined)
  lines.on('line', (line) => {
    if (!line.startsWith('data: ')) return
    const at = performance.timeOrigin + performance.now()
    const event = JSON.parse(line.slice('data: '.length)) as
      | HostEvent
      | { type: 'ecommerce.order.created'; data: { order: { code: string } } }
    const codes =
      event.type === 'tickets.changed'
        ? event.tickets.map(({ code }) => code)
        : event.type === 'ecommerce.order.created'
          ? [event.data.order.code]
          : []
    for (const code of codes) if (!heard.has(code)) heard.set(code, at)
  })
  return {
    heard,
    close() {
      request.destroy()
    },
  }
}

/** What came over: milliseconds from each post to each screen, and how many orders some screen never heard of. */
async function round(subject: Subject, count: number): Promise<{ took: number[]; lost: number }> {
  const screens = await Promise.all(Array.from({ length: count }, () => openScreen(subject.ui)))
  const postedAt = await postAtRate(subject, { ...plan, run: `${count}-screens` })
  await pause(2_000)
  const took: number[] = []
  let lost = 0
  for (const { heard, close } of screens) {
    for (const [code, at] of postedAt) {
      const heardAt = heard.get(code)
      if (heardAt === undefined) lost += 1
      else took.push(heardAt - at)
    }
    close()
  }
  await subject.end()
  return { took, lost }
}

const rounds = 3

/** Eight screens at 50 orders a second: from the post to each screen's socket. */
export async function screens(): Promise<Figure[]> {
  const p99s: { floor: number[]; one: number[]; eight: number[] } = {
    floor: [],
    one: [],
    eight: [],
  }
  let lost = 0
  for (let nth = 0; nth < rounds; nth++) {
    const bare = await round(await startFloor(), 8)
    const one = await round(await startBuilt(), 1)
    const eight = await round(await startBuilt(), 8)
    p99s.floor.push(percentile(bare.took, 0.99))
    p99s.one.push(percentile(one.took, 0.99))
    p99s.eight.push(percentile(eight.took, 0.99))
    lost += one.lost + eight.lost
  }
  const [floor, one, ours] = [median(p99s.floor), median(p99s.one), median(p99s.eight)]
  return [
    {
      name: '8 screens at 50 orders/s, p99',
      unit: 'ms',
      floor,
      ours,
      aim: { words: '<= 2 x one screen', met: ours <= 2 * one },
      note: `one screen: ${one.toFixed(1)} ms`,
    },
    {
      name: '8 screens at 50 orders/s, lost',
      unit: 'orders',
      floor: null,
      ours: lost,
      aim: { words: '0', met: lost === 0 },
      note: `${plan.perSecond * plan.seconds} orders to each, ${rounds} times`,
    },
  ]
}
