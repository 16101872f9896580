import { expect, test } from 'vitest'
import { readRelayFile } from './relay-file.ts'

const good = {
  kind: 'kitchen-pass-relay',
  version: 1,
  servers: ['tls://relay.example:4222'],
  websiteId: 'w',
  storeId: 's',
  user: 'a.b.c',
  seed: `SU${'A'.repeat(56)}`,
  signer: 'A'.repeat(43),
}
const read = (changed: object) => readRelayFile(JSON.stringify({ ...good, ...changed }))

test('a file is read, with what may be missing', () => {
  expect(read({})).toEqual({ ok: true, value: { ...good, storeName: '' } })
})

test.for<[string, object, string]>([
  ['another kind of file', { kind: 'setup' }, 'kind'],
  ['a newer version', { version: 2 }, 'version'],
  ['a server without TLS', { servers: ['nats://relay.example:4222'] }, 'servers.0'],
  ['a WebSocket without TLS', { servers: ['ws://relay.example'] }, 'servers.0'],
  ['an address of the web', { servers: ['https://relay.example'] }, 'servers.0'],
  ['no server', { servers: [] }, 'servers'],
  ['another key', { seed: 'SAAAAA' }, 'seed'],
  ['no key of who may instruct it', { signer: undefined }, 'signer'],
  ['an unknown field', { more: 1 }, 'kind'],
])('%s is refused', ([, changed, detail]) => {
  expect(read(changed)).toEqual({ ok: false, error: { code: 'bad-input', detail } })
})

test('on this machine it may do without TLS', () => {
  expect(read({ servers: ['nats://127.0.0.1:4222', 'ws://localhost:8080'] }).ok).toBe(true)
})

test('what no such file is has no word of it in the error', () => {
  for (const text of ['secret', '[]', 'null', `"${'x'.repeat(40_000)}"`])
    expect(JSON.stringify(readRelayFile(text))).not.toMatch(/secret|xxx/)
  expect(JSON.stringify(read({ seed: 'a secret' }))).not.toContain('a secret')
})
