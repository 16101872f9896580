import { measurePolling } from '#test/support/polling-day.ts'
import { maxOurs, type Line, type Measured, type Part } from './figure.ts'

const minutes = 20
const sizes = [50, 500, 2_000]
const aims = { alone: { requests: 6, kilobytes: 500 }, proven: { requests: 3, kilobytes: 100 } }

interface Case {
  orders: number
  events: boolean
  requests: Line
  bytes: Line
}

const cases: Case[] = sizes.flatMap((orders) =>
  [false, true].map((events): Case => {
    const name = `polling, ${orders.toLocaleString('en')} orders, ${events ? 'with' : 'without'} events`
    // The goals are for a store with 500 orders in twelve hours.
    const aim = orders === 500 ? aims[events ? 'proven' : 'alone'] : null
    return {
      orders,
      events,
      requests: {
        name: `${name}: requests`,
        unit: '/min',
        measures: `Requests for the order list, counted over ${String(minutes)} minutes of the poller's own clock.`,
        floor: null,
        aim: aim && maxOurs(aim.requests, '/min'),
      },
      bytes: {
        name: `${name}: bytes`,
        unit: 'KB/min',
        measures: 'Bytes of these requests and answers, with answers in gzip.',
        floor: 'each new or changed order once, in gzip',
        aim: aim && maxOurs(aim.kilobytes, 'KB/min'),
      },
    }
  }),
)

/** The cost of polling: counted, not timed, so one round is enough. */
export const polling: Part = {
  rounds: null,
  lines: cases.flatMap(({ requests, bytes }) => [requests, bytes]),
  async measure() {
    const measured: Record<string, Measured> = {}
    for (const { orders, events, requests, bytes } of cases) {
      const packing = { encodings: ['gzip'] as const }
      const figures = await measurePolling({ orders, events, packing, minutes })
      measured[requests.name] = { floor: [], ours: [figures.requests] }
      measured[bytes.name] = { floor: [figures.newBytes / 1000], ours: [figures.bytes / 1000] }
    }
    return measured
  },
}
