import { expect, onTestFinished } from 'vitest'
import { fileOf, openChain, relayTest, store } from '#test/support/relay-feed.ts'
import { openRelayLink } from './relay-link.ts'

relayTest('a status that the server refuses does not end the connection', async () => {
  const chain = await openChain()
  const file = fileOf(await chain.addStore(store))
  // As with a file from before stores sent a status: its user has no right to.
  const link = await openRelayLink(file.servers[0] ?? '', { ...file, storeId: 'another' })
  onTestFinished(() => link.close())
  link.sendStatus('{}')
  await link.flush()
  link.sendStatus('{}')
  await link.flush()
  expect(link.isClosed).toBe(false)
})
