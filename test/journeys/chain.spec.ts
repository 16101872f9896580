import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startPractice } from '#practice/platform.ts'
import { practiceStore, practiceWebhookToken } from '#practice/practice-store.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import { createMovableClock } from '#test/support/movable-clock.ts'
import { hasNoNatsServer, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { startRelayProcess } from '#test/support/nats/relay-process.ts'
import { openTestChain } from '#test/support/nats/test-chain.ts'
import { openTcpGate } from '#test/support/tcp-gate.ts'
import { openChainStore } from './chain-store.ts'

test.skip(hasNoNatsServer, needsNatsServer)

const { websiteId } = practiceStore
const secondStore = 'store-branch-2'

test(
  'orders reach the walls of two stores through the relay; one is offline for an hour',
  { tag: '@quick' },
  async ({ browser }) => {
    const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
    const clock = createMovableClock(folder, '2026-03-10T15:00:00Z')
    const practice = await startPractice({ now: () => clock.now() })
    practice.misbehave({ path: '/ecommerce/orders?', kind: 'no-such-endpoint' })
    const chain = await openTestChain(join(folder, 'chain'), { nodes: 3 })
    await chain.addBearer(websiteId, practiceWebhookToken)
    const relay = await startRelayProcess(chain.relayPath, chain.relayPort)
    practice.setReceiver(relay.url)
    const gate = await openTcpGate(chain.relayPort)
    async function openOne(name: string, storeId: string) {
      const file = JSON.parse(await chain.addStore({ websiteId, storeId }, name)) as RelayFile
      const servers = [`http://127.0.0.1:${String(gate.port)}`]
      const isFirst = storeId === practiceStore.id
      const relayFile = JSON.stringify(isFirst ? { ...file, servers } : file)
      return openChainStore(browser, join(folder, name), clock, {
        v3: practice.v3,
        token: practice.token,
        storeId,
        relayFile,
      })
    }
    const first = await openOne('first', practiceStore.id)
    const second = await openOne('second', secondStore)

    const place = (storeId: string) =>
      practice.placeOrder({ storeId, deliveryType: 'go', isScheduled: false })
    const here = await place(practiceStore.id)
    const there = await place(secondStore)
    await expect(first.card(here.code)).toBeVisible()
    await expect(second.card(there.code)).toBeVisible()
    await expect(first.page.getByRole('article')).toHaveCount(1)
    await expect(second.page.getByRole('article')).toHaveCount(1)

    // The first store's cable is pulled out for an hour. The other still gets its orders.
    gate.cut()
    const meanwhile = []
    for (const minute of ['10', '20', '40']) {
      clock.moveTo(`2026-03-10T15:${minute}:00Z`)
      meanwhile.push(await place(practiceStore.id))
      const other = await place(secondStore)
      await expect(second.card(other.code)).toBeVisible()
    }
    const [early, cancelled, late] = meanwhile
    if (early === undefined || cancelled === undefined || late === undefined)
      throw new Error('three')
    await practice.cancelOrder(cancelled._id, 'The guest left')
    await expect(first.page.getByRole('article')).toHaveCount(1)

    clock.moveTo('2026-03-10T16:00:00Z')
    gate.reopen()
    await expect(first.card(late.code)).toBeVisible()
    await expect(first.card(early.code)).toBeVisible()
    await expect(first.page.getByRole('article')).toHaveCount(4)
    await expect(first.card(cancelled.code)).toContainText('Cancelled')
    const labels = await first.labels()
    const places = [here, early, late].map(({ code }) =>
      labels.findIndex((label) => new RegExp(`\\b${code}\\b`).test(label)),
    )
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    await expect(second.page.getByRole('article')).toHaveCount(4)

    await Promise.all([first.close(), second.close()])
    await gate.close()
    await relay.end('SIGTERM')
    await practice.close()
    await chain.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },
)
