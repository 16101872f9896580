import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished, test } from 'vitest'
import { issueCertificate, makeAuthority } from '#receiver/x509.ts'
import { anyFile, openFeed } from '#test/support/relay-feed.ts'

test('a store doesn’t use a relay whose certificate nobody vouches for', async () => {
  const authority = await makeAuthority('Somebody', [])
  const names = { names: ['localhost'], addresses: [] }
  const certificate = await issueCertificate(authority, names, Date.now(), {
    days: 1,
    isPeer: true,
  })
  const server = createServer(certificate, (_, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const servers = [`https://localhost:${String(port)}`]
  await openFeed({ ...anyFile, servers }).isNow({ state: 'failing', problem: 'not-secure' })
})
