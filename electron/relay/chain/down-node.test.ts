import { expect, onTestFinished, test } from 'vitest'
import { connectAs, fileOf } from '#test/support/nats/connect-as.ts'
import { hasNoNatsServer, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { openTestChain } from '#test/support/nats/test-chain.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

const own = { websiteId: 'w', storeId: 'own' }

test.skipIf(hasNoNatsServer)(
  `a revocation reaches a node that was down (${needsNatsServer})`,
  async () => {
    const chain = await openTestChain(temporaryFolder(), { nodes: 3 })
    onTestFinished(() => chain.close())
    const file = fileOf(await chain.addStore(own))
    const [first] = chain.nodes
    const atFirst = { ...file, servers: [first?.address ?? ''] }
    await (await connectAs(atFirst, own)).close()
    await first?.end()
    await chain.revokeStore(own)
    await first?.start()
    await expect
      .poll(() =>
        connectAs(atFirst, own).then(
          () => 'let in',
          (cause: unknown) => (cause instanceof Error ? cause.message : ''),
        ),
      )
      .toBe('Authorization Violation')
  },
)
