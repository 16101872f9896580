import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveRooms } from '../rooms.fixture.ts'
import { Effects } from '../effects.ts'
import { SalesChannel, ChannelOperations } from './sales-channel.ts'

let effects: Effects
let channel: SalesChannel
let area: Awaited<ReturnType<typeof serveRooms>>
beforeEach(async () => {
  effects = new Effects()
  channel = new SalesChannel({ effects })
  area = await serveRooms(new ChannelOperations(channel))
})
afterEach(() => area.close())

const complete = async (body: unknown, id = 'tsc-practice') =>
  area.send('PUT', `/${id}/complete-order`, body)
const refusal = (error: string) => ({
  success: false,
  error: { error, message: expect.any(String) as unknown },
})

test('an order is completed and answered bare, again and again the same, every effect counted', async () => {
  expect(channel.isComplete('web-1001')).toBe(false)
  const first = await complete({ integrationOrderId: 'web-1001' })
  const tabId: unknown = expect.stringMatching(/^tab-\w{12}$/)
  expect(first).toEqual({
    status: 200,
    body: { order: { tabId, integrationOrderId: 'web-1001' } },
  })
  expect(channel.isComplete('web-1001')).toBe(true)
  expect(await complete({ integrationOrderId: 'web-1001' })).toEqual(first)
  expect(effects.list()).toEqual([{ operation: 'complete-order', subject: 'web-1001', count: 2 }])
})

test('an order put in can be completed, and is put in once', async () => {
  expect((await complete({ integrationOrderId: 'kiosk-7' })).status).toBe(404)
  const order = channel.inject('kiosk-7')
  expect(channel.inject('kiosk-7')).toEqual(order)
  expect((await complete({ integrationOrderId: 'kiosk-7' })).body).toEqual({ order })
  expect(order.tabId).not.toBe(channel.inject('web-1001').tabId)
})

test.each([
  ['an order nobody knows', 404, { integrationOrderId: 'web-9' }, 'tsc-practice'],
  ['a channel nobody knows', 404, { integrationOrderId: 'web-1001' }, 'tsc-other'],
  ['no order', 400, {}, 'tsc-practice'],
  ['an empty order', 400, { integrationOrderId: '' }, 'tsc-practice'],
  ['a number', 400, { integrationOrderId: 1001 }, 'tsc-practice'],
  ['a field beside it', 400, { integrationOrderId: 'web-1001', tabId: 'x' }, 'tsc-practice'],
  ['no JSON', 400, 'web-1001', 'tsc-practice'],
] as const)('%s is refused with %i', async (_name, status, body, id) => {
  expect(await complete(body, id)).toEqual({
    status,
    body: refusal(status === 404 ? 'not-found' : 'error'),
  })
  expect(effects.list()).toEqual([])
})
