import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Role } from '#contract/caller.ts'
import type { HostEvent, OperationName } from '#contract/operations.ts'
import { fail, ok } from '#contract/result.ts'
import { ask, json, openWeb } from '#test/support/web-door.ts'
import type { WebServer } from './server.ts'

/** What a browser is given with the page, as it sends it back. */
async function openBrowser(server: WebServer): Promise<{ cookie: string }> {
  const { headers } = await ask(server, '/')
  const [given = ''] = headers['set-cookie'] ?? []
  return { cookie: given.split(';')[0] ?? '' }
}

/** What a browser asks; the answer as it comes. */
async function call(
  server: WebServer,
  headers: Record<string, string>,
  name: OperationName,
  input: object = {},
): Promise<unknown> {
  const body = JSON.stringify({ name, input })
  const { text } = await ask(server, '/call', {
    method: 'POST',
    headers: { ...json, ...headers },
    body,
  })
  return JSON.parse(text) as unknown
}

/** Everything that a browser hears, from now on. */
async function listen(
  server: WebServer,
  headers: Record<string, string>,
): Promise<{ events: HostEvent[] }> {
  const events: HostEvent[] = []
  const { hostname, port } = new URL(server.url)
  await new Promise<void>((resolve, reject) => {
    const sent = request({ hostname, port, path: '/events', headers }, (response) => {
      const lines = createInterface(response)
      // Cut at the end of the test.
      lines.on('error', () => undefined)
      lines.on('line', (line) => {
        if (line.startsWith('retry:')) resolve()
        if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)) as HostEvent)
      })
    })
    sent.on('error', reject)
    onTestFinished(() => void sent.destroy())
    sent.end()
  })
  return { events }
}

describe('which screen it is', () => {
  test('the page gives a browser a cookie, and lets it keep the one that it has', async () => {
    const server = await openWeb()
    const { cookie } = await openBrowser(server)
    expect(cookie).toMatch(/^kitchen-pass-screen=[\w-]{32}$/)
    const again = await ask(server, '/index.html', { headers: { cookie } })
    expect(again.headers['set-cookie']?.[0]).toContain(cookie)
    const broken = await ask(server, '/', { headers: { cookie: 'kitchen-pass-screen=grill' } })
    expect(broken.headers['set-cookie']?.[0]).toMatch(/=[\w-]{32};/)
    for (const path of ['/assets/index-1.js', '/nothing.html'])
      expect((await ask(server, path)).headers['set-cookie']).toBeUndefined()
  })

  test('two browsers are two screens; one without a cookie is nobody’s', async () => {
    const server = await openWeb()
    const [office, grill] = [await openBrowser(server), await openBrowser(server)]
    for (const [screen, name] of [
      [office, 'Office'],
      [grill, 'Grill'],
    ] as const)
      expect(await call(server, screen, 'screens.rename', { name })).toEqual(ok(null))
    expect(await call(server, {}, 'screens.rename', { name: 'Nobody' })).toEqual(fail('not-found'))
    expect(await call(server, office, 'screens.setPin', { pin: '4821' })).toEqual(ok(null))
    expect(await call(server, office, 'screens.read')).toMatchObject({
      value: { own: { name: 'Office', effectiveRole: 'manager' }, all: [{}, { name: 'Grill' }] },
    })
    expect(await call(server, grill, 'screens.read')).toMatchObject({
      value: { own: { name: 'Grill', effectiveRole: 'kitchen' }, all: null },
    })
    const asked = ['settings.change', { undoSeconds: 3 }] as const
    expect(await call(server, office, ...asked)).toMatchObject({ ok: true })
    const wrong = { cookie: grill.cookie.slice(0, -1) }
    for (const screen of [grill, {}, wrong])
      expect(await call(server, screen, ...asked)).toEqual(fail('not-allowed'))
  })

  test('the token of a browser is in no answer, not even to a manager', async () => {
    const server = await openWeb()
    const [office, grill] = [await openBrowser(server), await openBrowser(server)]
    await call(server, grill, 'screens.rename', { name: 'Grill' })
    const told = JSON.stringify(await call(server, office, 'screens.read'))
    expect(told).toContain('Grill')
    expect(told).not.toContain(grill.cookie.split('=')[1])
    expect(told).not.toContain(office.cookie.split('=')[1])
  })

  test('a screen hears what its role may hear now, also on a stream that was open before', async () => {
    const server = await openWeb()
    const [office, grill] = [await openBrowser(server), await openBrowser(server)]
    await call(server, office, 'screens.setPin', { pin: '4821' })
    const own = (await call(server, grill, 'screens.read')) as {
      value: { own: { id: string } }
    }
    const assign = (role: Role) =>
      call(server, office, 'screens.assign', { screenId: own.value.own.id, name: 'Grill', role })
    const [heard, witness] = [await listen(server, grill), await listen(server, office)]

    /** A whole examination; then something that both hear. What the grill heard of the doctor. */
    async function examine(undoSeconds: number): Promise<boolean> {
      for (const { events } of [heard, witness]) events.length = 0
      expect(await call(server, office, 'doctor.examine')).toEqual(ok(null))
      const last = (): HostEvent | undefined =>
        witness.events.findLast(({ type }) => type === 'doctor.changed')
      await expect.poll(last, { timeout: 20_000 }).toMatchObject({ examination: { state: 'done' } })
      await call(server, office, 'settings.change', { undoSeconds })
      await expect
        .poll(() => heard.events)
        .toContainEqual(expect.objectContaining({ type: 'settings.changed' }))
      return heard.events.some(({ type }) => type === 'doctor.changed')
    }
    expect(await examine(3), 'a new one').toBe(false)
    expect(await assign('manager')).toEqual(ok(null))
    expect(await examine(4), 'a manager’s').toBe(true)
    await assign('counter')
    expect(await examine(5), 'no manager’s any more').toBe(false)
  }, 60_000)
})
