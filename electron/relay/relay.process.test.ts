import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readRelayFile } from '#contract/relay/relay-file.ts'
import {
  hasNoNatsServer,
  needsNatsServer,
  startNatsServer,
  type NatsServer,
} from '#test/support/nats/nats-server.ts'
import { reservedPort } from '#test/support/reserved-port.ts'
import { runProgram, type Ended } from '#test/support/run-command.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import packageFile from '../../package.json' with { type: 'json' }

const bundle = join(import.meta.dirname, '../../out/main/relay.js')

const relayTest = (name: string, run: () => Promise<void>): void => {
  test.skipIf(hasNoNatsServer)(`${name} (${needsNatsServer})`, run)
}

const relay = (cwd: string, args: readonly string[]): Promise<Ended> =>
  runProgram([process.execPath, bundle, ...args], { cwd })

/** All files of a folder with their text. */
const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    globSync('**/*', { cwd: folder, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  )

/** The folder of a new chain with one nats-server, which doesn't run yet. */
async function setUp() {
  const cwd = temporaryFolder()
  const port = await reservedPort()
  const made = await relay(cwd, ['setup', '--name', 'Pizza', '--node', `localhost:${String(port)}`])
  expect(made).toMatchObject({ code: 0, err: '' })
  const chain = join(cwd, 'chain')
  return {
    cwd,
    chain,
    made,
    run: (...args: string[]) => relay(cwd, args),
    async startNats(): Promise<NatsServer> {
      const server = await startNatsServer(join(chain, 'nats/node-1/nats-server.conf'), port)
      onTestFinished(() => server.end('SIGKILL'))
      return server
    },
  }
}

interface Addresses {
  events: string
  figures: string
}

/** A command that runs until the test ends it. */
function startServer(cwd: string, all: readonly string[], program = bundle) {
  const child = spawn(process.execPath, [program, ...all], { cwd, env: {} })
  const ended = once(child, 'close') as Promise<[number | null]>
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (err += part.toString()))
  return {
    output: () => out + err,
    /** What it prints once it listens. */
    async addresses<Printed = Addresses>(): Promise<Printed> {
      await expect.poll(() => out).toContain('\n')
      return JSON.parse(out) as Printed
    },
    async end(signal: 'SIGTERM' | 'SIGINT'): Promise<number | null> {
      child.kill(signal)
      return (await ended)[0]
    },
  }
}

/** `serve`, which is the command without a name. */
const startServe = (cwd: string) => startServer(cwd, ['--port', '0', '--figures-port', '0'])

async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(url, init)
  await answer.text()
  return answer.status
}

const health = ({ figures }: Addresses): Promise<number> => statusOf(`${figures}health`)

let lastEvent = 0
const post = ({ events }: Addresses, bearer: string): Promise<number> =>
  statusOf(events, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'ecommerce.order.created',
      eventId: String(++lastEvent),
      websiteId: 'W1',
      storeId: 'S1',
      data: {},
    }),
  })

const store = ['--website', 'W1', '--store', 'S1']

test('a chain is set up once: a second time changes nothing', async () => {
  const { chain, made, run } = await setUp()
  expect(made.out).toContain(`nats-server -c ${chain}/nats/node-1/nats-server.conf`)
  expect(made.out).toContain(`serve --folder ${chain}/relay`)
  const before = filesIn(chain)
  const again = await run('setup', '--name', 'Another')
  expect(again).toEqual({ code: 1, out: '', err: `There is a chain in ${chain} already.\n` })
  expect(filesIn(chain)).toEqual(before)
})

test.skipIf(process.platform === 'win32')('secrets can be read by their owner only', async () => {
  const { cwd, chain, run } = await setUp()
  await run('website', 'add', '--website', 'W1')
  expect(await run('store', 'add', ...store)).toMatchObject({ code: 0 })
  const open = Object.keys(filesIn(cwd)).filter((path) => (statSync(path).mode & 0o077) !== 0)
  expect(open.map((path) => path.slice(chain.length)).toSorted()).toEqual([
    '/nats/node-1/authority.pem',
    '/nats/node-1/nats-server.conf',
  ])
  expect(statSync(chain).mode & 0o077).toBe(0)
})

