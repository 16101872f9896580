import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ok } from '#contract/shared/result.ts'
import { openNetwork } from '#test/support/network.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openAuthority } from '#network/certificates/authority.ts'
import { identifyHost, readAddress } from './identify.ts'
import {
  movedTo,
  originOf,
  readJoinedHost,
  resolverRule,
  writeJoinedHost,
  type JoinedHost,
} from './joined-host.ts'
import { Joining } from './joining.ts'
import { answersAt, isIssuedFor } from './recognise.ts'

const name = 'kitchen-pass.local'

function setUp() {
  const folder = temporaryFolder()
  let restarts = 0
  const joining = new Joining({
    folder,
    log: createRecordingLog(),
    exit: { restart: () => void (restarts += 1) },
  })
  const stored = () => readJoinedHost(folder, createRecordingLog())
  return { folder, joining, restarts: () => restarts, stored }
}

/** A web server of something else, with this answer to everything. */
async function openOther(status: number, body: string | Buffer, location = ''): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, location === '' ? {} : { location }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `127.0.0.1:${String((server.address() as AddressInfo).port)}`
}

describe('a typed address', () => {
  test.for<[string, ReturnType<typeof readAddress>]>([
    ['192.168.1.20', { host: '192.168.1.20', port: 8_440 }],
    [' 192.168.1.20:9000 ', { host: '192.168.1.20', port: 9_000 }],
    ['http://kitchen-pass.local:8440/', { host: 'kitchen-pass.local', port: 8_440 }],
    ['https://KITCHEN.example.com/#/queue', { host: 'kitchen.example.com', port: 8_440 }],
    ['192.168.1.20:443', { host: '192.168.1.20', port: 443 }],
    ['192.168.1.20:99999', null],
    ['anna@192.168.1.20', null],
    ['the kitchen', null],
    ['', null],
  ])('%s', ([typed, read]) => {
    expect(readAddress(typed)).toEqual(read)
  })
})

test('a host is identified by the words that it shows itself, and joined', async () => {
  const { host } = await openNetwork()
  const { words, fingerprint } = host.read().certificate ?? {}
  const address = `127.0.0.2:${String(host.read().port)}`
  const { joining, stored, restarts } = setUp()
  const identity = { address, words, fingerprint }
  expect(await joining.identify(` http://${address}/ `)).toEqual({ ok: true, value: identity })
  expect(restarts()).toBe(0)

  expect(await joining.join({ address, fingerprint: fingerprint ?? null })).toEqual({
    ok: true,
    value: null,
  })
  expect(restarts()).toBe(1)
  const joined = stored()
  expect(joined).toMatchObject({ name, port: host.read().port, addresses: ['127.0.0.2'] })
  expect(joined && (await answersAt(joined, '127.0.0.1'))).toBe(true)
})

test('a host that is another one by the time of joining is not joined', async () => {
  const { host } = await openNetwork()
  const address = `127.0.0.1:${String(host.read().port)}`
  const { joining, stored, restarts } = setUp()
  const fingerprint = (host.read().certificate?.fingerprint ?? '').replace(/^../, '00')
  expect(await joining.join({ address, fingerprint })).toMatchObject({
    error: { code: 'too-late' },
  })
  expect([stored(), restarts()]).toEqual([null, 0])
})

test('who only copies the authority of a host is not the host', async () => {
  const { authority } = await openNetwork()
  const address = await openOther(200, authority())
  expect(await identifyHost(address)).toMatchObject({ error: { code: 'not-the-platform' } })
})

test.for<[string, number, string]>([
  ['a router', 200, '<title>Router</title>'],
  ['an endless page', 200, 'x'.repeat(100_000)],
  ['a server without such a path', 404, ''],
])('%s is not a host', async ([, status, body]) => {
  const address = await openOther(status, body)
  expect(await identifyHost(address)).toMatchObject({ error: { code: 'not-the-platform' } })
})

test('where nothing answers, it says so', async () => {
  expect(await identifyHost('127.0.0.1:1')).toMatchObject({ error: { code: 'unreachable' } })
  expect(await identifyHost('the kitchen')).toMatchObject({ error: { code: 'bad-input' } })
})

