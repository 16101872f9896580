import {
  createDialect,
  EvenPace,
  eachItem,
  everyMovementOf,
  everyTabPayment,
  exportedLoyaltyClients,
  parseEvent,
  platformOperations,
  type Connection,
  type PageStart,
} from './index.ts'

const { readMe, sendPreparationReady, updateStock } = platformOperations

/** A connection is plain data. The pace is shared by all lists that are read over it. */
export const connect = (v3Url: string, v1Url: string, token: string): Connection => ({
  v3Url,
  v1Url,
  tabsUrl: null,
  token,
  channelToken: null,
  dialect: createDialect(),
  pace: new EvenPace({ requestsPerSecond: 5 }),
})

/** A call never throws: its failure is an answer, and says whether anything was sent. */
export async function storesOf(connection: Connection): Promise<string> {
  const me = await readMe(connection, {}, { retries: 3, answerWithinMs: 5000 })
  if (me.ok) return me.value.stores.map(({ name }) => name ?? '?').join(', ')
  const { kind, status, message } = me.failure
  return `${kind} ${status ?? ''} ${message}`
}

/** What writes is sent once. Unless it certainly did not leave, or was refused, it may have happened: look before sending again. */
export async function ready(connection: Connection, orderId: string): Promise<boolean | 'unknown'> {
  const answer = await sendPreparationReady(connection, { params: { orderId } })
  if (answer.ok) return true
  const { kind, status } = answer.failure
  const isNo = kind === 'answered' && status !== null && status < 500
  return kind === 'invalid' || kind === 'not-sent' || isNo ? false : 'unknown'
}

/** A change of stock names each item that was at fault. */
export async function sellOut(connection: Connection, storeId: string, productId: string) {
  const body = { type: 'product', storeId, productId, stock: 0 } as const
  const answer = await updateStock(connection, { body })
  return answer.ok ? answer.value.processId : (answer.failure.itemErrors ?? answer.failure.message)
}

/** Items, one by one. The failure comes in the same loop, so that half of a list is never a sum. */
export async function sumOfPayments(connection: Connection, storeId: string, day: string) {
  let sum = 0
  const range = { from: `${day}T00:00:00-03:00`, to: `${day}T23:59:59-03:00` }
  for await (const payment of eachItem(everyTabPayment(connection, storeId, range))) {
    if (!payment.ok) throw new Error(payment.failure.message)
    const { amount, tipAmount, voidedAt } = payment.value
    if (voidedAt == null) sum += (amount ?? 0) + (tipAmount ?? 0)
  }
  return sum
}

/** Parts of a list tell how far it is, what could not be read, and where to go on after a failure. */
export async function copyPayments(
  connection: Connection,
  storeId: string,
  keep: (ids: string[], at: PageStart | null) => void,
  start: PageStart | null,
  signal: AbortSignal,
) {
  for await (const part of everyTabPayment(connection, storeId, {}, { start, signal })) {
    if (!part.ok) return { goOnFrom: part.resume, because: part.failure.kind }
    keep(
      part.value.map(({ _id }) => _id),
      part.resume,
    )
    if (part.complete !== null) return { all: part.complete, unreadable: part.progress.leftOut }
  }
  return null
}

/** All clients, by keyset: the same little memory for a hundred and for a million. */
export async function pointsInHand(connection: Connection): Promise<number> {
  let points = 0
  for await (const part of exportedLoyaltyClients(connection)) {
    if (!part.ok) throw new Error(part.failure.message)
    for (const { pointsBalance } of part.value) points += pointsBalance ?? 0
  }
  return points
}

/** One guest's movements. There is another function for everybody's, so that a missing id cannot ask for them. */
export async function movementsOf(connection: Connection, guest: string): Promise<number> {
  let count = 0
  for await (const movement of eachItem(everyMovementOf(connection, guest))) {
    if (!movement.ok) throw new Error(movement.failure.message)
    count += 1
  }
  return count
}

/** What a webhook brought. An event of a type that nobody knows is one, too. */
export function describeEvent(connection: Connection, body: unknown): string {
  const event = parseEvent(body, connection.dialect)
  if (!event.ok) return `not an event: ${event.error.detail ?? ''}`
  return event.value.kind === 'order' ? `order ${event.value.orderId}` : event.value.kind
}
