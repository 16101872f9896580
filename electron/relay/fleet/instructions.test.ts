import { createPublicKey, verify } from 'node:crypto'
import { DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { expect, onTestFinished, test } from 'vitest'
import type { FleetInstruction, FleetInstructions } from '#contract/relay/fleet-instruction.ts'
import {
  instructionEvent,
  readInstruction,
  readSignedInstruction,
  type ChainChange,
  type Instruction,
  type InstructionDraft,
} from '#contract/relay/instruction.ts'
import { eventStream, eventSubject, fleetKey, type StoreInChain } from '#contract/relay/subjects.ts'
import type { StoreStatus } from '#contract/relay/store-status.ts'
import { hasNoNatsServer, natsTimeoutMs, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { openTestChain, type TestChain } from '#test/support/nats/test-chain.ts'
import { openFleet, openPage, publishStatus, statusOf } from '#test/support/nats/test-fleet.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { tries } from '#test/support/tries.ts'
import { signerOf } from '../chain/signing-key.ts'
import { ensureStream } from '../receive/stream.ts'

const fleetTest = (name: string, run: () => Promise<void>): void => {
  test.skipIf(hasNoNatsServer)(`${name} (${needsNatsServer})`, run)
}

const north: StoreInChain = { websiteId: 'w', storeId: 'north' }
/** Its key in the chain isn't its id. */
const south: StoreInChain = { websiteId: 'w', storeId: 'sur ñ' }
const west: StoreInChain = { websiteId: 'w', storeId: 'west' }

const soldOut: ChainChange = { kind: 'sold-out', what: 'item', name: 'Secret Burrito' }
const draftOf = (change: ChainChange, stores: readonly StoreInChain[]): InstructionDraft => ({
  ...{ reason: 'Recall of lettuce', change, stores: stores.map(fleetKey) },
})

type OpenFleet = Awaited<ReturnType<typeof openFleet>>

/** A server of the fleet page, and the browser of an admin. */
async function openServer(chain: TestChain, options: Parameters<typeof openFleet>[1] = {}) {
  const opened = await openFleet(chain, options)
  const cookie = await opened.logIn(await opened.addUser(`Ana ${opened.fleet.url}`, 'admin'))
  return { ...opened, cookie, ...browserOf(opened, cookie) }
}

function browserOf({ post, get }: Pick<OpenFleet, 'post' | 'get'>, cookie: string) {
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    post('instructions', body, { cookie, ...headers })
  return {
    send,
    again: (id: unknown) => post('instructions/again', { id }, { cookie }),
    async list(): Promise<FleetInstructions> {
      return (await (await get('instructions', cookie)).json()) as FleetInstructions
    },
    async sent(change: ChainChange, stores: readonly StoreInChain[]): Promise<FleetInstruction> {
      const answer = await send(draftOf(change, stores))
      expect(answer.status).toBe(201)
      return (await answer.json()) as FleetInstruction
    },
  }
}

async function openChain(): Promise<TestChain> {
  const chain = await openTestChain(temporaryFolder())
  onTestFinished(() => chain.close())
  await ensureStream(await chain.nats(), 1)
  return chain
}

/** A chain with three stores, a fleet page, and the browser of an admin. */
async function openAll(options: Parameters<typeof openFleet>[1] = {}) {
  const chain = await openChain()
  for (const store of [north, south, west]) await chain.addStore(store)
  return { chain, ...(await openServer(chain, options)) }
}

/** All events of the chain: the subject of each, and its instruction if the chain signed it. */
async function eventsOf(chain: TestChain) {
  const nats = await chain.nats()
  const { state } = await (
    await jetstreamManager(nats, { timeout: natsTimeoutMs })
  ).streams.info(eventStream)
  const events: { subject: string; eventId: string; instruction: Instruction }[] = []
  if (state.messages === 0) return events
  const options = { deliver_policy: DeliverPolicy.All }
  const consumer = await jetstream(nats, { timeout: natsTimeoutMs }).consumers.get(
    eventStream,
    options,
  )
  const messages = await consumer.consume()
  for await (const message of messages) {
    const event = readSignedInstruction(message.json())
    if (!event.ok) throw new Error(event.error.detail)
    const { type, eventId, instruction: text, signature } = event.value
    expect(type).toBe(instructionEvent)
    const x = signerOf(chain.chain.signingKey)
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    expect(verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))).toBe(true)
    const instruction = readInstruction(text)
    if (!instruction.ok) throw new Error(instruction.error.detail)
    events.push({ subject: message.subject, eventId, instruction: instruction.value })
    if (message.info.pending === 0) messages.stop()
  }
  return events
}

