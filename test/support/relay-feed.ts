import { jetstreamManager } from '@nats-io/jetstream'
import { fileOf } from './nats/file-of.ts'
import { expect, onTestFinished, test, type TestOptions } from 'vitest'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import type { StoreInChain } from '#contract/relay/subjects.ts'
import { systemClock, type Clock } from '#host/clock/clock.ts'
import type { NewInboxMessage } from '#host/inbox/inbox.ts'
import { hasNoNatsServer, needsNatsServer } from './nats/nats-server.ts'
import { openTestChain, type TestChain } from './nats/test-chain.ts'
import { createRecordingLog } from './recording-log.ts'
import { temporaryFolder } from './temporary.ts'
import { RelayFeed, type RelayContext } from '#host/feeds/relay/relay-feed.ts'

export const store: StoreInChain = { websiteId: 'site-1', storeId: 'store 1' }
export const relayTest = (
  name: string,
  run: () => Promise<void>,
  options: TestOptions = {},
): void => {
  test.skipIf(hasNoNatsServer)(`${name} (${needsNatsServer})`, options, run)
}

export async function openChain(
  options: Parameters<typeof openTestChain>[1] = {},
): Promise<TestChain> {
  const chain = await openTestChain(temporaryFolder(), options)
  onTestFinished(() => chain.close())
  await chain.startRelay()
  return chain
}

export { fileOf }

/** A file for a relay that isn't there. */
export const anyFile: RelayFile = {
  ...{ kind: 'kitchen-pass-relay', version: 2, servers: ['http://127.0.0.1:1'] },
  ...{ ...store, storeName: '', token: 'T'.repeat(43), signer: 'A'.repeat(43) },
}

/** A feed with an inbox in memory; `refuse` decides about each event. */
export function openFeed(
  file: RelayFile,
  refuse: (key: string) => boolean = () => false,
  clock: Clock = systemClock,
  cursor: { value: unknown } = { value: null },
) {
  const received: NewInboxMessage[] = []
  const log = createRecordingLog()
  const storeMove = { isAway: false }
  let refused = 0
  let events = 0
  let shown = 0
  const context = {
    ...{ clock, log, storeMove },
    chance: () => 0,
    statusChanged: () => void (shown += 1),
    values: () => ({ read: () => cursor.value, write: (value: unknown) => (cursor.value = value) }),
  } as unknown as RelayContext
  const feed = new RelayFeed(context, file, {
    receive(message) {
      if (refuse(message.key)) {
        refused += 1
        return Promise.reject(new Error('the disk is full'))
      }
      const isRepeat = received.some(({ key }) => key === message.key)
      received.push(message)
      return Promise.resolve(isRepeat ? 'repeat' : 'kept')
    },
    onEvent: () => void (events += 1),
  })
  onTestFinished(() => feed.close())
  const isNow = (expected: object) => expect.poll(() => feed.status).toMatchObject(expected)
  return {
    ...{ feed, received, log, storeMove, isNow, cursor },
    keys: () => received.map(({ key }) => key),
    refused: () => refused,
    events: () => events,
    /** How often the status was shown anew. */
    shown: () => shown,
  }
}

export const bodyOf = (nth: number | string, type = 'ecommerce.order.created'): string =>
  JSON.stringify({ type, eventId: `e-${String(nth)}`, data: {} })

export async function publish(chain: TestChain, ...each: (number | string)[]): Promise<void> {
  for (const nth of each) await chain.publish(store, bodyOf(nth), String(nth))
}

export async function managerOf(chain: TestChain) {
  return jetstreamManager(await chain.nats())
}
