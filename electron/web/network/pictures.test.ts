import { expect, test } from 'vitest'
import type { OperationName } from '#contract/index.ts'
import { askSecurely, loadPage, type JoinedScreen } from '#test/support/network-screen.ts'
import { hostsManager, join, openNetwork, type TestNetwork } from '#test/support/network.ts'

const kitchenScreen = { name: 'Grill', role: 'kitchen' } as const

/** The cookie that a screen gets with its session, and a request for a picture with any cookie. */
async function pictureCookie(network: TestNetwork, { key }: JoinedScreen) {
  const entering = key.show(await loadPage(network))
  const { headers } = await askSecurely(network, '/session', { headers: entering })
  const [given = ''] = headers['set-cookie'] ?? []
  const [cookie = '', ...attributes] = given.split('; ')
  const ask = async (sent: string) =>
    (await askSecurely(network, '/pictures/x', { headers: { cookie: sent } })).status
  return { cookie, attributes, ask }
}

const asManager = ({ kitchen }: TestNetwork, name: OperationName, input: object) =>
  kitchen.call(hostsManager, name, input)

test('pictures are only for browsers with a session, which get a cookie for them', async () => {
  const network = await openNetwork()
  const { cookie, attributes, ask } = await pictureCookie(
    network,
    await join(network, kitchenScreen),
  )
  expect(attributes).toEqual(['Path=/pictures', 'Secure', 'HttpOnly', 'SameSite=Strict'])
  // There is no picture x.
  expect(await ask(`other=1; ${cookie}`)).toBe(404)
  const [name = ''] = cookie.split('=')
  const [, signature = ''] = cookie.split('.')
  for (const wrong of [`${cookie.slice(0, -1)}!`, `${cookie}x`, '', `${name}=.${signature}`])
    expect(await ask(wrong)).toBe(401)
})

test('a screen for guests gets no pictures, also not by the cookie of its time as a cook', async () => {
  const network = await openNetwork()
  const guests = await pictureCookie(network, await join(network, { name: 'Door', role: 'status' }))
  expect(await guests.ask(guests.cookie)).toBe(401)
  const cook = await join(network, kitchenScreen)
  const { cookie, ask } = await pictureCookie(network, cook)
  const assign = (role: string) =>
    asManager(network, 'screens.assign', { screenId: cook.id, name: 'Second door', role })
  await assign('status')
  expect(await ask(cookie)).toBe(401)
  await assign('counter')
  expect(await ask(cookie)).toBe(404)
  await asManager(network, 'screens.forget', { screenId: cook.id })
  expect(await ask(cookie)).toBe(401)
})