const subjectOf = ({ websiteId, storeId }: StoreInChain): string => eventSubject(websiteId, storeId)

fleetTest('an admin’s instruction arrives, signed, in exactly the chosen stores', async () => {
  const { chain, clock, sent, list, log } = await openAll()
  const answer = await sent(soldOut, [north, south, north])
  const expected = {
    ...{ reason: 'Recall of lettuce', change: soldOut, sentAt: clock.now(), unsent: [] },
    ...{ id: answer.id, stores: [fleetKey(north), fleetKey(south)] },
  }
  expect(answer).toMatchObject(expected)
  expect(await list()).toMatchObject({ canSend: true, instructions: [expected] })
  const events = await eventsOf(chain)
  expect(events.map(({ subject }) => subject).toSorted()).toEqual(
    [subjectOf(north), subjectOf(south)].toSorted(),
  )
  for (const { subject, eventId, instruction } of events) {
    expect(eventId).toBe(answer.id)
    const { websiteId, storeId, ...rest } = instruction
    expect(eventSubject(websiteId, storeId)).toBe(subject)
    expect(rest).toEqual({
      ...{ version: 1, id: answer.id, chain: 'Test chain', by: answer.by },
      ...{ sentAt: new Date(clock.now()).toISOString(), reason: 'Recall of lettuce' },
      change: soldOut,
    })
  }
  expect(log.text()).toContain(
    JSON.stringify({
      ...{ event: 'instruction sent', id: answer.id, kind: 'sold-out', stores: 2, unsent: 0 },
    }),
  )
  for (const secret of ['lettuce', 'Burrito', 'Ana']) expect(log.text()).not.toContain(secret)
})

fleetTest('a page that has the list gets it again only once it is another one', async () => {
  const { fleet, cookie, sent } = await openAll()
  const ask = (tag = '') =>
    fetch(`${fleet.url}instructions`, { headers: { cookie, 'if-none-match': tag } })
  const first = (await ask()).headers.get('etag') ?? ''
  expect((await ask(first)).status).toBe(304)
  await sent(soldOut, [north])
  const second = await ask(first)
  expect(second.status).toBe(200)
  expect(await second.json()).toMatchObject({ instructions: [{ change: soldOut }] })
  await expect
    .poll(async () => (await ask((await ask()).headers.get('etag') ?? '')).status)
    .toBe(304)
})

fleetTest('only an admin sends, and only with JSON', async () => {
  const { chain, cookie, addUser, logIn, post, get, send } = await openAll()
  const viewer = browserOf({ post, get }, await logIn(await addUser('Vic', 'viewer')))
  const stranger = browserOf({ post, get }, '')
  const draft = draftOf(soldOut, [north])
  for (const path of ['instructions', 'instructions/again']) {
    expect((await post(path, draft)).status, path).toBe(401)
    const asText = await post(path, draft, { cookie, 'content-type': 'text/plain' })
    expect(asText.status, path).toBe(415)
  }
  expect((await stranger.again('x')).status).toBe(401)
  expect((await get('instructions')).status).toBe(401)
  expect((await viewer.send(draft)).status).toBe(403)
  expect((await viewer.again('x')).status).toBe(403)
  expect(await viewer.list()).toEqual({ canSend: false, instructions: [] })
  expect((await send({ ...draft, reason: 'x'.repeat(600_000) })).status).toBe(413)
  expect(await eventsOf(chain)).toEqual([])
})