test('nodes have ports, and find each other 2,000 ports higher', async () => {
  const cwd = temporaryFolder()
  const nodes = ['a.example', 'b.example:4300', 'c.example:5222']
  const places = ['--node-files', '/etc/nats/chain', '--node-data', '/data']
  const all = ['setup', ...nodes.flatMap((node) => ['--node', node]), ...places]
  const { code } = await relay(cwd, [...all, '--server', 'tls://relay.example:4222'])
  expect(code).toBe(0)
  const config = readFileSync(join(cwd, 'chain/nats/node-2/nats-server.conf'), 'utf8')
  expect(config).toContain('\nport: 4300\n')
  expect(config).toContain(
    'routes: ["nats://a.example:6222", "nats://b.example:6300", "nats://c.example:7222"]',
  )
  expect(config).toContain('"/etc/nats/chain/certificate.pem"')
  expect(config).toContain('store_dir: "/data/events"')
  const access = JSON.parse(readFileSync(join(cwd, 'chain/relay/relay.json'), 'utf8')) as object
  expect(access).toMatchObject({
    servers: ['tls://a.example:4222', 'tls://b.example:4300', 'tls://c.example:5222'],
    replicas: 3,
  })
})

test.for<[string[], string]>([
  [['serv', '--port', '1'], 'Unknown command serv. Did you mean serve?'],
  [['--prot', '1'], 'Unknown flag --prot. Did you mean --port?'],
  [['--port', 'x'], '--port can’t be used.'],
  [['--folder', 'nowhere'], 'nowhere/relay.json can’t be read.'],
  [['setup', '--node', 'a:b'], '--node can’t be used.'],
  [['setup', '--node', 'a:65000'], '--node can’t be used.'],
  [['setup', '--node', 'a', '--node', 'a'], '--node can’t be used.'],
  [['setup', '--node', '10.0.0.3'], '10.0.0.3 is an address. A certificate needs a name.'],
  [['setup', '--server', 'nats://a'], '--server can’t be used.'],
  [['setup', '--websocket-port', '0'], '--websocket-port can’t be used.'],
  [['website', 'add'], '--website is missing or too long.'],
  [['--fleet', '--port', 'x'], '--port can’t be used.'],
  [['fleet', '--alert-url', 'http://alerts.example'], '--alert-url can’t be used.'],
  [['fleet', '--folder', 'nowhere'], 'nowhere/relay.json can’t be read.'],
  [['fleet', '--signing-key', 'nowhere.pem'], 'nowhere.pem can’t be read.'],
  [['user', 'add'], '--name is missing or too long.'],
  [['user', 'add', '--name', 'Ana', '--role', 'boss'], '--role is viewer or admin.'],
  [['store', 'add', '--website', 'W1'], '--store is missing or too long.'],
  [['store', 'ad'], 'Unknown command store.'],
])('%s is refused with a sentence', async ([args, sentence]) => {
  const cwd = temporaryFolder()
  const { code, out, err } = await relay(cwd, args)
  expect(err).toContain(sentence)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(filesIn(cwd)).toEqual({})
})

test('a signing key that is none is said in a sentence', async () => {
  const { cwd, run } = await setUp()
  writeFileSync(join(cwd, 'key.pem'), 'not a key')
  expect(await run('fleet', '--signing-key', 'key.pem')).toEqual({
    code: 2,
    out: '',
    err: 'key.pem is not the key that setup made.\n',
  })
})

relayTest('without the usual signing key the fleet page is served, and says so', async () => {
  const { cwd, chain, startNats } = await setUp()
  await startNats()
  rmSync(join(chain, 'signing-key.pem'))
  const server = startServer(cwd, ['--fleet', '--port', '0'])
  await server.addresses<{ page: string }>()
  expect(server.output()).toContain('There is no chain/signing-key.pem')
  expect(await server.end('SIGTERM')).toBe(0)
})

