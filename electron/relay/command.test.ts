import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callCommand } from '#test/support/call-command.ts'
import type { Ended } from '#test/support/run-command.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
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
  // Nobody listens at this port.
  const setup = await relay(cwd, ['setup', '--name', 'Pizza', '--node', 'localhost:1'])
  expect(setup).toMatchObject({ code: 0, err: '' })
  return {
    cwd,
    chain: join(cwd, 'chain'),
    setup,
    run: (...args: string[]) => relay(cwd, args),
  }
}

const store = ['--website', 'W1', '--store', 'S1']

test('a chain is set up once: a second time changes nothing', async () => {
  const { chain, setup, run } = await setUp()
  expect(setup.out).toContain(`nats-server -c ${chain}/nats/node-1/nats-server.conf`)
  expect(setup.out).toContain(`serve --folder ${chain}/relay`)
  const before = filesIn(chain)
  const again = await run('setup', '--name', 'Another')
  expect(again).toEqual({ code: 1, out: '', err: `There is a chain in ${chain} already.\n` })
  expect(filesIn(chain)).toEqual(before)
})

test.skipIf(process.platform === 'win32')('secrets can be read by their owner only', async () => {
  const { cwd, chain, run } = await setUp()
  const unknownYet = {
    code: 1,
    err: expect.stringContaining('relays don’t know it yet') as unknown,
  }
  expect(await run('website', 'add', '--website', 'W1')).toMatchObject(unknownYet)
  expect(await run('store', 'add', ...store)).toMatchObject(unknownYet)
  const open = Object.keys(filesIn(cwd)).filter((path) => (statSync(path).mode & 0o077) !== 0)
  expect(open.map((path) => path.slice(chain.length)).toSorted()).toEqual([
    '/nats/node-1/nats-server.conf',
  ])
  expect(statSync(chain).mode & 0o077).toBe(0)
})

test('nodes have ports, and find each other 2,000 ports higher', async () => {
  const cwd = temporaryFolder()
  const nodes = ['a.example', 'b.example:4300', 'c.example:5222']
  const places = ['--node-files', '/etc/nats/chain', '--node-data', '/data']
  const all = ['setup', ...nodes.flatMap((node) => ['--node', node]), ...places]
  const { code } = await relay(cwd, [...all, '--address', 'https://relay.example'])
  expect(code).toBe(0)
  const config = readFileSync(join(cwd, 'chain/nats/node-2/nats-server.conf'), 'utf8')
  expect(config).toContain('\nlisten: "0.0.0.0:4300"\n')
  expect(config).toContain(
    'routes: ["nats://a.example:6222", "nats://b.example:6300", "nats://c.example:7222"]',
  )
  expect(config).toContain('"/etc/nats/chain/certificate.pem"')
  expect(config).toContain('store_dir: "/data/events"')
  const access = JSON.parse(readFileSync(join(cwd, 'chain/relay/relay.json'), 'utf8')) as object
  expect(access).toMatchObject({
    servers: ['tls://a.example:4222', 'tls://b.example:4300', 'tls://c.example:5222'],
    replicas: 3,
    role: 'relay',
  })
  expect(config).toContain('sync_interval: always')
  expect(config).toContain('\n  pool_size: -1\n')
})

test.for<[string[], string]>([
  [['serv', '--port', '1'], 'Unknown command serv. Did you mean serve?'],
  [['--prot', '1'], 'Unknown flag --prot. Did you mean --port?'],
  [['--port', 'x'], '--port can’t be used.'],
  [['--folder', 'nowhere'], 'nowhere/relay.json can’t be read.'],
  [['setup', '--node', 'a:b'], '--node can’t be used.'],
  [['setup', '--node', 'a:65000'], '--node can’t be used.'],
  [['setup', '--node', 'a', '--node', 'a'], '--node can’t be used.'],
  [
    ['setup', '--node', '10.0.0.3', '--address', 'https://a.example'],
    '10.0.0.3 is an address. A certificate needs a name.',
  ],
  [['setup', '--node', 'a.example'], '--address is missing'],
  [['setup', '--address', 'http://a.example'], '--address can’t be used.'],
  [['up', '--port', 'x'], '--port can’t be used.'],
  [['up', '--nats-server', 'nowhere/nats-server'], 'There is no nowhere/nats-server.'],
  [['store', 'import'], '--list is missing or too long.'],
  [['website', 'add'], '--website is missing or too long.'],
  [['--fleet', '--port', 'x'], '--port can’t be used.'],
  [['fleet', '--alert-url', 'http://alerts.example'], '--alert-url can’t be used.'],
  [['fleet', '--folder', 'nowhere'], 'nowhere/fleet.json can’t be read.'],
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
    err: expect.stringContaining(
      'nowhere/x.json can’t be written. Run kitchen-pass-relay store rotate for a new file.\n',
    ) as unknown,
  })
})