fleetTest('a bad draft is refused with its field, and nothing is sent', async () => {
  const { chain, sent, send, again, list } = await openAll()
  const { id } = await sent(soldOut, [north])
  const onSale = await sent({ kind: 'on-sale', of: id }, [north])
  const draft = draftOf(soldOut, [north])
  const profile = { kind: 'profile' as const, settings: {}, stations: [], soldOut: [] }
  const long = 'x'.repeat(120)
  const station = { name: 'Grill', color: 'red', icon: 'flame', categories: Array(100).fill(long) }
  const cases: [string, unknown][] = [
    ['this', null],
    ['reason', { ...draft, reason: 7 }],
    ['stores', { ...draft, stores: [] }],
    ['stores.1', { ...draft, stores: [fleetKey(north), 'w.nowhere'] }],
    ['stores.0', { ...draft, stores: ['no key'] }],
    ['change.name', { ...draft, change: { ...soldOut, name: '' } }],
    ['change.of', { ...draft, change: { kind: 'on-sale', of: 'unknown' } }],
    ['change.of', { ...draft, change: { kind: 'on-sale', of: onSale.id } }],
    ['change', { ...draft, change: profile }],
    ['change.settings.nothing', { ...draft, change: { ...profile, settings: { nothing: 1 } } }],
    // It is of a screen, and this one only the store changes.
    [
      'change.settings.webhookPort',
      { ...draft, change: { ...profile, settings: { webhookPort: 8_080 } } },
    ],
    [
      'change.settings.undoSeconds',
      { ...draft, change: { ...profile, settings: { undoSeconds: 61 } } },
    ],
  ]
  for (const [field, body] of cases) {
    const answer = await send(body)
    const read = { status: answer.status, text: await answer.text() }
    expect(read, field).toEqual({ status: 400, text: `${field} can’t be used` })
  }
  const tooLong = await send({
    ...draft,
    change: { ...profile, stations: Array(20).fill(station) },
  })
  expect(await tooLong.text()).toMatch(/^change/)
  expect(tooLong.status).toBe(400)
  expect((await again(7)).status).toBe(400)
  expect((await again('unknown')).status).toBe(404)
  expect((await list()).instructions).toHaveLength(2)
  expect(await eventsOf(chain)).toHaveLength(2)
})

fleetTest('a profile goes out with its values, and can be taken back', async () => {
  const { chain, sent } = await openAll()
  const profile: ChainChange = {
    ...{ kind: 'profile', settings: { undoSeconds: 12 }, soldOut: ['Chips'] },
    stations: [{ name: 'Grill', color: 'red', icon: 'flame', categories: ['Burritos'] }],
  }
  const { id } = await sent(profile, [north])
  await sent({ kind: 'on-sale', of: id }, [north])
  const changes = (await eventsOf(chain)).map(({ instruction }) => instruction.change)
  expect(changes).toEqual([profile, { kind: 'on-sale', of: id }])
})

fleetTest('each server shows what another sent, also after a restart', async () => {
  const { chain, clock, fleet, sent } = await openAll()
  const other = await openServer(chain, { clock })
  const first = await sent(soldOut, [north])
  await clock.advance(1_000)
  const second = await sent({ kind: 'on-sale', of: first.id }, [north, west])
  await expect.poll(other.list).toEqual({ canSend: true, instructions: [second, first] })
  await fleet.close()
  const restarted = await openServer(chain, { clock })
  expect(await restarted.list()).toEqual({ canSend: true, instructions: [second, first] })
  clock.jump(31 * 24 * 3_600_000)
  const later = await openServer(chain, { clock })
  expect((await later.list()).instructions).toEqual([])
})

