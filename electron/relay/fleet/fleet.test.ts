import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { FleetDay, StoreState } from '#contract/relay/fleet.ts'
import { statusSubject, type StoreInChain } from '#contract/relay/subjects.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { hasNoNatsServer, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { openTestChain, type TestChain } from '#test/support/nats/test-chain.ts'
import {
  openFleet,
  openPage,
  publishStatus,
  statusOf,
  type OpenPage,
} from '#test/support/nats/test-fleet.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

const fleetTest = (name: string, run: () => Promise<void>): void => {
  test.skipIf(hasNoNatsServer)(`${name} (${needsNatsServer})`, run)
}

const north: StoreInChain = { websiteId: 'w', storeId: 'north' }
const south: StoreInChain = { websiteId: 'w', storeId: 'south' }

async function openChain(): Promise<TestChain> {
  const chain = await openTestChain(temporaryFolder())
  onTestFinished(() => chain.close())
  return chain
}

/** A chain with two stores, a fleet page, and a browser that has logged in. */
async function openAll(options: Parameters<typeof openFleet>[1] = {}) {
  const chain = await openChain()
  await chain.addStore(north, 'North')
  await chain.addStore(south)
  const opened = await openFleet(chain, options)
  const cookie = await opened.logIn(await opened.addUser('Ana'))
  return { chain, ...opened, cookie, page: await openPage(opened.fleet, cookie) }
}

/** Lets time pass until a page shows this state of a store. */
const untilState = (
  { clock, page }: { clock: FakeClock; page: OpenPage },
  storeId: string,
  state: StoreState,
) =>
  expect
    .poll(async () => {
      await clock.advance(1_000)
      return page.state(storeId)
    })
    .toBe(state)

fleetTest('nobody sees a store without a key', async () => {
  const chain = await openChain()
  const { addUser, get, post, clock, fleet, logIn } = await openFleet(chain)
  const key = await addUser('Ana', 'admin')
  for (const path of ['me', 'events', 'stores.csv', 'day?store=w.north', 'anything'])
    expect((await get(path)).status, path).toBe(401)
  expect((await get('')).status).toBe(200)
  expect((await post('login', { key: `${key}x` })).status).toBe(401)
  expect((await post('login', { key: 7 })).status).toBe(400)
  expect((await post('login', { key: 'x'.repeat(5_000) })).status).toBe(400)
  expect((await post('login', { key }, { 'content-type': 'text/plain' })).status).toBe(415)
  const answer = await post('login', { key })
  expect(await answer.json()).toEqual({ name: 'Ana', role: 'admin', chain: 'Test chain' })
  expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict; Path=\/$/)
  const cookie = await logIn(key)
  expect(await (await get('me', cookie)).json()).toMatchObject({ name: 'Ana' })
  const page = await openPage(fleet, cookie)
  await chain.removeUser('Ana')
  await expect.poll(async () => (await get('me', cookie)).status).toBe(401)
  await clock.advance(8_000)
  await expect.poll(page.isEnded).toBe(true)
  expect((await get('me', cookie)).status).toBe(401)
})

fleetTest('a key is never asked for in plain text over a network', async () => {
  const chain = await openChain()
  const { addUser, post } = await openFleet(chain)
  const key = await addUser('Ana')
  const plain = await post('login', { key }, { 'x-forwarded-proto': 'http' })
  expect(plain.status).toBe(403)
  expect(plain.headers.get('set-cookie')).toBeNull()
  const secure = await post('login', { key }, { 'x-forwarded-proto': 'https' })
  expect(secure.headers.get('set-cookie')).toMatch(/; Secure$/)
})

fleetTest('a session ends after a week, and each visit renews it', async () => {
  const chain = await openChain()
  const { addUser, logIn, get, clock } = await openFleet(chain)
  const cookie = await logIn(await addUser('Ana'))
  const week = 7 * 24 * 3_600_000
  clock.jump(week - 60_000)
  const next = (await get('me', cookie)).headers.get('set-cookie')?.split(';')[0] ?? ''
  clock.jump(120_000)
  expect((await get('me', cookie)).status).toBe(401)
  expect((await get('me', next)).status).toBe(200)
  const [name = '', end = '', seal = ''] = next.split('.')
  const forged = [name, String(Number(end) + week), seal].join('.')
  expect((await get('me', forged)).status).toBe(401)
})

