import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { statusSubject } from '#contract/relay/subjects.ts'
import { hasNoNatsServer, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { openTestChain } from '#test/support/nats/test-chain.ts'
import { openFleet, statusOf } from '#test/support/nats/test-fleet.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

type Headers = Record<string, string>
const ours = { host: 'fleet.example.com' }
const secure = { 'x-forwarded-proto': 'https' }

/** Whether a POST with these headers and the admin's cookie is taken. */
const cases: [string, Headers, 'taken' | 'refused'][] = [
  ['no browser', ours, 'taken'],
  ['the page itself', { ...ours, origin: 'http://fleet.example.com' }, 'taken'],
  ['the page behind TLS', { ...ours, ...secure, origin: 'https://fleet.example.com' }, 'taken'],
  [
    'the page with the usual port in Host',
    { host: 'fleet.example.com:443', ...secure, origin: 'https://fleet.example.com' },
    'taken',
  ],
  [
    'the page at another port',
    { host: 'fleet.example.com:8443', ...secure, origin: 'https://fleet.example.com:8443' },
    'taken',
  ],
  [
    'a load balancer with a Host of its own',
    {
      ...{ host: '10.0.0.7:8482', ...secure, origin: 'https://fleet.example.com' },
      'x-forwarded-host': 'fleet.example.com, edge.internal',
    },
    'taken',
  ],
  [
    'the page, by a new browser',
    { ...ours, origin: 'http://fleet.example.com', 'sec-fetch-site': 'same-origin' },
    'taken',
  ],
  ['what a person typed', { ...ours, 'sec-fetch-site': 'none' }, 'taken'],
  ['another site', { ...ours, origin: 'https://evil.example' }, 'refused'],
  [
    'a site with our name in its own',
    { ...ours, origin: 'http://fleet.example.com.evil.example' },
    'refused',
  ],
  ['a site of the same domain', { ...ours, origin: 'http://other.example.com' }, 'refused'],
  [
    'another port of the same name',
    { ...ours, origin: 'http://fleet.example.com:9000' },
    'refused',
  ],
  ['the name without TLS', { ...ours, ...secure, origin: 'http://fleet.example.com' }, 'refused'],
  ['a sandboxed page', { ...ours, origin: 'null' }, 'refused'],
  ['a page of a file', { ...ours, origin: 'file://' }, 'refused'],
  ['an empty origin', { ...ours, origin: '' }, 'refused'],
  ['another site, by a new browser', { ...ours, 'sec-fetch-site': 'cross-site' }, 'refused'],
  [
    'a site of the same domain, by a new browser',
    { ...ours, 'sec-fetch-site': 'same-site' },
    'refused',
  ],
  [
    'our origin with a site that isn’t',
    { ...ours, origin: 'http://fleet.example.com', 'sec-fetch-site': 'cross-site' },
    'refused',
  ],
]

test.skipIf(hasNoNatsServer)(
  `no foreign page sends anything with an admin’s cookie (${needsNatsServer})`,
  async () => {
    const chain = await openTestChain(temporaryFolder())
    onTestFinished(() => chain.close())
    const store = { websiteId: 'w', storeId: 'north' }
    await chain.addStore(store, 'North')
    const { fleet, addUser, logIn, clock, get } = await openFleet(chain)
    const key = await addUser('Ana', 'admin')
    const cookie = await logIn(key)
    const nats = await chain.nats()
    nats.publish(statusSubject(store), JSON.stringify(statusOf()))
    await nats.flush()
    await clock.advance(2_000)

    /** Node's fetch doesn't send these headers as they are given. */
    const post = (path: string, headers: Headers, body: unknown) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sending = request(
          new URL(path, fleet.url),
          { method: 'POST', headers: { 'content-type': 'application/json', cookie, ...headers } },
          (answer) => {
            answer.resume()
            resolve(answer.statusCode)
          },
        )
        sending.once('error', reject)
        sending.end(JSON.stringify(body))
      })
    const change = { kind: 'sold-out', what: 'item', name: 'Salmon' }
    const draft = { reason: '', change, stores: ['w.north'] }
    let sent = 0
    for (const [name, headers, outcome] of cases) {
      const isTaken = outcome === 'taken'
      expect(await post('instructions', headers, draft), name).toBe(isTaken ? 201 : 403)
      expect(await post('instructions/again', headers, { id: 'x' }), name).toBe(isTaken ? 404 : 403)
      expect(await post('logout', headers, {}), name).toBe(isTaken ? 204 : 403)
      if (!isTaken) expect(await post('login', headers, { key }), name).toBe(403)
      if (isTaken) sent += 1
    }
    const list = (await (await get('instructions', cookie)).json()) as { instructions: unknown[] }
    expect(list.instructions).toHaveLength(sent)
  },
)
