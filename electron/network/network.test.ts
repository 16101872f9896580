import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request as plainRequest, type IncomingMessage } from 'node:http'
import { request as secureRequest } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { join as inFolder } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  askForCode,
  askSecurely,
  enter,
  oneConnection,
  type JoinedScreen,
} from '#test/support/network-screen.ts'
import { hostsManager, join, openNetwork, type TestNetwork } from '#test/support/network.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { tries } from '#test/support/tries.ts'
import { json } from '#test/support/web-door.ts'
import { operations, type OperationName } from '#contract/index.ts'
import { fail, ok } from '#contract/shared/result.ts'
import type { Stations } from '#contract/stations/station.ts'
import { LocalDoor } from '#web/door/local-door.ts'

const kitchenScreen = { name: 'Grill', role: 'kitchen' } as const

const asManager = ({ kitchen }: TestNetwork, name: OperationName, input: object = {}) =>
  kitchen.call(hostsManager, name, input)

describe('the switch', () => {
  test('is off at first: nothing listens', async () => {
    const network = await openNetwork({ isAllowed: false })
    expect(await asManager(network, 'network.get')).toMatchObject({
      value: { isPossible: true, isAllowed: false, certificate: null, addresses: [] },
    })
  })

  test('stays on after a restart, and off closes every connection', async () => {
    const first = await openNetwork()
    const screen = await join(first, kitchenScreen)
    const { folder } = first
    await first.close()
    const network = await openNetwork({ folder, isAllowed: false, port: first.port() })
    expect(await (await enter(network, screen.token)).call('status.get')).toMatchObject({
      status: 200,
    })
    const socket = await connectTo(network)
    const closed = once(socket, 'close')
    expect(await asManager(network, 'network.allow', { isAllowed: false })).toEqual(ok(null))
    await closed
    await expect(askSecurely(network, '/door')).rejects.toThrow(/ECONNREFUSED/)
  })

  test('says that another program has the port', async () => {
    const other = await openNetwork()
    const network = await openNetwork({ port: other.port() })
    expect(await asManager(network, 'network.get')).toMatchObject({
      value: { isAllowed: true, problem: 'port-taken', certificate: null },
    })
    await other.close()
    await asManager(network, 'network.allow', { isAllowed: true })
    expect(await asManager(network, 'network.get')).toMatchObject({ value: { problem: null } })
  })

  test('is off if its file is damaged, until a manager turns it on', async () => {
    const { folder, host, close } = await openNetwork()
    const { words } = host.read().certificate ?? {}
    await close()
    const file = inFolder(folder, 'network.json')
    for (const damaged of ['', '\0\0\0', '{"isAllowed":', '[]']) {
      writeFileSync(file, damaged)
      const network = await openNetwork({ folder, isAllowed: false })
      expect(network.host.read()).toMatchObject({ isAllowed: false, problem: null })
      expect(readFileSync(file, 'utf8')).toBe(damaged)
      await asManager(network, 'network.allow', { isAllowed: true })
      expect(network.host.read()).toMatchObject({ isAllowed: true, certificate: { words } })
      expect(readFileSync(`${file}.damaged`, 'utf8')).toBe(damaged)
      await network.close()
    }
  })

  test.each(['authority.pem', 'authority-key.pem'])(
    'says that %s is damaged, works with it again, or a manager replaces it',
    async (name) => {
      const first = await openNetwork()
      const { token } = await join(first, kitchenScreen)
      const [words, authority] = [first.host.read().certificate?.words, first.authority()]
      await first.close()
      const { folder } = first
      const file = inFolder(folder, 'network', name)
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, 'x')
      const second = await openNetwork({ folder })
      const damaged = { isAllowed: true, problem: 'authority-damaged', certificate: null }
      expect(await asManager(second, 'network.get')).toMatchObject({ value: damaged })
      expect(await asManager(second, 'status.get')).toMatchObject({ ok: true })

      writeFileSync(file, text)
      await asManager(second, 'network.allow', { isAllowed: true })
      expect(second.host.read()).toMatchObject({ problem: null, certificate: { words } })
      expect(await (await enter(second, token)).call('status.get')).toMatchObject({ status: 200 })
      await second.close()

      writeFileSync(file, 'x')
      const third = await openNetwork({ folder })
      expect(third.host.read()).toMatchObject(damaged)
      expect(await asManager(third, 'network.replaceAuthority')).toEqual(ok(null))
      expect(third.host.read()).toMatchObject({ problem: null })
      expect(third.host.read().certificate?.words).not.toBe(words)
      expect(third.authority()).not.toBe(authority)
      expect(await (await enter(third, token)).call('status.get')).toMatchObject({ status: 200 })
    },
  )

  test('says that the certificate can’t be used', async () => {
    const files = { certFile: '/nowhere.pem', keyFile: '/nowhere-key.pem' }
    const network = await openNetwork({ given: files })
    expect(await asManager(network, 'network.get')).toMatchObject({
      value: { problem: 'no-certificate' },
    })
  })
})

