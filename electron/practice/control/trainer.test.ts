import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startReceiver } from '../events/receiver.fixture.ts'
import type { MenuPayload } from '../menu/payload.ts'
import { startPractice, type Practice } from '../platform.ts'
import type { ControlState } from './render-state.ts'
import { messages } from './messages/index.ts'

const anyText: unknown = expect.any(String)
let practice: Practice
beforeEach(async () => {
  practice = await startPractice({ processMs: 5 })
})
afterEach(() => practice.close())

async function press(action: string) {
  const response = await fetch(`${practice.control}control/${action}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
  })
  return (await response.json()) as { done?: string; refused?: string; sentence: string }
}

async function state() {
  const response = await fetch(`${practice.control}control/state`)
  return (await response.json()) as ControlState & { html: string }
}

const me = () =>
  fetch(`${practice.v3}/api/me`, { headers: { authorization: `Bearer ${practice.token}` } })
const pending = () => practice.orders().filter(({ orderStatus }) => orderStatus === 'pending')

describe('an action is real', () => {
  test.each([
    ['calm-rush', 3],
    ['busy-rush', 8],
    ['full-rush', 20],
  ])('%s opens the store and goes on at its rate; stop-rush stops it', async (action, rate) => {
    expect(await press(action)).toMatchObject({ done: action })
    expect(practice.orders()).toHaveLength(6)
    expect((await state()).rush).toBe(rate)
    await press('busy-rush')
    expect(practice.orders()).toHaveLength(6)
    await press('stop-rush')
    expect((await state()).rush).toBeNull()
  })

  test('orders are placed, changed and cancelled, the newest first', async () => {
    expect(await press('place-order')).toEqual({
      done: 'place-order',
      code: '1001',
      sentence: 'Order 1001 was placed.',
    })
    await press('place-order')
    const [newest] = practice.orders()
    expect(await press('change-order')).toMatchObject({ code: newest?.code })
    expect(practice.orders()[0]?.items).not.toEqual(newest?.items)
    await press('cancel-order')
    expect(practice.orders().map(({ orderStatus }) => orderStatus)).toEqual([
      'cancelled',
      'pending',
    ])
  })

  test('a driver is sent and lost, and the order looks for another', async () => {
    const { _id } = await practice.placeOrder({ deliveryType: 'delivery' })
    await practice.placeOrder({ deliveryType: 'go' })
    const driver = () =>
      practice.orders().find((order) => order._id === _id)?.deliveries[0]?.driverInformation
    expect(await press('lose-driver')).toMatchObject({ refused: 'no-driver' })
    expect(await press('send-driver')).toMatchObject({ done: 'send-driver' })
    expect(driver()?.name).toEqual(anyText)
    expect(await press('send-driver')).toMatchObject({ refused: 'no-delivery' })
    expect(await press('lose-driver')).toMatchObject({ done: 'lose-driver' })
    expect(driver()).toBeNull()
  })

  test('the avocado is sold out in every store that has it, and comes back', async () => {
    const avocados = async () => {
      const headers = { authorization: `Bearer ${practice.token}` }
      const response = await fetch(`${practice.v3}/ecommerce/menu`, { headers })
      const { data } = (await response.json()) as { data: MenuPayload[] }
      return data.flatMap(({ options }) =>
        options.filter(({ name }) => name === 'Palta').map(({ available }) => available),
      )
    }
    expect(await avocados()).toEqual([true, true])
    await press('sell-out-avocado')
    await practice.eventsSettled()
    expect(await avocados()).toEqual([false, false])
    expect((await state()).avocadoSoldOut).toBe(true)
    await press('bring-back-avocado')
    await practice.eventsSettled()
    expect(await avocados()).toEqual([true, true])
  })

  test('the connection is cut for every interface but this page, and restored', async () => {
    await press('slow-down')
    await press('cut-line')
    for (const base of [practice.v3, practice.v1, practice.tabs]) {
      await expect(fetch(`${base}/anything`)).rejects.toThrow('fetch failed')
    }
    expect(await state()).toMatchObject({ lineCut: true, slow: true })
    await press('back-to-normal')
    expect((await me()).status).toBe(200)
    await press('cut-line')
    await press('repair-line')
    expect((await me()).status).toBe(200)
    expect(await state()).toMatchObject({ lineCut: false, slow: false, faults: [] })
  })

  test('the platform answers slowly, once and not twice, until all is back to normal', async () => {
    await press('slow-down')
    await press('slow-down')
    expect((await state()).faults).toEqual(['delay · 3000 ms'])
    await press('back-to-normal')
    expect((await me()).status).toBe(200)
  })

  test('a fault that a program ends is ended here too', async () => {
    await press('slow-down')
    await press('cut-line')
    practice.behave()
    expect(await state()).toMatchObject({ lineCut: false, slow: false })
  })

  test('events come late and doubled until everything is back to normal', async () => {
    const receiver = await startReceiver()
    practice.setReceiver(receiver.url)
    await press('disturb-events')
    expect((await state()).disturbed).toBe(true)
    for (let index = 0; index < 20; index += 1) await press('place-order')
    await practice.eventsSettled()
    expect(new Set(receiver.received.map(({ body }) => body.eventId)).size).toBe(20)
    expect(receiver.received.length).toBeGreaterThan(20)
    await press('back-to-normal')
    expect((await state()).disturbed).toBe(false)
    await receiver.close()
  })

  test('an action that is not possible is rejected with a sentence', async () => {
    for (const action of ['change-order', 'cancel-order', 'send-driver', 'lose-driver']) {
      const { refused, sentence } = await press(action)
      expect(refused, action).toEqual(anyText)
      expect(Object.values(messages.en.refused)).toContain(sentence)
    }
  })

  test('an unknown one is not found', async () => {
    const response = await fetch(`${practice.control}control/explode`, { method: 'POST' })
    expect(response.status).toBe(404)
    expect((await fetch(`${practice.control}control/place-order`)).status).toBe(404)
    expect(pending()).toEqual([])
  })
})

test('a cut connection recovers after 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await press('cut-line')
  vi.advanceTimersByTime(29_999)
  expect((await state()).lineCut).toBe(true)
  vi.advanceTimersByTime(1)
  expect((await state()).lineCut).toBe(false)
  vi.useRealTimers()
  expect((await me()).status).toBe(200)
})