test('what can’t be written is said in a sentence', async () => {
  const { cwd, chain, run } = await setUp()
  const inFile = join(chain, 'chain.json/x')
  expect(await relay(cwd, ['setup', '--folder', inFile])).toEqual({
    code: 1,
    out: '',
    err: `${inFile}/relay can’t be written: ENOTDIR.\n`,
  })
  expect(await run('store', 'add', ...store, '--file', 'nowhere/x.json')).toEqual({
    code: 1,
    out: '',
    err: 'nowhere/x.json can’t be written. Run kitchen-pass-relay store rotate for a new file.\n',
  })
})

test('it says its version and its commands', async () => {
  const cwd = temporaryFolder()
  expect((await relay(cwd, ['--version'])).out).toBe(`${packageFile.version}\n`)
  expect((await relay(cwd, ['--help'])).out).toMatch(/^ {2}store rotate /m)
  expect((await relay(cwd, ['help', 'store', 'add'])).out).toContain('--website ID')
})

test('a port that is taken is said in a sentence', async () => {
  const { cwd } = await setUp()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as { port: number }
  for (const flags of [
    ['--port', String(port), '--figures-port', '0'],
    ['--port', '0', '--figures-port', String(port)],
  ]) {
    const { code, out, err } = await relay(cwd, flags)
    expect(err).toMatch(/^The relay can’t start: .*EADDRINUSE/m)
    expect({ code, out }).toEqual({ code: 1, out: '' })
  }
})

relayTest('it waits for NATS, stores events, and logs no secret', async () => {
  const { cwd, chain, run, startNats } = await setUp()
  const bearer = (await run('website', 'add', '--website', 'W1')).out.trim()
  const server = startServe(cwd)
  const addresses = await server.addresses()
  expect(await health(addresses)).toBe(503)
  expect(await post(addresses, bearer)).toBe(503)
  await startNats()
  await expect.poll(() => health(addresses)).toBe(200)
  expect(await post(addresses, bearer)).toBe(200)
  expect(await post(addresses, 'wrong')).toBe(401)
  expect(await server.end('SIGTERM')).toBe(0)
  const access = readFileSync(join(chain, 'relay/relay.json'), 'utf8')
  const { user } = JSON.parse(access) as { user: { jwt: string; seed: string } }
  for (const secret of [bearer, user.seed, user.jwt]) expect(server.output()).not.toContain(secret)
})

relayTest('bearers change while it runs', async () => {
  const { cwd, run, startNats } = await setUp()
  await startNats()
  const server = startServe(cwd)
  const addresses = await server.addresses()
  const older = await run('website', 'add', '--website', 'W1')
  expect(older.err).toContain('It is printed once')
  const newer = await run('website', 'add', '--website', 'W1')
  const [first, second] = [older.out.trim(), newer.out.trim()]
  expect(await run('website', 'add', '--website', 'W1')).toMatchObject({ code: 1, out: '' })
  expect((await run('website', 'list')).out).toMatch(/^W1 {2}bearers of \S+ and \S+\n$/)
  await expect.poll(() => post(addresses, second)).toBe(200)
  expect(await post(addresses, first)).toBe(200)
  expect(await run('website', 'end-older', '--website', 'W1')).toMatchObject({ code: 0, err: '' })
  await expect.poll(() => post(addresses, first)).toBe(401)
  expect(await post(addresses, second)).toBe(200)
  expect(await run('website', 'remove', '--website', 'W1')).toMatchObject({ code: 0 })
  await expect.poll(() => post(addresses, second)).toBe(401)
  expect(await run('website', 'list')).toEqual({ code: 0, out: '', err: '' })
  // A token that the platform chose.
  const own = ['website', 'add', '--website', 'W1', '--bearer-file', 'token']
  expect(await run(...own)).toEqual({ code: 2, out: '', err: 'token can’t be read.\n' })
  writeFileSync(join(cwd, 'token'), 'of-the-platform\n')
  expect(await run(...own)).toMatchObject({ code: 0, err: '' })
  await expect.poll(() => post(addresses, 'of-the-platform')).toBe(200)
  expect(await server.end('SIGINT')).toBe(0)
})

