import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  post,
  relayTest,
  setUpRelay,
  startServe,
  startServer,
  statusOf,
  type Addresses,
} from '#test/support/nats/relay-command.ts'
import { callCommand } from '#test/support/call-command.ts'
import { natsServerPath } from '#test/support/nats/nats-server.ts'
import { relayBundle } from '#test/support/nats/relay-process.ts'
import { runProgram, type Ended } from '#test/support/run-command.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { runRelay } from './run-relay.ts'

/** The built program, to its end. */
const relay = (cwd: string, args: readonly string[]): Promise<Ended> =>
  runProgram([process.execPath, relayBundle, ...args], { cwd })

const health = ({ figures }: Addresses): Promise<number> => statusOf(`${figures}health`)

test('the built program sets up a chain once, refuses flags with a sentence, and says its version', async () => {
  const cwd = temporaryFolder()
  const setup = await relay(cwd, ['setup', '--name', 'Pizza'])
  expect(setup).toMatchObject({ code: 0, err: '' })
  expect(setup.out).toContain(`serve --folder ${join(cwd, 'chain/relay')}`)
  expect(await relay(cwd, ['setup'])).toEqual({
    code: 1,
    out: '',
    err: `There is a chain in ${join(cwd, 'chain')} already.\n`,
  })
  expect(await relay(cwd, ['--prot', '1'])).toEqual({
    code: 2,
    out: '',
    err: 'Unknown flag --prot. Did you mean --port? See kitchen-pass-relay serve --help\n',
  })
  expect((await relay(cwd, ['--version'])).out).toBe(`${packageFile.version}\n`)
})

test('a port that is taken is said in a sentence', async () => {
  const { cwd } = await setUpRelay()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
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
  const { cwd, chain, run, startNats } = await setUpRelay()
  const bearer = (await run('website', 'add', '--website', 'W1')).out.trim()
  const server = startServe(cwd)
  const addresses = await server.addresses()
  expect(await health(addresses)).toBe(503)
  expect(await post(addresses, bearer)).toBe(503)
  await startNats()
  await run('push')
  await expect.poll(() => health(addresses)).toBe(200)
  expect(await post(addresses, bearer)).toBe(200)
  expect(await post(addresses, 'wrong')).toBe(401)
  expect(await server.end('SIGTERM')).toBe(0)
  const access = readFileSync(join(chain, 'relay/relay.json'), 'utf8')
  const { seed } = JSON.parse(access) as { seed: string }
  for (const secret of [bearer, seed]) expect(server.output()).not.toContain(secret)
})

/** What `up` prints. */
interface Everything extends Addresses {
  page: string
}

const startUp = (cwd: string) =>
  startServer(cwd, [
    ...['up', '--name', 'Pizza', '--port', '0', '--figures-port', '0'],
    ...['--nats-server', natsServerPath() ?? ''],
  ])

relayTest('one command runs all of it, also after its nats-server was killed', async () => {
  const cwd = temporaryFolder()
  const server = startUp(cwd)
  const addresses = await server.addresses<Everything>()
  const run = (...args: string[]) => callCommand(runRelay, args, { cwd })
  const bearer = (await run('website', 'add', '--website', 'W1')).out.trim()
  await run('store', 'add', '--website', 'W1', '--store', 'S1', '--file', 'store.json')
  const { token } = JSON.parse(readFileSync(join(cwd, 'store.json'), 'utf8')) as { token: string }
  await expect.poll(() => post(addresses, bearer)).toBe(200)
  const events = `${addresses.events}store/events?wait=0`
  const authorization = `Bearer ${token}`
  const fetchEvents = async (): Promise<string> =>
    (await fetch(events, { headers: { authorization } })).text()
  expect(await fetchEvents()).toContain('"storeId":"S1"')
  expect(await (await fetch(addresses.page)).text()).toContain('<title>')
  const key = (await run('user', 'add', '--name', 'Ana')).out.trim()
  const headers = { 'content-type': 'application/json' }
  const logIn = { method: 'POST', headers, body: JSON.stringify({ key }) }
  await expect.poll(() => statusOf(`${addresses.page}login`, logIn)).toBe(200)

  const config = join(cwd, 'chain/nats/node-1/nats-server.conf')
  const killed = spawnSync('pkill', ['-KILL', '-f', config])
  expect(killed.status).toBe(0)
  await expect.poll(() => health(addresses)).toBe(503)
  await expect.poll(() => health(addresses)).toBe(200)
  await expect.poll(fetchEvents).toContain('"storeId":"S1"')
  // Killed itself, it leaves its nats-server, and the next start ends that one.
  server.kill()
  await server.ended
  const second = startUp(cwd)
  const again = await second.addresses<Everything>()
  expect(await post(again, bearer)).toBe(200)
  expect(await second.end('SIGTERM')).toBe(0)
  expect(spawnSync('pgrep', ['-f', config]).status).toBe(1)
})