fleetTest('a store that reports is well, and silent after 90 seconds', async () => {
  const { chain, clock, page } = await openAll()
  const stores = () =>
    page.stores().toSorted((one, other) => one.storeId.localeCompare(other.storeId))
  await expect.poll(stores).toMatchObject([
    { storeId: 'north', name: 'North', state: 'silent', seenAt: null, status: null },
    { storeId: 'south', name: '', state: 'silent', seenAt: null },
  ])
  await publishStatus(chain, north, statusOf())
  await publishStatus(chain, south, statusOf({ name: 'South by itself', lateTickets: 2 }))
  await expect
    .poll(async () => {
      await clock.advance(1_000)
      return [page.state('north'), page.state('south')]
    })
    .toEqual(['well', 'late'])
  const [first, second] = stores()
  expect(first).toMatchObject({ name: 'North', status: { app: '0.2.0', openTickets: 3 } })
  expect(second).toMatchObject({ name: 'South by itself', troubles: ['late'] })
  expect(first?.status?.lastOrderAt).toBe((first?.seenAt ?? 0) - 60_000)
  await clock.advance(60_000)
  await publishStatus(chain, south, statusOf())
  await untilState({ clock, page }, 'south', 'well')
  await clock.advance(40_000)
  await expect.poll(() => page.state('north')).toBe('silent')
  expect(page.state('south')).toBe('well')
})

fleetTest('what a store can’t have sent is logged and not shown', async () => {
  const { chain, clock, page, log } = await openAll()
  const nats = await chain.nats()
  nats.publish(statusSubject(north), '{"version":1}')
  nats.publish(statusSubject(south), JSON.stringify({ ...statusOf(), openTickets: -1 }))
  await nats.flush()
  await expect.poll(() => log.text().split('status not read')).toHaveLength(3)
  await clock.advance(2_000)
  expect(page.state('north')).toBe('silent')
})

fleetTest('while NATS is away no store is called silent', async () => {
  const { chain, clock, page, get } = await openAll()
  await publishStatus(chain, north, statusOf())
  await untilState({ clock, page }, 'north', 'well')
  const [node] = chain.nodes
  await node?.end()
  await expect.poll(async () => (await get('health')).status).toBe(503)
  await clock.advance(600_000)
  expect(page.state('north')).toBe('well')
  await node?.start()
  await expect.poll(async () => (await get('health')).status).toBe(200)
  await clock.advance(60_000)
  expect(page.state('north')).toBe('well')
  await clock.advance(40_000)
  await expect.poll(() => page.state('north')).toBe('silent')
  // The connection of this test comes back in its own time.
  await expect
    .poll(() =>
      publishStatus(chain, north, statusOf()).then(
        () => 'sent',
        () => 'not sent',
      ),
    )
    .toBe('sent')
  await untilState({ clock, page }, 'north', 'well')
})

fleetTest('after a restart the fleet knows the last status and the last day', async () => {
  const { chain, clock, page, fleet, get, cookie } = await openAll()
  await publishStatus(chain, north, statusOf({ lateTickets: 4, openTickets: 9 }))
  await untilState({ clock, page }, 'north', 'late')
  await clock.advance(5 * 60_000)
  const before = (await (await get('day?store=w.north', cookie)).json()) as FleetDay
  expect(before.spans).toHaveLength(288)
  const seen = before.spans.filter((span) => span !== null)
  expect(seen.at(-1)?.state).toBe('silent')
  expect(seen.some(({ late }) => late === 4)).toBe(true)
  expect((await get('day?store=w.west', cookie)).status).toBe(404)
  await fleet.close()
  const again = await openFleet(chain, { clock })
  const after = (await (await again.get('day?store=w.north', cookie)).json()) as FleetDay
  expect(after.spans.filter((span) => span !== null).some(({ late }) => late === 4)).toBe(true)
  const nextPage = await openPage(again.fleet, cookie)
  await clock.advance(1_000)
  await expect.poll(() => nextPage.stores()[0]?.status?.openTickets).toBe(9)
})

fleetTest('a computer that slept calls no store silent before it could report', async () => {
  const { chain, clock, page } = await openAll()
  await publishStatus(chain, north, statusOf())
  await untilState({ clock, page }, 'north', 'well')
  clock.sleep(600_000)
  await clock.advance(60_000)
  expect(page.state('north')).toBe('well')
  await clock.advance(40_000)
  await expect.poll(() => page.state('north')).toBe('silent')
})

fleetTest('a server that starts knows which stores have been silent meanwhile', async () => {
  const { chain, clock, page, fleet, cookie } = await openAll()
  await publishStatus(chain, north, statusOf())
  await untilState({ clock, page }, 'north', 'well')
  await fleet.close()
  const later = new FakeClock(new Date(Date.now() + 120_000).toISOString())
  const again = await openFleet(chain, { clock: later })
  const next = await openPage(again.fleet, cookie)
  await later.advance(1_000)
  await expect
    .poll(() => next.stores().find(({ storeId }) => storeId === 'north'))
    .toMatchObject({
      ...{ state: 'silent', status: { app: '0.2.0' } },
    })
})

fleetTest('a store that is revoked leaves the page once it is silent', async () => {
  const { chain, clock, page } = await openAll()
  await publishStatus(chain, north, statusOf())
  await chain.revokeStore(north)
  await untilState({ clock, page }, 'north', 'well')
  await clock.advance(100_000)
  await expect.poll(() => page.state('north')).toBeUndefined()
  expect(page.state('south')).toBe('silent')
})