relayTest('stores are added, listed, rotated and revoked', async () => {
  const { cwd, run, startNats } = await setUp()
  const added = await run('store', 'add', ...store, '--name', 'Centro')
  expect(added).toMatchObject({ code: 0, out: 'S1.relay.json\n' })
  const fileOf = (name: string) => readRelayFile(readFileSync(join(cwd, name), 'utf8'))
  const first = fileOf('S1.relay.json')
  expect(first).toMatchObject({ ok: true, value: { storeId: 'S1', storeName: 'Centro' } })
  expect(await run('store', 'add', ...store)).toMatchObject({
    code: 1,
    err: 'That store has a file. Use rotate to replace it.\n',
  })
  expect((await run('store', 'list')).out).toMatch(/^W1 {2}S1 {2}active {3}\S+ {2}Centro\n$/)

  const early = await run('store', 'rotate', ...store, '--file', 'new.relay.json')
  expect(early).toMatchObject({ code: 1, out: 'new.relay.json\n' })
  expect(early.err).toContain('so the old file still counts.\nRun kitchen-pass-relay store push')
  expect(fileOf('new.relay.json')).not.toEqual(first)
  await startNats()
  expect(await run('store', 'push')).toMatchObject({
    code: 0,
    err: 'The nats-servers know it: the old file counts no longer.\n',
  })
  expect(await run('store', 'revoke', ...store)).toMatchObject({ code: 0, out: '' })
  expect((await run('store', 'list')).out).toContain('revoked')
  expect(await run('store', 'revoke', '--website', 'W1', '--store', 'S2')).toEqual({
    code: 1,
    out: '',
    err: 'There is no such store.\n',
  })
})

relayTest('the fleet page lets in who has a key, and shows the stores', async () => {
  const { cwd, run, startNats } = await setUp()
  await startNats()
  await run('store', 'add', ...store, '--name', 'Centro')
  const server = startServer(cwd, ['--fleet', '--port', '0'])
  const { page } = await server.addresses<{ page: string }>()
  expect(server.output()).toContain('Nobody has a key yet')
  expect(server.output()).not.toContain('signing-key')
  const added = await run('user', 'add', '--name', 'Ana', '--role', 'admin')
  const key = added.out.trim()
  expect(await run('user', 'add', '--name', 'Ana')).toMatchObject({ code: 1, out: '' })
  expect((await run('user', 'list')).out).toMatch(/^admin {3}\S+ {2}Ana\n$/)
  const logIn = () =>
    fetch(`${page}login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
    })
  await expect.poll(async () => (await logIn()).status).toBe(200)
  const cookie = (await logIn()).headers.get('set-cookie')?.split(';')[0] ?? ''
  const list = async (): Promise<string> =>
    (await fetch(`${page}stores.csv`, { headers: { cookie } })).text()
  await expect.poll(list).toMatch(/\nsilent,\S+,Centro,S1,W1,silent,/)
  expect(await (await fetch(page)).text()).toContain('<title>')
  expect(await run('user', 'remove', '--name', 'Ana')).toMatchObject({ code: 0 })
  expect(await run('user', 'remove', '--name', 'Ana')).toMatchObject({ code: 1 })
  await expect.poll(async () => (await logIn()).status).toBe(401)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(server.output()).not.toContain(key)
})

relayTest('npm run relay -- --fleet runs the sources, and serves the built page', async () => {
  const { cwd, run, startNats } = await setUp()
  await startNats()
  await run('user', 'add', '--name', 'Ana')
  const server = startServer(cwd, ['--fleet', '--port', '0'], join(import.meta.dirname, 'cli.ts'))
  const { page } = await server.addresses<{ page: string }>()
  const text = await (await fetch(page)).text()
  const [, script = ''] = /src="\.?\/?(assets\/[^"]+\.js)"/.exec(text) ?? []
  expect(await statusOf(`${page}${script}`)).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
})
