import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPractice, type Practice } from '../platform.ts'
import { type ControlState, chooseLanguage } from './render-state.ts'
import { messages } from './messages/index.ts'
import { actions } from './trainer.ts'

let practice: Practice
beforeEach(async () => {
  practice = await startPractice({ processMs: 5 })
})
afterEach(() => practice.close())

async function state() {
  const response = await fetch(`${practice.control}control/state`)
  return (await response.json()) as ControlState & { html: string }
}

const pending = () => practice.orders().filter(({ orderStatus }) => orderStatus === 'pending')

describe('the page', () => {
  const page = async (query = '', headers: Record<string, string> = {}) => {
    const response = await fetch(`${practice.control}${query}`, { headers })
    return { response, text: await response.text() }
  }

  test('has a button for every action, which works without its script', async () => {
    const { text } = await page()
    for (const action of actions) expect(text).toContain(`action="/control/${action}?lang=en"`)
    const pressed = await fetch(`${practice.control}control/place-order?lang=pt`, {
      method: 'POST',
      redirect: 'manual',
    })
    expect(pressed.status).toBe(303)
    expect(pressed.headers.get('location')).toBe('/?lang=pt')
    expect(pending()).toHaveLength(1)
  })

  test.each([
    ['', 'en-GB', 'en', 'Practice platform'],
    ['', 'es-CL,es;q=0.9,en;q=0.8', 'es', 'Plataforma de práctica'],
    ['?lang=pt', 'es-CL', 'pt', 'Plataforma de prática'],
    ['?lang=xx', 'yy, pt-BR;q=0.4, es;q=0.2', 'pt', 'Plataforma de prática'],
    ['', 'yy', 'en', 'Practice platform'],
  ])('%s with %s speaks %s', async (query, accepted, language, title) => {
    const { text } = await page(query, { 'accept-language': accepted })
    expect(text).toContain(`<html lang="${language}">`)
    expect(text).toContain(`<title>${title}</title>`)
  })

  test('says the same things in every language', () => {
    const keys = (value: object): unknown[] =>
      Object.entries(value).map(([key, inner]) =>
        typeof inner === 'object' ? [key, keys(inner as object)] : [key, inner !== ''],
      )
    for (const each of Object.values(messages)) expect(keys(each)).toEqual(keys(messages.en))
    expect(Object.keys(messages.en.labels)).toEqual([...actions])
    expect(chooseLanguage('__proto__')).toBe('en')
  })

  test('escapes what guests are called, here and in what it shows anew', async () => {
    await practice.placeOrder({ buyerName: '<img src=x onerror=alert(1)>' })
    practice.misbehave({ path: '<script>', kind: 'html' })
    for (const text of [(await page()).text, (await state()).html]) {
      expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
      expect(text).not.toContain('<img')
      expect(text).toContain('html · &lt;script&gt;')
    }
  })

  test('allows only its own style and script, and cannot be framed', async () => {
    const { response, text } = await page()
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/script-src 'self'; style-src 'self';/)
    expect(text).not.toMatch(/style=|<style|<script>|onclick/)
    for (const part of ['control/page.js', 'control/page.css']) {
      expect(text).toContain(`"/${part}"`)
      expect((await page(part)).response.status).toBe(200)
    }
  })

  test('shows what goes on inside', async () => {
    await practice.placeOrder({ buyerName: 'Ana', deliveryType: 'serve' })
    practice.misbehave({ path: '/orders', method: 'GET', kind: 'status', status: 503, every: 2 })
    practice.updateStockElsewhere({
      type: 'product',
      storeId: practice.storeId,
      productId: 'P101',
      stock: 3,
    })
    await practice.eventsSettled()
    expect(await state()).toMatchObject({
      rush: null,
      openOrders: 1,
      orders: [{ code: '1001', guest: 'Ana', kind: 'table', ready: false, driver: null }],
      events: { delivered: 0, givenUp: 0 },
      faults: ['status 503 · GET · /orders · 1/2'],
      effects: [
        {
          operation: 'update-stock',
          subject: `${practice.storeId} product:prd-hamburguesa-clasica`,
          count: 1,
        },
      ],
    })
  })
})

describe('only this machine may use the controls', () => {
  function statusOf(method: string, path: string, headers: Record<string, string>) {
    const { port } = new URL(practice.control)
    return new Promise<number | undefined>((resolve, reject) => {
      request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
  }
  const at = (host: string) => host.replace('PORT', new URL(practice.control).port)

  test.each([
    ['127.0.0.1:PORT', undefined, 303],
    ['127.0.0.1:PORT', 'http://127.0.0.1:PORT', 303],
    ['localhost:PORT', 'http://localhost:PORT', 303],
    ['[::1]:PORT', 'http://[::1]:PORT', 303],
    ['127.0.0.1:PORT', 'http://localhost:PORT', 403],
    ['127.0.0.1:PORT', 'http://127.0.0.1:1', 403],
    ['127.0.0.1:PORT', 'https://127.0.0.1:PORT', 403],
    ['127.0.0.1:PORT', 'http://evil.example', 403],
    ['127.0.0.1:PORT', 'null', 403],
    ['127.0.0.1:PORT', '', 403],
    ['evil.example', 'http://evil.example', 403],
    ['127.0.0.1.evil.example:PORT', undefined, 403],
    ['localhost.evil.example', undefined, 403],
  ])('host %s, origin %s: %i', async (host, origin, status) => {
    const headers = {
      host: at(host),
      ...(origin === undefined ? {} : { origin: at(origin) }),
    }
    expect(await statusOf('POST', '/control/place-order', headers)).toBe(status)
    expect(practice.orders()).toHaveLength(status === 303 ? 1 : 0)
  })

  test.each(['/', '/control/state'])('%s is not shown under another name', async (path) => {
    expect(await statusOf('GET', path, { host: 'evil.example' })).toBe(403)
    expect(await statusOf('GET', path, { host: 'localhost' })).toBe(200)
  })
})