fleetTest('again reaches only the stores that have not carried it out', async () => {
  const { chain, clock, fleet, cookie, sent, again, log } = await openAll()
  const { id, by, sentAt } = await sent(soldOut, [north, south, west])
  const page = await openPage(fleet, cookie)
  const outcome: StoreStatus['instructions'][number] = {
    ...{ id, state: 'done', items: 1, confirmed: 1, changed: 0, missing: [] },
  }
  await publishStatus(chain, north, statusOf({ instructions: [outcome] }))
  await publishStatus(chain, south, statusOf({ instructions: [{ ...outcome, id: 'another' }] }))
  const refused = { ...outcome, state: 'refused' as const }
  await publishStatus(chain, west, statusOf({ instructions: [refused] }))
  await expect
    .poll(async () => {
      await clock.advance(1_000)
      return page.stores().filter(({ state }) => state === 'well')
    })
    .toHaveLength(3)
  await clock.advance(60_000)
  for (const times of [1, 2]) {
    const answer = await again(id)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ id, sentAt, by, unsent: [] })
    const events = (await eventsOf(chain)).slice(3)
    const subjects = [subjectOf(south), subjectOf(west)].toSorted()
    expect(
      events
        .slice(-2)
        .map(({ subject }) => subject)
        .toSorted(),
    ).toEqual(subjects)
    // The store's inbox keeps only events that it doesn't have.
    expect(new Set([id, ...events.map(({ eventId }) => eventId)]).size).toBe(1 + times)
    expect(events).toHaveLength(2 * times)
    expect(events.at(-1)).toMatchObject({
      instruction: { id, by, change: soldOut, sentAt: new Date(clock.now()).toISOString() },
    })
  }
  expect(clock.now()).toBeGreaterThan(sentAt + 60_000)
  expect(log.text()).toContain('instruction sent again')
})

fleetTest('a store that can’t take it is listed, and gets it the next time', async () => {
  const { chain, sent, again, list } = await openAll()
  const manager = await jetstreamManager(await chain.nats(), { timeout: natsTimeoutMs })
  await manager.streams.update(eventStream, { max_msgs_per_subject: 1 })
  await sent(soldOut, [south])
  const part = await sent(soldOut, [north, south])
  expect(part.unsent).toEqual([fleetKey(south)])
  expect((await list()).instructions).toContainEqual(part)
  await manager.streams.update(eventStream, { max_msgs_per_subject: 9 })
  const answer = await again(part.id)
  expect(await answer.json()).toEqual({ ...part, unsent: [] })
  expect((await list()).instructions).toContainEqual({ ...part, unsent: [] })
})

fleetTest('without events in NATS nothing is sent, and it can be sent later', async () => {
  const { chain, sent, again, list } = await openAll()
  const nats = await chain.nats()
  await (await jetstreamManager(nats, { timeout: natsTimeoutMs })).streams.delete(eventStream)
  const stores = [north, south]
  const { id } = await sent(soldOut, stores)
  expect((await list()).instructions).toMatchObject([{ id, unsent: stores.map(fleetKey) }])
  expect((await again(id)).status).toBe(503)
  await ensureStream(nats, 1)
  expect(await (await again(id)).json()).toMatchObject({ id, unsent: [] })
  expect(await eventsOf(chain)).toHaveLength(2)
})

fleetTest('while NATS is away nothing is sent', async () => {
  const { chain, send, list } = await openAll()
  await chain.nodes[0]?.end()
  expect((await send(draftOf(soldOut, [north]))).status).toBe(503)
  expect(await list()).toEqual({ canSend: true, instructions: [] })
})

fleetTest('without a key the page shows and sends nothing', async () => {
  const { chain, fleet, clock, sent } = await openAll()
  const instruction = await sent(soldOut, [north])
  await fleet.close()
  const keyless = await openServer(chain, { clock, signingKey: null })
  expect(await keyless.list()).toEqual({ canSend: false, instructions: [instruction] })
  expect((await keyless.send(draftOf(soldOut, [north]))).status).toBe(503)
  expect((await keyless.again(instruction.id)).status).toBe(503)
  expect(await eventsOf(chain)).toHaveLength(1)
})

fleetTest('an instruction to many stores arrives in all of them', async () => {
  const chain = await openChain()
  const stores = Array.from({ length: tries(300, 2_000, 2_000) }, (_, nth) => ({
    ...{ websiteId: `website-${String(nth % 20)}`, storeId: `store-${String(nth)}`, name: '' },
    ...{ region: '', tags: [] },
  }))
  const labels = { name: '', region: '', tags: [] }
  chain.stores.addAll(stores.map((store) => ({ store, labels })))
  await chain.push()
  const { sent, list } = await openServer(chain)
  const answer = await sent(soldOut, stores)
  expect(answer).toMatchObject({ stores: stores.map(fleetKey), unsent: [] })
  expect((await list()).instructions).toEqual([answer])
  const subjects = (await eventsOf(chain)).map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual(stores.map(subjectOf).toSorted())
})
