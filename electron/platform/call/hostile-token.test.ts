import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createDialect } from '../dialect.ts'
import { readMe } from '../me.ts'

const core = 'zq7kw2xvb9-secret'

async function ask(token: string, v3Url: string): Promise<string> {
  const answer = await readMe({
    v3Url,
    v1Url: null,
    tabsUrl: null,
    token,
    channelToken: null,
    dialect: createDialect(),
  })
  expect(answer.ok).toBe(false)
  return JSON.stringify(answer)
}

test.each([
  ['a line break', `${core}\nx`],
  ['a zero', `${core}\0`],
  ['an emoji', `${core}🍕`],
  ['10,000 characters', core.padEnd(10_000, 'a')],
])('a token with %s that got this far: the thrown error is not shown', async (_name, token) => {
  const server = createServer((_request, response) => response.writeHead(401).end('{}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await ask(token, `http://127.0.0.1:${String(port)}`)).not.toContain(core)
})

test('an address with a password, which fetch rejects with the address in its message, is not shown either', async () => {
  expect(await ask('token', `http://me:${core}@127.0.0.1:1`)).not.toContain(core)
})
