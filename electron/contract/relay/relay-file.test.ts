import { expect, test } from 'vitest'
import { readRelayFile } from './relay-file.ts'

const good = {
  kind: 'kitchen-pass-relay',
  version: 2,
  servers: ['https://relay.example'],
  websiteId: 'w',
  storeId: 's',
  token: 'T'.repeat(43),
  signer: 'A'.repeat(43),
}
const read = (changed: object) => readRelayFile(JSON.stringify({ ...good, ...changed }))

test('a file is read, with what may be missing', () => {
  expect(read({})).toEqual({ ok: true, value: { ...good, storeName: '' } })
})

test.for<[string, object, string]>([
  ['another kind of file', { kind: 'setup' }, 'kind'],
  ['a newer version', { version: 3 }, 'version'],
  ['a file of an earlier version', { version: 1, user: 'a.b.c', seed: 'SUA' }, 'version'],
  ['a server without TLS', { servers: ['http://relay.example'] }, 'servers.0'],
  ['an address of NATS', { servers: ['tls://relay.example:4222'] }, 'servers.0'],
  ['no server', { servers: [] }, 'servers'],
  ['a short token', { token: 'short' }, 'token'],
  ['no key of who may instruct it', { signer: undefined }, 'signer'],
  ['an unknown field', { more: 1 }, 'kind'],
])('%s is refused', ([, changed, detail]) => {
  expect(read(changed)).toEqual({ ok: false, error: { code: 'bad-input', detail } })
})

test('on this machine it may do without TLS', () => {
  expect(read({ servers: ['http://127.0.0.1:8480', 'http://localhost:8480'] }).ok).toBe(true)
})

test('what no such file is has no word of it in the error', () => {
  for (const text of ['secret', '[]', 'null', `"${'x'.repeat(40_000)}"`])
    expect(JSON.stringify(readRelayFile(text))).not.toMatch(/secret|xxx/)
  expect(JSON.stringify(read({ token: 'a secret' }))).not.toContain('a secret')
})