test('a host with a given certificate keeps its own name, and the system checks it', async () => {
  const at = await openOther(302, '', '')
  const [host = '', port] = at.split(':')
  const address = await openOther(302, '', `https://${at}/`)
  // It must lead to itself.
  expect(await identifyHost(address)).toMatchObject({ error: { code: 'not-the-platform' } })
  const own: JoinedHost = { authority: null, name: host, port: Number(port), addresses: [host] }
  expect(resolverRule(own)).toBe(null)
  expect(originOf({ ...own, port: 443 })).toBe('https://127.0.0.1')
  expect(await answersAt(own, host)).toBe(true)
})

describe('certificates', () => {
  const now = Date.now()
  const dayMs = 24 * 3_600_000
  const names = { names: [name], addresses: ['127.0.0.1'] }

  test('only one of the compared authority, for the name and in its time', async () => {
    const [own, other] = await Promise.all([
      openAuthority(temporaryFolder()),
      openAuthority(temporaryFolder()),
    ])
    const { cert } = await own.certificateFor(names, now)
    expect(isIssuedFor(cert, own.cert, name, now)).toBe(true)
    expect(isIssuedFor(cert, own.cert, 'other.local', now)).toBe(false)
    expect(isIssuedFor(cert, other.cert, name, now)).toBe(false)
    expect(isIssuedFor(cert, own.cert, name, now + 91 * dayMs)).toBe(false)
    expect(isIssuedFor(cert, own.cert, name, now - 2 * dayMs)).toBe(false)
    expect(isIssuedFor('nothing', own.cert, name, now)).toBe(false)
    const foreign = await other.certificateFor(names, now)
    expect(isIssuedFor(foreign.cert, own.cert, name, now)).toBe(false)
  })

  test('an impostor at the address does not answer as the host', async () => {
    const [network, other] = [await openNetwork(), await openNetwork()]
    const joined = (authority: string): JoinedHost => ({
      ...{ authority, name, port: network.port(), addresses: ['127.0.0.2'] },
    })
    expect(await answersAt(joined(network.authority()), '127.0.0.2')).toBe(true)
    expect(await answersAt(joined(other.authority()), '127.0.0.2')).toBe(false)
  })
})

describe('the remembered host', () => {
  const host: JoinedHost = {
    ...{ authority: 'PEM', name, port: 8_440 },
    addresses: ['192.168.1.1', '192.168.1.2', '192.168.1.3', '192.168.1.4', '192.168.1.5'],
  }

  test('keeps its last five addresses, the newest first', () => {
    expect(movedTo(host, '192.168.1.3').addresses.slice(0, 3)).toEqual([
      '192.168.1.3',
      '192.168.1.1',
      '192.168.1.2',
    ])
    expect(movedTo(host, '192.168.1.9').addresses).toEqual([
      '192.168.1.9',
      ...host.addresses.slice(0, 4),
    ])
  })

  test('its lasting name leads to its last address', () => {
    expect(resolverRule(host)).toBe(`MAP ${name} 192.168.1.1`)
    expect(resolverRule({ ...host, addresses: [name] })).toBe(null)
    expect(originOf(host)).toBe(`https://${name}:8440`)
  })

  test('a damaged file costs only that, and is in the log', () => {
    const folder = temporaryFolder()
    const log = createRecordingLog()
    expect(readJoinedHost(folder, log)).toBe(null)
    expect(log.text()).toBe('')
    const file = join(folder, 'joined-host.json')
    for (const text of ['{', '{}', '{"authority":1}']) {
      writeFileSync(file, text)
      expect(readJoinedHost(folder, log)).toBe(null)
      expect(readFileSync(file, 'utf8')).toBe(text)
    }
    expect(log.text().match(/joined-host.json is damaged/g)).toHaveLength(3)
    expect(writeJoinedHost(folder, host)).toEqual(ok(null))
    expect(readJoinedHost(folder, log)).toEqual(host)
    expect(readFileSync(`${file}.damaged`, 'utf8')).toBe('{"authority":1}')
  })
})
