import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/caller.ts'
import type { HostEvent } from '#contract/operations.ts'
import { fail, ok } from '#contract/result.ts'
import { ask, openWeb } from '#test/support/web-door.ts'
import { call, listen, openBrowser } from '#test/support/web-screen.ts'

describe('which screen it is', () => {
  test('a browser that is let in is given a cookie, and keeps it', async () => {
    const server = await openWeb()
    const { cookie } = await openBrowser(server)
    expect(cookie).toMatch(/^kitchen-pass-screen=[\w-]{32}$/)
    const again = await ask(server, '/index.html', { headers: { cookie } })
    expect(again.headers['set-cookie']?.[0]).toContain(cookie)
    const broken = { cookie: 'kitchen-pass-screen=grill', authorization: '' }
    expect((await ask(server, '/', { headers: broken })).status).toBe(401)
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
      await expect.poll(last).toMatchObject({ examination: { state: 'done' } })
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
  })
})
