import { jetstreamManager } from '@nats-io/jetstream'
import { expect, test } from 'vitest'
import { eventStream } from '#contract/relay/subjects.ts'
import { hasNoNatsServer, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { openTestChain } from '#test/support/nats/test-chain.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { onTestFinished } from 'vitest'

test.skipIf(hasNoNatsServer)(`stores an event (${needsNatsServer})`, async () => {
  const chain = await openTestChain(temporaryFolder())
  onTestFinished(() => chain.close())
  const bearer = chain.addBearer('w')
  const relay = await chain.startRelay()
  const answer = await fetch(relay.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'a.b', eventId: '1', websiteId: 'w', storeId: 's', data: {} }),
  })
  expect(answer.status).toBe(200)
  const manager = await jetstreamManager(await chain.nats())
  const info = await manager.streams.info(eventStream, { subjects_filter: '>' })
  expect(info.state.subjects).toEqual({ 'orders.w.s.a.b': 1 })
  console.log(await (await fetch(`${relay.figuresUrl}metrics`)).text().then((t) => t.slice(-900)))
})