/** An encrypted connection that stays open. */
async function connectTo(network: TestNetwork): Promise<TLSSocket> {
  const socket = connect({ port: network.port(), host: '127.0.0.1', ca: network.authority() })
  socket.on('error', () => undefined)
  await once(socket, 'secureConnect')
  return socket
}

/** An event stream of a screen; resolves once it is open. */
async function listen(network: TestNetwork, screen: JoinedScreen) {
  const sent = secureRequest({
    ...{ host: '127.0.0.1', port: network.port(), ca: network.authority(), agent: false },
    path: '/events',
    headers: screen.headers,
  })
  sent.on('error', () => undefined)
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  response.on('error', () => undefined)
  return response
}

describe('a screen that a manager lets in', () => {
  test('gets its name and role, and is listed with its system and address', async () => {
    const network = await openNetwork()
    const screen = await join(network, kitchenScreen)
    await listen(network, screen)
    const device = { version: '0.2.0', battery: { percent: 18, isCharging: false } }
    expect(await screen.call('screens.describe', device)).toMatchObject({ status: 200 })
    expect(await screen.call('screens.get')).toMatchObject({
      answer: { value: { own: { ...kitchenScreen, effectiveRole: 'kitchen' }, all: null } },
    })
    const listed = { ...kitchenScreen, id: screen.id, isConnected: true }
    const seen = { system: 'ipados', address: '127.0.0.1', device }
    const { value } = (await asManager(network, 'screens.get')) as {
      value: { all: { id: string }[] }
    }
    expect(value.all.find(({ id }) => id === screen.id)).toMatchObject({ ...listed, network: seen })
  })

  test('loses everything within a second when it is removed', async () => {
    const network = await openNetwork()
    const screen = await join(network, kitchenScreen)
    const other = await join(network, { name: 'Bar', role: 'counter' })
    const stream = await listen(network, screen)
    const closed = new Promise((resolve) => stream.once('close', resolve))
    const from = performance.now()
    expect(await asManager(network, 'screens.forget', { screenId: screen.id })).toEqual(ok(null))
    await closed
    expect(performance.now() - from).toBeLessThan(1_000)
    expect(await screen.call('status.get')).toMatchObject({ status: 401 })
    await expect(enter(network, screen.token)).rejects.toThrow('not let in')
    expect(await other.call('status.get')).toMatchObject({ status: 200 })
  })

  test.each(['1970-01-01T00:00:10Z', '2027-12-01T00:00:00Z', '2060-01-01T00:00:00Z'])(
    'trusts the same words and stays, whatever the clock says in between: %s',
    async (wrong) => {
      const words = ({ host }: TestNetwork) => host.read().certificate?.words
      const first = await openNetwork()
      const { token } = await join(first, kitchenScreen)
      const { folder } = first
      const before = [words(first), first.authority()]
      await first.close()
      const second = await openNetwork({ folder, clock: new FakeClock(wrong) })
      expect([words(second), second.authority()]).toEqual(before)
      await second.close()
      const third = await openNetwork({ folder })
      expect([words(third), third.authority()]).toEqual(before)
      expect(await (await enter(third, token)).call('status.get')).toMatchObject({ status: 200 })
    },
  )

  test('has no access after a restart either', async () => {
    const first = await openNetwork()
    const { token, id } = await join(first, kitchenScreen)
    await asManager(first, 'screens.forget', { screenId: id })
    await first.close()
    const network = await openNetwork({ folder: first.folder })
    await expect(enter(network, token)).rejects.toThrow('not let in')
  })

  test('keeps its name and role in a store that doesn’t know it', async () => {
    // The practice store is a new one at each start.
    const first = await openNetwork()
    const { token, id } = await join(first, { name: 'Office', role: 'manager' })
    const { token: other } = await join(first, kitchenScreen)
    await asManager(first, 'screens.assign', { screenId: id, name: 'Bar', role: 'counter' })
    await first.close()
    const network = await openNetwork({ folder: first.folder })
    for (const [screen, own] of [
      [await enter(network, token), { name: 'Bar', role: 'counter', effectiveRole: 'counter' }],
      [await enter(network, other), { ...kitchenScreen, effectiveRole: 'kitchen' }],
    ] as const)
      expect(await screen.call('screens.get')).toMatchObject({ answer: { value: { own } } })
  })

  test('has a role only from a manager', async () => {
    const network = await openNetwork()
    const screen = await join(network, { name: 'Office', role: 'manager' })
    expect(await screen.call('network.get')).toMatchObject({ answer: { ok: true } })
    await asManager(network, 'screens.assign', { screenId: screen.id, ...kitchenScreen })
    expect(await screen.call('network.get')).toMatchObject({
      answer: { error: { code: 'not-allowed' } },
    })
  })
})

