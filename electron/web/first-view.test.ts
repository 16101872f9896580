import { describe, expect, test } from 'vitest'
import { firstOperations, type FirstView } from '#contract/first-view.ts'
import { ok } from '#contract/shared/result.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { ask, openWeb } from '#test/support/web-door.ts'
import { call, listen, openBrowser } from '#test/support/web-screen.ts'
import type { WebServer } from './server.ts'

const undoChanged = (undoSeconds: number): unknown => ({
  type: 'settings.changed',
  settings: { ...defaultSettings, undoSeconds },
})

async function first(server: WebServer, headers: Record<string, string> = {}) {
  const { text } = await ask(server, '/first', { headers })
  return JSON.parse(text) as { reported: number; view: FirstView }
}

describe('the first view', () => {
  test('it is the answer to the first request of a page: nothing is agreed on before', async () => {
    const server = await openWeb()
    const office = await openBrowser(server)
    expect(Object.keys((await first(server, office)).view)).toEqual(firstOperations)
  })

  test('it answers what each call would, and is kept by nobody', async () => {
    const server = await openWeb({ hasOrders: true })
    const office = await openBrowser(server)
    const { headers, status } = await ask(server, '/first', { headers: office })
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-type']).toContain('application/json')
    const { view } = await first(server, office)
    expect(Object.keys(view)).toEqual(firstOperations)
    // The orders and the status of a practice store change a moment later.
    expect(view['settings.get']).toEqual(await call(server, office, 'settings.get'))
    // Each call is a new sign of the screen.
    const seen = (answer: unknown) => JSON.stringify(answer).replaceAll(/"lastSeenAt":"[^"]*"/g, '')
    expect(seen(view['screens.get'])).toEqual(seen(await call(server, office, 'screens.get')))
    expect(view['status.get']).toMatchObject({ ok: true, value: { mode: 'practice' } })
    const { value } = view['tickets.list'] as { value: TicketsSnapshot }
    expect(value.tickets.length).toBeGreaterThan(0)
  })

  test('each screen receives its own name and role', async () => {
    const server = await openWeb()
    const [office, grill] = [await openBrowser(server), await openBrowser(server)]
    await call(server, office, 'screens.rename', { name: 'Office' })
    await call(server, grill, 'screens.rename', { name: 'Grill' })
    expect(await call(server, office, 'screens.setPin', { pin: '4821' })).toEqual(ok(null))
    const own = async (screen: Record<string, string>) =>
      (await first(server, screen)).view['screens.get']
    expect(await own(office)).toMatchObject({
      value: { own: { name: 'Office', effectiveRole: 'manager' }, all: [{}, {}] },
    })
    expect(await own(grill)).toMatchObject({
      value: { own: { name: 'Grill', effectiveRole: 'kitchen' }, all: null },
    })
    expect(await own({})).toMatchObject({ value: { own: { name: '' }, all: null } })
  })

  test.each<[string, Record<string, string>, number]>([
    ['a rebound name', { host: 'evil.example' }, 421],
    ['another site', { origin: 'http://evil.example' }, 403],
    ['another page of this machine', { origin: 'http://127.0.0.1:1' }, 403],
  ])('%s gets none of it', async (_name, headers, status) => {
    const answer = await ask(await openWeb(), '/first', { headers })
    expect(answer.status).toBe(status)
    expect(answer.text).not.toContain('tickets')
  })

  test('it is only read', async () => {
    expect(await ask(await openWeb(), '/first', { method: 'POST' })).toMatchObject({ status: 405 })
  })

  test('a stream goes on from its number: what was said since, and then what is said', async () => {
    const server = await openWeb()
    const office = await openBrowser(server)
    const { reported } = await first(server, office)
    await call(server, office, 'settings.change', { undoSeconds: 3 })
    await expect.poll(async () => (await first(server, office)).reported).toBeGreaterThan(reported)
    const { events } = await listen(server, office, `/events?after=${String(reported)}`)
    await expect.poll(() => events).toContainEqual(undoChanged(3))
    await call(server, office, 'settings.change', { undoSeconds: 4 })
    await expect.poll(() => events).toContainEqual(undoChanged(4))
    expect(events).not.toContainEqual({ type: 'events.missed' })
    const later = await listen(server, office)
    await expect.poll(() => later.events[0]).toEqual({ type: 'events.missed' })
  })
})
