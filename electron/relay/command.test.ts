import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callCommand } from '#test/support/call-command.ts'
import type { Ended } from '#test/support/run-command.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { runRelay } from './run-relay.ts'

const relay = (cwd: string, args: readonly string[]): Promise<Ended> =>
  callCommand(runRelay, args, { cwd })

/** All files of a folder with their text. */
const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    globSync('**/*', { cwd: folder, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  )

/** The folder of a new chain. */
async function setUp() {
  const cwd = temporaryFolder()
  const made = await relay(cwd, ['setup', '--name', 'Pizza', '--node', 'localhost:4222'])
  expect(made).toMatchObject({ code: 0, err: '' })
  return {
    cwd,
    chain: join(cwd, 'chain'),
    made,
    run: (...args: string[]) => relay(cwd, args),
  }
}

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

test('what can’t be written is said in a sentence', async () => {
  const { cwd, chain, run } = await setUp()
  const inFile = join(chain, 'chain.json/x')
  expect(await relay(cwd, ['setup', '--folder', inFile])).toEqual({
    code: 1,
    out: '',
    err: `${inFile} can’t be written: ENOTDIR.\n`,
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