test('it says its version and its commands', async () => {
  const cwd = temporaryFolder()
  expect((await relay(cwd, ['--version'])).out).toBe(`${packageFile.version}\n`)
  expect((await relay(cwd, ['--help'])).out).toMatch(/^ {2}store rotate /m)
  expect((await relay(cwd, ['help', 'store', 'add'])).out).toContain('--website <ID>')
})

test('the stores of a list get their files, and keep them', async () => {
  const { cwd, run } = await setUp()
  const list = [
    'Website;Store;Name;Region;Tags',
    'W1;S1;Centro;North;drive-in new',
    'W1;S2;"Mall; upper floor";;',
    '',
  ]
  writeFileSync(join(cwd, 'stores.csv'), list.join('\r\n'))
  const toFiles = ['store', 'import', '--list', 'stores.csv', '--to', 'files']
  const first = await run(...toFiles)
  expect(first.out).toBe('files/S1.relay.json\nfiles/S2.relay.json\n')
  const file = readFileSync(join(cwd, 'files/S2.relay.json'), 'utf8')
  expect(JSON.parse(file)).toMatchObject({ storeName: 'Mall; upper floor' })
  const listed = (await run('store', 'list')).out
  expect(listed).toMatch(/^W1 {2}S1 {2}active {3}\S+ {2}Centro {2}\(North, drive-in, new\)$/m)
  const again = await run(...toFiles)
  expect(again.err).toContain('2 stores have a file already, and keep it.')
  expect(readFileSync(join(cwd, 'files/S2.relay.json'), 'utf8')).toBe(file)
  await run('store', 'change', ...store, '--region', 'South', '--tag', 'mall,new')
  expect((await run('store', 'list')).out).toContain('Centro  (South, mall, new)')
})

test('no store’s file is written over another’s', async () => {
  const { cwd, run } = await setUp()
  writeFileSync(join(cwd, 'stores.csv'), 'website,store\nW1,A/1\nW2,A/1\nW1,A_1\nW1,B\n')
  const { out } = await run('store', 'import', '--list', 'stores.csv')
  const files = out.trim().split('\n')
  expect(files).toEqual([
    ...['W1-1-A_1.relay.json', 'W2-2-A_1.relay.json', 'W1-3-A_1.relay.json', 'B.relay.json'],
  ])
  const stores = files.map((name) => {
    const { websiteId, storeId } = JSON.parse(readFileSync(join(cwd, name), 'utf8')) as RelayFile
    return `${websiteId} ${storeId}`
  })
  expect(stores).toEqual(['W1 A/1', 'W2 A/1', 'W1 A_1', 'W1 B'])
  expect(await run('store', 'add', '--website', 'W2', '--store', 'B')).toEqual({
    code: 1,
    out: '',
    err: 'B.relay.json is there already. Name another with --file.\n',
  })
  expect((await run('store', 'import', '--list', 'nowhere.csv')).err).toBe(
    'nowhere.csv can’t be read.\n',
  )
})

test.for([
  ['website,name\nW1,Centro', 'The list needs a first line with the columns website and store.'],
  ['website,store,city\nW1,S1,X', 'The list has a column city.'],
  ['website\tstore\nW1\tS1\n\tS2', 'Line 3 has no website or no store.'],
])('a list that can’t be read is refused: %s', async ([text = '', sentence = '']) => {
  const { cwd, run } = await setUp()
  writeFileSync(join(cwd, 'stores.csv'), text)
  const { code, err } = await run('store', 'import', '--list', 'stores.csv')
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(sentence) as unknown })
})
