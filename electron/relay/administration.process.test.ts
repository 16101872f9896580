import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readRelayFile } from '#contract/relay/relay-file.ts'
import {
  post,
  relayTest,
  setUpRelay,
  startServe,
  startServer,
  statusOf,
} from '#test/support/nats/relay-command.ts'

const store = ['--website', 'W1', '--store', 'S1']

relayTest('bearers change while it runs', async () => {
  const { cwd, run, startNats } = await setUpRelay()
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
  expect(await run('website', 'end-older', '--website', 'W1')).toMatchObject({ code: 0 })
  await expect.poll(() => post(addresses, first)).toBe(401)
  expect(await post(addresses, second)).toBe(200)
  expect(await run('website', 'remove', '--website', 'W1')).toMatchObject({ code: 0 })
  await expect.poll(() => post(addresses, second)).toBe(401)
  expect(await run('website', 'list')).toEqual({ code: 0, out: '', err: '' })
  // A token that the platform chose.
  const own = ['website', 'add', '--website', 'W1', '--bearer-file', 'token']
  expect(await run(...own)).toEqual({ code: 2, out: '', err: 'token can’t be read.\n' })
  writeFileSync(join(cwd, 'token'), 'of-the-platform\n')
  expect(await run(...own)).toMatchObject({ code: 0 })
  await expect.poll(() => post(addresses, 'of-the-platform')).toBe(200)
  expect(await server.end('SIGINT')).toBe(0)
})

relayTest('stores are added, listed, rotated and revoked', async () => {
  const { cwd, run, startNats } = await setUpRelay()
  const early = await run('store', 'add', ...store, '--name', 'Centro')
  expect(early).toMatchObject({ code: 1, out: 'S1.relay.json\n' })
  expect(early.err).toContain('so relays don’t know it yet.\nRun kitchen-pass-relay push')
  const fileOf = (name: string) => readRelayFile(readFileSync(join(cwd, name), 'utf8'))
  const first = fileOf('S1.relay.json')
  expect(first).toMatchObject({ ok: true, value: { storeId: 'S1', storeName: 'Centro' } })
  expect(await run('store', 'add', ...store)).toMatchObject({
    code: 1,
    err: 'That store has a file. Use rotate to replace it.\n',
  })
  expect((await run('store', 'list')).out).toMatch(/^W1 {2}S1 {2}active {3}\S+ {2}Centro\n$/)

  await startNats()
  expect(await run('push')).toMatchObject({ code: 0, err: 'Relays and the fleet page know it.\n' })
  const server = startServe(cwd)
  const { events } = await server.addresses()
  const statusWith = (file: ReturnType<typeof fileOf>) =>
    statusOf(`${events}store/events?wait=0`, {
      headers: { authorization: `Bearer ${file.ok ? file.value.token : ''}` },
    })
  await expect.poll(() => statusWith(first)).toBe(200)
  const rotated = await run('store', 'rotate', ...store, '--file', 'new.relay.json')
  expect(rotated).toMatchObject({ code: 0, out: 'new.relay.json\n' })
  const second = fileOf('new.relay.json')
  await expect.poll(() => statusWith(second)).toBe(200)
  expect(await statusWith(first)).toBe(401)
  expect(await run('store', 'revoke', ...store)).toMatchObject({ code: 0, out: '' })
  await expect.poll(() => statusWith(second)).toBe(401)
  expect((await run('store', 'list')).out).toContain('revoked')
  expect(await run('store', 'revoke', '--website', 'W1', '--store', 'S2')).toEqual({
    code: 1,
    out: '',
    err: 'There is no such store.\n',
  })
  expect(await server.end('SIGTERM')).toBe(0)
})

relayTest('the fleet page lets in who has a key, and shows the stores', async () => {
  const { cwd, run, startNats } = await setUpRelay()
  await startNats()
  await run('store', 'add', ...store, '--name', 'Centro')
  const server = startServer(cwd, ['--fleet', '--port', '0'])
  const { page } = await server.addresses<{ page: string }>()
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
  const { cwd, run, startNats } = await setUpRelay()
  await startNats()
  await run('user', 'add', '--name', 'Ana')
  const server = startServer(cwd, ['--fleet', '--port', '0'], join(import.meta.dirname, 'cli.ts'))
  const { page } = await server.addresses<{ page: string }>()
  const text = await (await fetch(page)).text()
  const [, script = ''] = /src="\.?\/?(assets\/[^"]+\.js)"/.exec(text) ?? []
  expect(await statusOf(`${page}${script}`)).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
})

relayTest('without the usual signing key the fleet page is served, and says so', async () => {
  const { cwd, chain, startNats } = await setUpRelay()
  await startNats()
  rmSync(join(chain, 'fleet/signing-key.pem'))
  const server = startServer(cwd, ['--fleet', '--port', '0'])
  await server.addresses<{ page: string }>()
  expect(server.output()).toContain('There is no signing-key.pem in chain/fleet')
  expect(await server.end('SIGTERM')).toBe(0)
})