describe('this computer', () => {
  test('gets another address: its certificate is renewed under an open connection, and the new one works', async () => {
    const addresses = ['127.0.0.2']
    const clock = new FakeClock(new Date().toISOString())
    const network = await openNetwork({ addresses: () => [...addresses], clock })
    const screen = await join(network, kitchenScreen)
    const stream = await listen(network, screen)
    let isCut = false
    stream.on('close', () => (isCut = true))
    const askAt = (host: string) => askSecurely(network, '/door', { host })
    expect((await askAt('127.0.0.2')).status).toBe(200)
    await expect(askAt('127.0.0.3')).rejects.toThrow(/does not match/)
    addresses.splice(0, 1, '127.0.0.3')
    await clock.advance(10_000)
    await expect
      .poll(() => network.host.read().addresses)
      .toContain(`127.0.0.3:${String(network.port())}`)
    expect((await askAt('127.0.0.3')).status).toBe(200)
    await expect(askAt('127.0.0.2')).rejects.toThrow(/does not match/)
    expect(await screen.call('status.get')).toMatchObject({ status: 200 })
    expect(isCut).toBe(false)
  })

  test('renews its certificate a month before the end, and the screens notice nothing', async () => {
    const clock = new FakeClock(new Date().toISOString())
    const network = await openNetwork({ clock })
    const screen = await join(network, kitchenScreen)
    const stream = await listen(network, screen)
    let isCut = false
    stream.on('close', () => (isCut = true))
    const until = () => network.host.read().certificate?.until
    const first = until()
    const words = network.host.read().certificate?.words
    clock.jump(61 * 24 * 3_600_000)
    await clock.advance(10_000)
    await expect.poll(until).not.toBe(first)
    expect(network.host.read().certificate?.words).toBe(words)
    expect(isCut).toBe(false)
  })

  test('renews it by a time that the platform confirms, and by no other', async () => {
    const clock = new FakeClock(new Date().toISOString())
    const network = await openNetwork({ clock })
    const until = () => network.host.read().certificate?.until
    const first = until()
    let confirmed = 0
    network.host.followTime(() => confirmed)
    clock.jump(400 * 24 * 3_600_000)
    for (let look = 0; look < 3; look++) {
      await clock.advance(10_000)
      expect(until()).toBe(first)
    }
    confirmed = clock.now()
    await clock.advance(10_000)
    await expect.poll(until).not.toBe(first)
  })
})

