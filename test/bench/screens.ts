import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { HostEvent } from '#contract/index.ts'
import { keyHeader } from '#test/support/web-process.ts'
import { keepTickets } from './alike.ts'
import { maxOurs, percentile, maxRatio, type Part } from './figure.ts'
import { openOrders, postAtRate } from './poster.ts'
import { startBuilt, startFloor, type Subject } from './subject.ts'

export const plan = { perSecond: 50, seconds: 4, ending: false }
const count = 8
const lastMs = 1_000

/** When each code first arrives in an event stream. */
export function recordCodes(response: IncomingMessage): Map<string, number> {
  const received = new Map<string, number>()
  const lines = createInterface(response)
  // The connection breaks at the end of the round.
  lines.on('error', () => undefined)
  lines.on('line', (line) => {
    if (!line.startsWith('data: ')) return
    const at = performance.timeOrigin + performance.now()
    const event = JSON.parse(line.slice('data: '.length)) as HostEvent
    if (event.type !== 'tickets.changed') return
    for (const { code } of event.tickets) if (!received.has(code)) received.set(code, at)
  })
  return received
}

type Listening = Awaited<ReturnType<typeof openScreen>>

/** Posts orders while screens listen: the p99 to all of them in ms, and how many never arrived. */
export async function postTo(subject: Subject, screens: readonly Listening[], run: string) {
  const postedAt = await postAtRate(subject, { ...plan, run })
  await pause(lastMs)
  const took: number[] = []
  let lost = 0
  for (const { received, close } of screens) {
    for (const [code, at] of postedAt) {
      const receivedAt = received.get(code)
      if (receivedAt === undefined) lost += 1
      else took.push(receivedAt - at)
    }
    close()
  }
  return { p99: percentile(took, 0.99), lost }
}

/** A screen without a page: records when each code first arrives. */
export async function openScreen(
  ui: string,
): Promise<{ received: Map<string, number>; close(): void }> {
  const request = get(`${ui}events`, { agent: false, headers: keyHeader(ui) })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return {
    received: recordCodes(response),
    close() {
      request.destroy()
    },
  }
}

/**
 * The times from each post to each screen in ms, and how many orders some screen never received.
 */
export async function round(
  subject: Subject,
  many: number,
): Promise<{ p99: number; lost: number }> {
  const screens = await Promise.all(Array.from({ length: many }, () => openScreen(subject.ui)))
  const outcome = await postTo(subject, screens, `${String(many)}-screens`)
  await subject.end()
  return outcome
}

const eight = '8 screens at 50 orders/s, p99'
const bare = '  of the floor, p99'
const lost = '  orders that did not reach every screen'

/** Eight screens of one kitchen. */
export const screens: Part = {
  rounds: 2,
  lines: [
    {
      name: eight,
      unit: 'ms',
      measures: 'From the POST of a new order to the socket of each screen.',
      floor: 'ours with one screen',
      aim: maxRatio(2),
    },
    {
      name: bare,
      unit: 'ms',
      measures: 'Ours with eight screens, compared with another floor.',
      floor: 'the host of the wallPage floor with eight screens',
      aim: null,
    },
    {
      name: lost,
      unit: 'orders',
      measures: 'Sum over all screens of a round.',
      floor: null,
      aim: maxOurs(0, 'orders'),
    },
  ],
  async measure(rounds) {
    const p99s: { floor: number[]; one: number[]; eight: number[] } = {
      floor: [],
      one: [],
      eight: [],
    }
    const missing: number[] = []
    const model = await startBuilt()
    await openOrders(model, 1)
    const screen = { cards: 0, tickets: await keepTickets(model) }
    await model.end()
    for (let nth = 0; nth < rounds; nth++) {
      p99s.floor.push((await round(await startFloor({ screen }), count)).p99)
      const one = await round(await startBuilt(), 1)
      const all = await round(await startBuilt(), count)
      p99s.one.push(one.p99)
      p99s.eight.push(all.p99)
      missing.push(one.lost + all.lost)
    }
    return {
      [eight]: { floor: p99s.one, ours: p99s.eight },
      [bare]: { floor: p99s.floor, ours: p99s.eight },
      [lost]: {
        floor: [],
        ours: missing,
        note: `${String(plan.perSecond * plan.seconds)} to each`,
      },
    }
  },
}
