import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/shared/caller.ts'
import type { HostEvent } from '#contract/index.ts'
import type { Screens } from '#contract/screens/screens.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { openWeb } from '#test/support/web-door.ts'
import { call, listen, openBrowser } from '#test/support/web-screen.ts'

describe('which screen it is', () => {
  test('a browser is the same screen on each of its pages, and after it was closed', async () => {
    const server = await openWeb()
    const browser = await openBrowser(server)
    expect(await call(server, browser, 'screens.rename', { name: 'Grill' })).toEqual(ok(null))
    expect(await call(server, { ...browser }, 'screens.get')).toMatchObject({
      value: { own: { name: 'Grill' } },
    })
  })

  test('two browsers are two screens; a script is nobody’s', async () => {
    const server = await openWeb()
    const [office, grill] = [await openBrowser(server), await openBrowser(server)]
    for (const [screen, name] of [
      [office, 'Office'],
      [grill, 'Grill'],
    ] as const)
      expect(await call(server, screen, 'screens.rename', { name })).toEqual(ok(null))
    expect(await call(server, {}, 'screens.rename', { name: 'Nobody' })).toEqual(fail('not-found'))
    expect(await call(server, office, 'screens.setPin', { pin: '4821' })).toEqual(ok(null))
    expect(await call(server, office, 'screens.get')).toMatchObject({
      value: { own: { name: 'Office', effectiveRole: 'manager' }, all: [{}, { name: 'Grill' }] },
    })
    expect(await call(server, grill, 'screens.get')).toMatchObject({
      value: { own: { name: 'Grill', effectiveRole: 'kitchen' }, all: null },
    })
    const asked = ['settings.change', { undoSeconds: 3 }] as const
    expect(await call(server, office, ...asked)).toMatchObject({ ok: true })
    for (const screen of [grill, {}])
      expect(await call(server, screen, ...asked)).toEqual(fail('not-allowed'))
  })

  test('a screen is connected exactly as long as its page listens, and the others are notified', async () => {
    const server = await openWeb()
    const [office, grill] = [await openBrowser(server), await openBrowser(server)]
    await call(server, grill, 'screens.rename', { name: 'Grill' })
    const isConnected = async () => {
      const answer = (await call(server, office, 'screens.get')) as { value: Screens }
      return answer.value.all?.find(({ name }) => name === 'Grill')?.isConnected
    }
    const { events } = await listen(server, office)
    const changes = () => events.filter(({ type }) => type === 'screens.changed').length
    expect(await isConnected()).toBe(false)
    const before = changes()
    const page = await listen(server, grill)
    await expect.poll(changes).toBeGreaterThan(before)
    expect(await isConnected()).toBe(true)
    const open = changes()
    page.close()
    await expect.poll(changes).toBeGreaterThan(open)
    expect(await isConnected()).toBe(false)
  })

  test('the token of a browser is in no answer, not even to a manager', async () => {
    const server = await openWeb()
    const [office, grill] = [await openBrowser(server), await openBrowser(server)]
    await call(server, grill, 'screens.rename', { name: 'Grill' })
    const reported = JSON.stringify(await call(server, office, 'screens.get'))
    expect(reported).toContain('Grill')
    expect(reported).not.toContain(grill.authorization.slice(7))
    expect(reported).not.toContain(office.authorization.slice(7))
  })

  test('a screen receives what its role may see now, also on a stream that was open before', async () => {
    const server = await openWeb()
    const [office, grill] = [await openBrowser(server), await openBrowser(server)]
    await call(server, office, 'screens.setPin', { pin: '4821' })
    const own = (await call(server, grill, 'screens.get')) as {
      value: { own: { id: string } }
    }
    const assign = (role: Role) =>
      call(server, office, 'screens.assign', { screenId: own.value.own.id, name: 'Grill', role })
    const [received, witness] = [await listen(server, grill), await listen(server, office)]

    /**
     * Runs a whole examination, then sends an event for both. Returns whether the grill received
     * anything about the doctor.
     */
    async function examine(undoSeconds: number): Promise<boolean> {
      for (const { events } of [received, witness]) events.length = 0
      expect(await call(server, office, 'doctor.examine')).toEqual(ok(null))
      const last = (): HostEvent | undefined =>
        witness.events.findLast(({ type }) => type === 'doctor.changed')
      await expect.poll(last).toMatchObject({ examination: { state: 'done' } })
      await call(server, office, 'settings.change', { undoSeconds })
      await expect
        .poll(() => received.events)
        .toContainEqual(expect.objectContaining({ type: 'settings.changed' }))
      return received.events.some(({ type }) => type === 'doctor.changed')
    }
    expect(await examine(3), 'a new one').toBe(false)
    expect(await assign('manager')).toEqual(ok(null))
    expect(await examine(4), 'a manager’s').toBe(true)
    await assign('counter')
    expect(await examine(5), 'no manager’s any more').toBe(false)
  })
})
