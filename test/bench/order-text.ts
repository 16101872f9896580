import { orderEvent } from '#test/support/order-event.ts'

/** The approximate size of an order of the platform (README.md in this folder). */
const bytes = 5_000

const place = '{id}'
const template = (() => {
  const event = orderEvent('order-created-delivery', {
    eventId: `evt-${place}`,
    orderId: `ord-${place}`,
    code: place,
    date: new Date().toISOString(),
  })
  const pad = bytes - Buffer.byteLength(JSON.stringify(event))
  event.data.order.orderParams = { pad: 'x'.repeat(Math.max(0, pad)) }
  return JSON.stringify(event).split(place)
})()

/** A new order of about 5 KB as JSON; `id` is part of its ids and its code. */
export const orderText = (id: string): string => template.join(id)