fleetTest('all stores as a table for a spreadsheet', async () => {
  const { chain, clock, page, get, cookie } = await openAll()
  await publishStatus(chain, south, statusOf({ name: '=HYPERLINK("x")' }))
  await untilState({ clock, page }, 'south', 'well')
  const lines = (await (await get('stores.csv', cookie)).text()).trim().split('\n')
  expect(lines[0]).toContain('state,since,store,storeId')
  expect(lines[1]).toContain('silent')
  expect(lines[2]).toContain(`"'=HYPERLINK(""x"")"`)
  const well = await (await get('stores.csv?state=well,late', cookie)).text()
  expect(well.trim().split('\n')).toHaveLength(2)
  const matches = await (
    await get('stores.csv?search=th%20N%C3%B3R&website=w&version=', cookie)
  ).text()
  expect(matches).toContain('North')
  expect(matches).not.toContain('south')
})

fleetTest(
  'the table has region, tags and what a store shares, and can be of a pasted list',
  async () => {
    const chain = await openChain()
    chain.stores.addAll([
      { store: north, labels: { name: 'North', region: 'Norte', tags: ['Airport', 'Drive-thru'] } },
      { store: south, labels: { name: 'South', region: 'Sur', tags: ['Airport'] } },
    ])
    await chain.push()
    const { fleet, clock, addUser, logIn, get, post } = await openFleet(chain)
    const cookie = await logIn(await addUser('Ana'))
    const page = await openPage(fleet, cookie)
    const salesToday = { amount: 1_250, currency: 'USD' }
    await publishStatus(chain, north, statusOf({ salesToday, coversToday: 84 }))
    await untilState({ clock, page }, 'north', 'well')
    const linesOf = async (answer: Promise<Response>) =>
      (await (await answer).text()).trim().split('\n')
    const [head, ...lines] = await linesOf(get('stores.csv', cookie))
    expect(head).toMatch(/,lastBackup,region,tags,salesToday,currency,coversToday$/)
    expect(lines[0]).toMatch(/,Sur,Airport,,,$/)
    expect(lines[1]).toMatch(/,Norte,"Airport, Drive-thru",12\.50,USD,84$/)
    expect(await linesOf(get('stores.csv?region=Sur', cookie))).toHaveLength(2)
    expect(await linesOf(get('stores.csv?tags=Airport', cookie))).toHaveLength(3)
    expect(await linesOf(get('stores.csv?tags=Airport%0ADrive-thru', cookie))).toHaveLength(2)
    const pasted = (query: string) => post('stores.csv', { query }, { cookie })
    expect(await linesOf(pasted('stores=w.south%0Aw.west'))).toHaveLength(2)
    expect(await linesOf(pasted('stores='))).toHaveLength(1)
    expect((await post('stores.csv', { query: 7 }, { cookie })).status).toBe(400)
    expect((await post('stores.csv', { query: '' })).status).toBe(401)
  },
)

/** A receiver of alerts with a status that a test sets. */
async function openReceiver() {
  const bodies: { text: string; stores: { storeId: string; trouble: string | null }[] }[] = []
  let status = 200
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      if (status === 200) bodies.push(JSON.parse(text) as (typeof bodies)[number])
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    bodies,
    url: `http://127.0.0.1:${String(port)}/`,
    answer(next: number): void {
      status = next
    },
  }
}

fleetTest('a trouble that lasts is posted once, and so is its end', async () => {
  const receiver = await openReceiver()
  receiver.answer(500)
  const clock = new FakeClock(new Date().toISOString())
  const { chain, page, log } = await openAll({ clock, alertUrl: receiver.url })
  await publishStatus(chain, north, statusOf({ lateTickets: 1 }))
  await publishStatus(chain, south, statusOf({ platform: 'refused' }))
  const beat = async (): Promise<void> => {
    await publishStatus(chain, north, statusOf({ lateTickets: 1 }))
    await clock.advance(5_000)
  }
  await expect
    .poll(async () => {
      await beat()
      return [page.state('north'), page.state('south')]
    })
    .toEqual(['late', 'refused'])
  await expect
    .poll(async () => {
      await beat()
      return log.text().includes('alert not sent')
    })
    .toBe(true)
  receiver.answer(200)
  await expect
    .poll(async () => {
      await beat()
      return receiver.bodies.flatMap(({ stores }) => stores).length
    })
    .toBe(1)
  expect(receiver.bodies[0]?.text).toBe('Downtown (w): refused')
  expect(receiver.bodies[0]?.stores[0]).toMatchObject({ storeId: 'south' })
  await expect
    .poll(async () => {
      await publishStatus(chain, south, statusOf())
      await beat()
      return receiver.bodies.at(-1)?.stores[0]?.trouble
    })
    .toBeNull()
  expect(
    receiver.bodies.flatMap(({ stores }) => stores).map(({ storeId }) => storeId),
  ).not.toContain('north')
})
