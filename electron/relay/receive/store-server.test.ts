import { cpSync, renameSync, rmSync } from 'node:fs'
import { request as askNode, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { expect, onTestFinished, test } from 'vitest'
import { cursorHeader, eventsPath, statusPath, unpackEvents } from '#contract/relay/delivery.ts'
import { eventStream, fleetBucket, fleetKey, type StoreInChain } from '#contract/relay/subjects.ts'
import { fileOf } from '#test/support/nats/file-of.ts'
import { hasNoNatsServer, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { openTestChain } from '#test/support/nats/test-chain.ts'
import { statusOf } from '#test/support/nats/test-fleet.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openBucket } from '../chain/buckets.ts'

const own: StoreInChain = { websiteId: 'w', storeId: 'own' }
const other: StoreInChain = { websiteId: 'w', storeId: 'other' }

const relayTest = (name: string, run: () => Promise<void>): void => {
  test.skipIf(hasNoNatsServer)(`${name} (${needsNatsServer})`, run)
}

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Two stores at one relay, and what each gets for a request. */
async function openStores(nodes = 1) {
  const chain = await openTestChain(temporaryFolder(), { nodes })
  onTestFinished(() => chain.close())
  const bearer = await chain.addBearer('w')
  const token = fileOf(await chain.addStore(own)).token
  const otherToken = fileOf(await chain.addStore(other)).token
  const relay = await chain.startRelay()
  const ask = (path: string, { method = 'GET', headers = {}, body }: Asked = {}) =>
    fetch(new URL(path, relay.url), {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { body }),
    })
  const statusOfAsk = async (path: string, asked: Asked = {}): Promise<number> => {
    const answer = await ask(path, asked)
    await answer.text()
    return answer.status
  }
  async function events(path = `${eventsPath}?wait=0`, by = token): Promise<string[]> {
    const answer = await ask(path, { headers: { authorization: `Bearer ${by}` } })
    const read = unpackEvents(new Uint8Array(await answer.arrayBuffer()))
    if (!read.ok) throw new Error(`${String(answer.status)} ${read.error.detail ?? ''}`)
    return read.value.map(({ body }) => new TextDecoder().decode(body))
  }
  return { chain, relay, bearer, token, otherToken, ask, statusOfAsk, events }
}

relayTest('a store gets its own events, whatever else it asks for', async () => {
  const { chain, events, otherToken } = await openStores()
  await chain.publish(own, '{"mine":1}', '1')
  await chain.publish(other, '{"theirs":1}', '2')
  await expect.poll(() => events()).toEqual(['{"mine":1}'])
  for (const more of [
    '&store=other',
    '&storeId=other&websiteId=w',
    '&subject=orders.w.other',
    '&after=orders.w.other',
    '&after=../../other',
    '&after=x-0',
  ])
    expect(await events(`${eventsPath}?wait=0${more}`), more).toEqual(['{"mine":1}'])
  expect(await events(undefined, otherToken)).toEqual(['{"theirs":1}'])
})

relayTest('what is no request of a store is refused', async () => {
  const { bearer, token, statusOfAsk } = await openStores()
  const as = (authorization: string) => ({ headers: { authorization } })
  const cases: [string, string, Asked, number][] = [
    ['no token', eventsPath, as(''), 401],
    ['a wrong token', eventsPath, as(`Bearer ${'x'.repeat(43)}`), 401],
    ['the bearer of a website', eventsPath, as(`Bearer ${bearer}`), 401],
    ['another way to sign in', eventsPath, as(`Basic ${token}`), 401],
    ['a browser', eventsPath, { headers: { origin: 'https://evil.example' } }, 403],
    ['a path that is none', '/store/orders.w.other', {}, 404],
    ['a path out of it', '/store/..%2fevents', {}, 404],
    ['a post to the events', eventsPath, { method: 'POST', body: '{}' }, 404],
    ['a deletion', eventsPath, { method: 'DELETE' }, 404],
    ['no status', statusPath, { method: 'POST', body: 'no JSON' }, 400],
    ['a status that is none', statusPath, { method: 'POST', body: '{"version":1}' }, 400],
    ['too long a status', statusPath, { method: 'POST', body: 'x'.repeat(20_000) }, 413],
    // Where the platform sends events.
    ['an event of its own', '/', { method: 'POST', body: '{"type":"a"}' }, 401],
  ]
  for (const [why, path, asked, status] of cases)
    expect(await statusOfAsk(path, asked), why).toBe(status)
})

relayTest('a store’s status gets to its own place alone', async () => {
  const { chain, statusOfAsk, otherToken } = await openStores()
  const bucket = await openBucket(await chain.nats(), fleetBucket, {})
  const send = (by: Asked['headers'], fields: object) =>
    statusOfAsk(statusPath, {
      method: 'POST',
      body: JSON.stringify({ ...statusOf(), ...fields }),
      ...(by !== undefined && { headers: by }),
    })
  expect(await send({ authorization: `Bearer ${otherToken}` }, { name: 'theirs' })).toBe(204)
  expect(await send(undefined, { name: 'mine', ...other, store: 'other' })).toBe(204)
  const nameAt = async (store: StoreInChain) =>
    (await bucket.get(fleetKey(store)))?.json<{ name: string }>().name
  await expect.poll(() => nameAt(own)).toBe('mine')
  await expect.poll(() => nameAt(other)).toBe('theirs')
})

relayTest('a store that asks as fast as it can doesn’t disturb another', async () => {
  const { chain, relay, statusOfAsk, events, otherToken } = await openStores()
  const statuses = new Map<number, number>()
  let isOver = false
  async function flood(): Promise<void> {
    while (!isOver) {
      const status = await statusOfAsk(`${eventsPath}?wait=0`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const beganAt = performance.now()
  const floods = Array.from({ length: 50 }, flood)
  for (let nth = 0; nth < 20; nth++) {
    await chain.publish(other, `{"nth":${String(nth)}}`, String(nth))
    await pause(50)
  }
  await expect.poll(async () => (await events(undefined, otherToken)).length).toBe(20)
  isOver = true
  await Promise.all(floods)
  const seconds = Math.ceil((performance.now() - beganAt) / 1000) + 1
  expect(statuses.get(429)).toBeGreaterThan(0)
  expect(statuses.get(200)).toBeLessThanOrEqual(50 * seconds)
  const manager = await jetstreamManager(await chain.nats())
  const { state } = await manager.streams.info(eventStream, { subjects_filter: '>' })
  expect(state.subjects).toEqual({ 'orders.w.other': 20 })
  expect((await fetch(`${relay.figuresUrl}health`)).status).toBe(200)
})

relayTest('of 300 requests of one file four wait, and each answer is its own', async () => {
  const { chain, relay, token, otherToken, events } = await openStores()
  let ended = 0
  const asks = Array.from({ length: 300 }, () => {
    const asked = askNode(new URL(eventsPath, relay.url), {
      agent: false,
      headers: { authorization: `Bearer ${token}` },
    })
    asked.on('response', (answer: IncomingMessage) => {
      answer.resume().on('end', () => (ended += 1))
    })
    asked.on('error', () => (ended += 1))
    return asked.end()
  })
  onTestFinished(() => {
    for (const each of asks) each.destroy()
  })
  await expect.poll(() => ended).toBe(296)
  const figures = await (await fetch(`${relay.figuresUrl}metrics`)).text()
  expect(figures).toMatch(/^relay_waiting_stores 4$/m)
  await chain.publish(other, '{}', '1')
  await expect.poll(() => events(undefined, otherToken)).toEqual(['{}'])
})

relayTest('a revoked token ends what waits, and a new one counts at once', async () => {
  const { chain, ask, statusOfAsk } = await openStores()
  await expect.poll(() => statusOfAsk(`${eventsPath}?wait=0`)).toBe(200)
  const waiting = ask(eventsPath)
  await pause(100)
  await chain.revokeStore(own)
  expect((await waiting).status).toBe(401)
  await expect.poll(() => statusOfAsk(`${eventsPath}?wait=0`)).toBe(401)
  const { token } = fileOf(await chain.addStore(own))
  const headers = { authorization: `Bearer ${token}` }
  await expect.poll(() => statusOfAsk(`${eventsPath}?wait=0`, { headers })).toBe(200)
})

relayTest('of many stores that are added at the same time, each is let in', async () => {
  const { chain, statusOfAsk } = await openStores()
  const names = Array.from({ length: 12 }, (_, nth) => `many-${String(nth)}`)
  // Each resolves once the relay knows it.
  const files = await Promise.all(
    names.map((storeId) => chain.addStore({ websiteId: 'w', storeId })),
  )
  for (const text of files) {
    const headers = { authorization: `Bearer ${fileOf(text).token}` }
    expect(await statusOfAsk(`${eventsPath}?wait=0`, { headers })).toBe(200)
  }
})

relayTest('an event reaches a store that waits at another relay', async () => {
  const { chain, bearer, token } = await openStores()
  const second = await chain.startRelay()
  const headers = { authorization: `Bearer ${token}` }
  const askSecond = (path: string) => fetch(new URL(path, second.url), { headers })
  await expect.poll(async () => (await askSecond(`${eventsPath}?wait=0`)).status).toBe(200)
  const waiting = askSecond(eventsPath)
  await pause(100)
  const event = { type: 'a', eventId: '1', websiteId: 'w', storeId: 'own', data: {} }
  const posted = await fetch(chain.chain.addresses[0] ?? '', {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify(event),
  })
  expect(posted.status).toBe(200)
  const answer = await waiting
  expect(answer.headers.get(cursorHeader)).toMatch(/-1$/)
  expect(unpackEvents(new Uint8Array(await answer.arrayBuffer()))).toMatchObject({
    ok: true,
    value: [{ sequence: 1 }],
  })
})

relayTest(
  'a nats-server whose disk was restored from a backup: what comes then arrives',
  async () => {
    const { chain, relay, bearer, events } = await openStores()
    const [node] = chain.nodes
    const [dataFolder = ''] = chain.dataFolders
    /** As the platform does: again until it has its 200. */
    async function post(eventId: string): Promise<void> {
      const body = JSON.stringify({ type: 'a', eventId, ...own, data: {} })
      const headers = { authorization: `Bearer ${bearer}` }
      const isStored = async () => (await fetch(relay.url, { method: 'POST', headers, body })).ok
      while (!(await isStored())) await pause(50)
    }
    const ids = async () =>
      (await events().catch(() => [])).map(
        (text) => (JSON.parse(text) as { eventId: string }).eventId,
      )
    await post('1')
    await expect.poll(ids).toEqual(['1'])
    await node?.end('SIGTERM')
    cpSync(dataFolder, `${dataFolder}-backup`, { recursive: true })
    await node?.start()
    for (const id of ['2', '3', '4']) await post(id)
    await expect.poll(ids).toEqual(['1', '2', '3', '4'])
    await node?.end('SIGTERM')
    rmSync(dataFolder, { recursive: true })
    renameSync(`${dataFolder}-backup`, dataFolder)
    await node?.start()
    await post('new')
    await expect.poll(ids).toEqual(['1', 'new'])
  },
)