describe('attacks', () => {
  test('a kitchen screen may do none of the managers’ operations, with or without a PIN', async () => {
    const network = await openNetwork()
    const screen = await join(network, kitchenScreen, oneConnection())
    const forManagers = Object.entries(operations)
      .filter(([, { roles }]) => !roles.includes('kitchen'))
      .map(([name]) => name as OperationName)
    expect(forManagers.length).toBeGreaterThan(50)
    const askAll = async (): Promise<string[]> => {
      const done: string[] = []
      for (const name of forManagers) {
        const { answer } = await screen.call(name)
        const { error } = answer as { error?: { code: string } }
        if (error?.code !== 'not-allowed') done.push(name)
      }
      return done
    }
    expect(await askAll()).toEqual([])
    await asManager(network, 'screens.setPin', { pin: '2468' })
    expect(await askAll()).toEqual([])
  })

  test('a screen for guests gets order status, and nothing else in its first view, by a call or as an event', async () => {
    const network = await openNetwork()
    const screen = await join(network, { name: 'Door', role: 'status' })
    const { answer } = await screen.call('orderStatus.get')
    expect(answer).toMatchObject({ ok: true, value: { ready: [] } })
    const refused = { ok: false, error: { code: 'not-allowed' } }
    for (const name of ['tickets.list', 'status.get', 'stock.board', 'settings.get'] as const)
      expect(await screen.call(name)).toMatchObject({ answer: refused })
    const first = await askSecurely(network, '/first', { headers: screen.headers })
    const { view } = JSON.parse(first.text) as { view: Record<string, object> }
    const { 'screens.get': own, ...others } = view
    expect(own).toMatchObject({ ok: true, value: { own: { role: 'status' }, otherNames: [] } })
    for (const each of Object.values(others)) expect(each).toMatchObject(refused)
    const file = '/exports/guests.csv'
    const asked = await askSecurely(network, file, { headers: screen.headers })
    expect(asked.status).toBe(404)

    const stream = await listen(network, screen)
    let received = ''
    stream.on('data', (part: Buffer) => (received += part.toString()))
    await asManager(network, 'settings.change', { undoSeconds: 3 })
    await asManager(network, 'screens.rename', { name: 'Office' })
    await expect.poll(() => received).toContain('screens.changed')
    expect(received).not.toMatch(/settings\.changed|tickets\.changed|status\.changed/)
  })

  test('the token of a kitchen screen opens no guests and no money, by a call or as a file', async () => {
    const network = await openNetwork()
    const screen = await join(network, kitchenScreen)
    const guestsAndMoney = Object.keys(operations).filter((name) =>
      /^(?:guests|payments|shifts|coupons|waste)\./.test(name),
    ) as OperationName[]
    expect(guestsAndMoney.length).toBeGreaterThan(20)
    for (const name of guestsAndMoney)
      expect(await screen.call(name), name).toMatchObject({
        answer: { ok: false, error: { code: 'not-allowed' } },
      })
    for (const path of ['/exports/guests.csv', '/exports/a.kpbackup'])
      expect((await askSecurely(network, path, { headers: screen.headers })).status).toBe(404)
  })

  test('up to 10,000 guessed tokens let nobody in and are limited, and a screen is answered', async () => {
    // By this clock no time passes, as for a fast device.
    const network = await openNetwork({ clock: new FakeClock(new Date().toISOString()) })
    const screen = await join(network, kitchenScreen)
    const agent = oneConnection()
    const statuses = new Map<number, number>()
    for (let guess = 0; guess < tries(2_500, 10_000, 10_000); guess++) {
      const headers = { authorization: `Bearer ${guess.toString(36).padStart(43, 'A')}` }
      const localAddress = '127.0.0.66'
      const asked = { headers, agent, localAddress }
      const { status } = await askSecurely(network, '/first', asked)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect([...statuses.keys()].toSorted()).toEqual([401, 429])
    expect(statuses.get(401)).toBe(20)
    expect(await screen.call('status.get')).toMatchObject({ status: 200 })
  })

  test('a token is worth nothing without encryption, at another kitchen, or at the screens of this computer', async () => {
    const [network, other] = [await openNetwork(), await openNetwork()]
    const { token, headers } = await join(network, kitchenScreen)
    await expect(enter(other, token)).rejects.toThrow('not let in')
    const local = new LocalDoor(network.folder, 4_000, () => undefined)
    expect(local.screenOf(headers.authorization)).toBeNull()
  })

  test('however many codes are guessed, nobody gets in', async () => {
    const network = await openNetwork()
    const screen = await join(network, kitchenScreen, oneConnection())
    const manager = await join(network, { name: 'Office', role: 'manager' }, oneConnection())
    const { id, token } = await askForCode(network)
    const codes = new Map<string, number>()
    const count = (code: string): void => void codes.set(code, (codes.get(code) ?? 0) + 1)
    const overNetwork = tries(40, 200, 200)
    for (let guess = 0; guess < tries(200, 10_000, 10_000); guess++) {
      const place = { ...kitchenScreen, waitingId: id, code: guess.toString(36).padStart(8, 'B') }
      // Some over the network, where the rate is limited, the others past it.
      if (guess < overNetwork) {
        const asker = guess % 2 === 0 ? screen : manager
        const { status, answer } = await asker.call('network.approve', place)
        count(status === 200 ? (answer as { error: { code: string } }).error.code : String(status))
      } else {
        const answer = await asManager(network, 'network.approve', place)
        count(answer.ok ? 'in' : answer.error.code)
      }
    }
    expect(codes.get('in')).toBeUndefined()
    expect(codes.get('not-allowed')).toBe(overNetwork / 2)
    expect(codes.get('wrong-code')).toBe(4)
    await expect(enter(network, token)).rejects.toThrow('not let in')
  })

  test('a browser that waits, was refused, or never asked has no access', async () => {
    const network = await openNetwork()
    const waiting = await askForCode(network)
    const { id, token } = await askForCode(network)
    expect(await asManager(network, 'network.refuse', { waitingId: id })).toEqual(ok(null))
    expect(await asManager(network, 'network.refuse', { waitingId: id })).toEqual(fail('not-found'))
    for (const each of [waiting.token, token, 'A'.repeat(43), waiting.id, waiting.code, ''])
      await expect(enter(network, each)).rejects.toThrow('not let in')
    for (const path of ['/first', '/events', '/exports/x.csv'])
      expect((await askSecurely(network, path)).status, path).toBe(401)
  })

  test('who knows which screen waits, as managers do, doesn’t get its token', async () => {
    const network = await openNetwork()
    const { id, code, token } = await askForCode(network)
    const asked = { ...kitchenScreen, waitingId: id, code }
    expect(await asManager(network, 'network.approve', asked)).toEqual(ok(null))
    const { text } = await askSecurely(network, `/pair/outcome?${id}`)
    expect(JSON.parse(text)).toEqual({ outcome: 'approved' })
    expect(await enter(network, token)).toMatchObject({ token })
  })

  test('is let in with the stations that it shows', async () => {
    const network = await openNetwork()
    const asked = { id: null, name: 'Grill', color: 'red', icon: 'flame' }
    const saved = await asManager(network, 'stations.save', asked)
    const { id: station } = (saved as { value: { id: string } }).value
    const { id: waitingId, code } = await askForCode(network)
    const place = { ...kitchenScreen, stations: [station] }
    expect(await asManager(network, 'network.approve', { waitingId, code, ...place })).toEqual(
      ok(null),
    )
    const read = await asManager(network, 'stations.get')
    expect(Object.values((read as { value: Stations }).value.screens ?? {})).toEqual([[station]])
  })

  test('sets no cookie, and takes none', async () => {
    const network = await openNetwork()
    const { token, headers } = await join(network, kitchenScreen)
    for (const path of ['/', '/door', '/pair.js', '/first', '/pictures/x', '/worker.js']) {
      const answer = await askSecurely(network, path, { headers })
      expect(answer.headers['set-cookie'], path).toBeUndefined()
    }
    const cookie = `kitchen-pass.token=${token}`
    expect((await askSecurely(network, '/first', { headers: { cookie } })).status).toBe(401)
  })

  test('many stalled handshakes, silent connections and half requests keep no screen waiting', async () => {
    const network = await openNetwork()
    const screen = await join(network, kitchenScreen)
    // The start of a handshake, nothing at all, and the start of a request without encryption.
    const starts = [Buffer.from([0x16, 3, 1, 2, 0, 1]), null, Buffer.from('GET / HTTP/1.1\r\n')]
    const stalled = Array.from({ length: tries(300, 2_000) }, (_, nth) => {
      const socket = connectPlain(network.port(), '127.0.0.1')
      const start = starts[nth % starts.length]
      if (start != null) socket.write(start)
      return socket.on('error', () => undefined)
    })
    onTestFinished(() => {
      for (const socket of stalled) socket.destroy()
    })
    await Promise.all(stalled.map((socket) => once(socket, 'connect')))
    for (let call = 0; call < 50; call++)
      expect(await screen.call('status.get')).toMatchObject({ status: 200 })
    // A new screen gets its code too.
    expect((await askForCode(network, '127.0.0.9')).status).toBe(200)
  })

  test('a handshake that stalls, and a request that isn’t finished, are ended', async () => {
    const network = await openNetwork()
    const half = connectPlain(network.port(), '127.0.0.1')
    half.write('GET / HTTP/1.1\r\n')
    const handshake = connectPlain(network.port(), '127.0.0.1')
    handshake.write(Buffer.from([0x16, 3, 1, 2, 0, 1]))
    await Promise.all([half, handshake].map((socket) => once(socket.resume(), 'close')))
  })

  test('a call that is sent again with its id runs once', async () => {
    const network = await openNetwork()
    const manager = await join(network, { name: 'Office', role: 'manager' })
    const { id } = await askForCode(network, '127.0.0.8')
    const send = async (callId: string): Promise<unknown> => {
      const body = JSON.stringify({
        ...{ name: 'network.refuse', input: { waitingId: id }, id: callId },
      })
      const headers = { ...json, ...manager.headers }
      const { text } = await askSecurely(network, '/call', { method: 'POST', headers, body })
      return JSON.parse(text) as unknown
    }
    expect(await send('first')).toEqual(ok(null))
    expect(await send('first')).toEqual(ok(null))
    expect(await send('second')).toEqual(fail('not-found'))
  })

  test('one screen that asks too often is refused, and others are answered', async () => {
    const network = await openNetwork({ clock: new FakeClock(new Date().toISOString()) })
    const loud = await join(network, kitchenScreen, oneConnection())
    const quiet = await join(network, kitchenScreen)
    const statuses: number[] = []
    for (let time = 0; time < 510; time++) statuses.push((await loud.call('status.get')).status)
    // Its first view was one of 500.
    expect(statuses.indexOf(429)).toBe(499)
    expect(await quiet.call('status.get')).toMatchObject({ status: 200 })
  })

  test('addresses outside the local network get no answer at all', async () => {
    const network = await openNetwork({ mayConnect: (address) => address !== '127.0.0.66' })
    await expect(askSecurely(network, '/door', { localAddress: '127.0.0.66' })).rejects.toThrow(
      /ECONNRESET|socket disconnected/,
    )
    expect((await askSecurely(network, '/door', { localAddress: '127.0.0.7' })).status).toBe(200)
  })

  test('a service worker that is not ours is ended', async () => {
    const network = await openNetwork()
    const headers = { 'service-worker': 'script' }
    const ask = (path: string) => askSecurely(network, path, { headers })
    expect((await ask('/worker.js')).text).toContain('kitchen-pass-shell')
    expect((await ask('/other.js')).text).toContain('unregister')
  })

  test('codes for one address are limited, and others still get one', async () => {
    const network = await openNetwork()
    const ask = (localAddress: string) => askForCode(network, localAddress)
    const statuses: number[] = []
    for (let time = 0; time < 30; time++) statuses.push((await ask('127.0.0.66')).status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(20)
    expect((await ask('127.0.0.7')).status).toBe(200)
  })

  test('one device with thousands of addresses keeps no screen out', async () => {
    const network = await openNetwork()
    const addresses = Array.from(
      { length: tries(300, 2_000) },
      (_, nth) => `127.1.${String(nth >> 8)}.${String(nth & 255)}`,
    )
    const askFrom = (localAddress: string) => askForCode(network, localAddress)
    const early = await askForCode(network, '127.0.0.7')
    for (let at = 0; at < addresses.length; at += 10) {
      const asked = await Promise.all(addresses.slice(at, at + 10).map(askFrom))
      expect(asked.every(({ status }) => status === 200)).toBe(true)
    }
    const read = await asManager(network, 'network.get')
    expect(read).toMatchObject({ value: { hasMoreWaiting: true } })
    const late = await askForCode(network, '127.0.0.8')
    for (const { code } of [early, late]) {
      const asked = { ...kitchenScreen, waitingId: null, code, name: code }
      expect(await asManager(network, 'network.approve', asked)).toEqual(ok(null))
    }
    for (const { token } of [early, late])
      expect(await (await enter(network, token)).call('status.get')).toMatchObject({ status: 200 })
  })

  test('another host name is not one of this kitchen', async () => {
    const network = await openNetwork()
    const others = ['evil.example', 'kitchen-pass.local', '127.0.0.1', '10.0.0.1:PORT']
    for (const address of [...others, 'localhost:PORT']) {
      const host = address.replace('PORT', String(network.port()))
      const answer = await askSecurely(network, '/', {
        headers: { host },
        checkServerIdentity: () => undefined,
      })
      expect(answer, host).toMatchObject({ status: 421, text: 'not a host of this kitchen' })
    }
  })

  test('a page of another site gets no answer', async () => {
    const network = await openNetwork()
    const screen = await join(network, kitchenScreen)
    const sites = ['https://evil.example', 'http://127.0.0.1:PORT', 'null']
    for (const site of [...sites, 'https://127.0.0.2:PORT']) {
      const origin = site.replace('PORT', String(network.port()))
      for (const [method, path] of [
        ['POST', '/call'],
        ['POST', '/pair'],
        ['GET', '/events'],
        ['GET', '/first'],
      ] as const) {
        const headers = { origin, ...screen.headers }
        const { status } = await askSecurely(network, path, { method, headers })
        expect(status, `${origin} ${path}`).toBe(403)
      }
    }
    expect(network.host.read().waiting).toEqual([])
  })

  test('which host this is learns a page at another address of it, and nobody else', async () => {
    const [network, other] = [await openNetwork(), await openNetwork()]
    const askFrom = (origin: string) =>
      askSecurely(network, '/host', {
        headers: { origin: origin.replace('PORT', String(network.port())) },
      })
    const answer = await askFrom('https://127.0.0.2:PORT')
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.headers['access-control-allow-origin']).toBe(
      `https://127.0.0.2:${String(network.port())}`,
    )
    expect(answer.text).toMatch(/^[\da-f-]{36}$/)
    expect((await askSecurely(network, '/host')).text).toBe(answer.text)
    expect((await askSecurely(other, '/host')).text).not.toBe(answer.text)
    for (const origin of ['https://evil.example', 'http://127.0.0.2:PORT', 'null'])
      expect((await askFrom(origin)).status).toBe(403)
  })
})

describe('without encryption', () => {
  const ask = (network: TestNetwork, path: string, method = 'GET', headers = {}) =>
    new Promise<{ status?: number; type?: string; location?: string }>((resolve, reject) => {
      plainRequest(
        { host: '127.0.0.1', port: network.port(), path, method, headers, agent: false },
        (response) => {
          response.resume()
          const { 'content-type': type, location } = response.headers
          resolve({
            ...{ status: response.statusCode },
            ...(type !== undefined && { type }),
            ...(location !== undefined && { location }),
          } as never)
        },
      )
        .on('error', reject)
        .end()
    })

  test('there is only the page that says how to trust this computer', async () => {
    const network = await openNetwork()
    expect(await ask(network, '/')).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
    expect(await ask(network, '/authority.crt')).toMatchObject({
      status: 200,
      type: 'application/x-x509-ca-cert',
    })
    for (const path of ['/first', '/door', '/call', '/events', '/index.html', '/pictures/x'])
      expect(await ask(network, path)).toMatchObject({ status: 302, location: '/' })
    expect(await ask(network, '/call', 'POST')).toMatchObject({ status: 421 })
    expect(await ask(network, '/', 'GET', { host: 'evil.example' })).toMatchObject({ status: 421 })
  })
})
