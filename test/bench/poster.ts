import { setTimeout as pause } from 'node:timers/promises'
import type { Ticket, TicketsSnapshot } from '#contract/tickets/ticket.ts'
import type { Order } from '#platform/order.ts'
import { statusEvent, type OrderEventBody } from '#test/support/order-event.ts'
import { callWeb } from '#test/support/web-process.ts'
import { orderText } from './order-text.ts'
import type { Subject } from './subject.ts'

const minute = 60_000

/** Posts one event; throws if the answer is not 200. */
export async function post({ webhook, token }: Subject, body: string): Promise<void> {
  const response = await fetch(webhook, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  })
  await response.text()
  if (response.status !== 200) throw new Error(`answered ${response.status}`)
}

function reported(id: string, request: Partial<Order>): OrderEventBody {
  const event = JSON.parse(orderText(id)) as OrderEventBody
  Object.assign(event.data.order, request)
  return event
}

const handedOver = (event: OrderEventBody): string =>
  JSON.stringify(
    statusEvent({
      ...event,
      eventId: `${event.eventId}-done`,
      date: new Date().toISOString(),
      data: { order: { ...event.data.order, orderStatus: 'done' } },
    }),
  )

/**
 * Orders that stay open in a web shell, promised in 50 minutes and later, a second apart: their
 * clocks count seconds, as they do under an hour, and none becomes late. Resolves once all are
 * tickets, because an order is acknowledged before it is read.
 */
export async function openOrders(subject: Subject, count: number): Promise<void> {
  const at = Date.now()
  for (let nth = 0; nth < count; nth += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, count - nth) }, (_, more) => {
        const deliverAt = new Date(at + 50 * minute + (nth + more) * 1000).toISOString()
        return post(subject, JSON.stringify(reported(`open-${nth + more}`, { deliverAt })))
      }),
    )
  while ((await openTickets(subject)).length < count) await pause(100)
}

export async function openTickets({ ui }: Subject): Promise<Ticket[]> {
  return ((await callWeb(ui, 'tickets.list', {})) as TicketsSnapshot).tickets
}

/** Code → when its order was posted, epoch milliseconds. */
export type PostedAt = Map<string, number>

/** Every order of a beat is promised shortly before all earlier ones. */
let nextPromise = Date.now() + 45 * minute
const promiseStepMs = 50
/** How long the last order stays on the screen, in ms. */
const lastMs = 800

/**
 * Posts `perSecond` events for `seconds` in a steady beat, however slow the answers are. Each new
 * order is promised before all others, so it must be visible at once. With `ending` every other
 * event hands over the order of a second ago, so that the number of open orders stays the same; the
 * others are handed over at the end.
 */
export async function postAtRate(
  subject: Subject,
  plan: { perSecond: number; seconds: number; ending: boolean; run: string },
): Promise<PostedAt> {
  const { perSecond, seconds, ending, run } = plan
  const postedAt: PostedAt = new Map()
  const open: OrderEventBody[] = []
  const answers: Promise<void>[] = []
  const started = performance.now()
  for (let nth = 0; nth < perSecond * seconds; nth++) {
    const wait = (nth * 1000) / perSecond - (performance.now() - started)
    if (wait > 0) await pause(wait)
    const oldest = ending && nth % 2 === 1 && open.length > perSecond / 2 ? open.shift() : undefined
    if (oldest !== undefined) {
      answers.push(post(subject, handedOver(oldest)))
      continue
    }
    const code = `${run}-${nth}`
    nextPromise -= promiseStepMs
    const deliverAt = new Date(nextPromise).toISOString()
    const event = reported(code, { deliverAt })
    open.push(event)
    const body = JSON.stringify(event)
    postedAt.set(code, performance.timeOrigin + performance.now())
    answers.push(post(subject, body))
  }
  await Promise.all(answers)
  // The last ones also need a moment on the screen.
  await pause(lastMs)
  await Promise.all(open.map((event) => post(subject, handedOver(event))))
  return postedAt
}

/**
 * Posts this many events over several connections, as fast as they are answered: orders that arrive
 * and soon leave.
 */
export async function postFast(
  subject: Subject,
  { events, run }: { events: number; run: string },
): Promise<void> {
  let posted = 0
  async function connection(): Promise<void> {
    while (posted < events) {
      posted += 2
      const event = reported(`${run}-${posted}`, {})
      await post(subject, JSON.stringify(event))
      await post(subject, handedOver(event))
    }
  }
  await Promise.all(Array.from({ length: 8 }, connection))
}
