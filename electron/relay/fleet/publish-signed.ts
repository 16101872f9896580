import { jetstream, JetStreamApiError, type JetStreamClient } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import {
  instructionEvent,
  type Instruction,
  type SignedInstruction,
} from '#contract/relay/instruction.ts'
import { eventStream, eventSubject, storeOfFleetKey } from '#contract/relay/subjects.ts'
import { signText } from '../chain/signing-key.ts'

/** So many are on their way at once. To sign them takes about 15 ms. */
const maxAtOnce = 100

const patienceMs = 5_000

/** An instruction without the store that it is for. */
export type CommonInstruction = Omit<Instruction, 'websiteId' | 'storeId'>

/** What is published at one time. */
export interface Publication {
  signingKey: string
  instruction: CommonInstruction
  /** `fleetKey` of each store. */
  stores: readonly string[]
  /**
   * Tells two sendings of the same instruction apart: JetStream and the store's inbox drop a repeat
   * of an event. Empty for the first.
   */
  attempt: string
}

/** The event for one store. `eventId` is without the store. */
function signedFor(
  { signingKey, instruction }: Publication,
  store: Pick<Instruction, 'websiteId' | 'storeId'>,
  eventId: string,
): SignedInstruction {
  const text = JSON.stringify({ ...instruction, ...store } satisfies Instruction)
  return {
    type: instructionEvent,
    eventId,
    instruction: text,
    signature: signText(signingKey, text),
  }
}

async function publish(js: JetStreamClient, publication: Publication, key: string): Promise<void> {
  const store = storeOfFleetKey(key)
  if (store === null) throw new Error('no store')
  const { instruction, attempt } = publication
  const eventId = attempt === '' ? instruction.id : `${instruction.id}.${attempt}`
  const event = signedFor(publication, store, eventId)
  await js.publish(eventSubject(store.websiteId, store.storeId), JSON.stringify(event), {
    msgID: `${eventId}.${key}`,
    expect: { streamName: eventStream },
  })
}

/**
 * Signs an instruction for each store and stores it among the store's events. Resolves with the
 * stores for which NATS didn't. Never rejects.
 */
export async function publishSigned(
  nats: NatsConnection,
  publication: Publication,
): Promise<Set<string>> {
  const js = jetstream(nats, { timeout: patienceMs })
  const failed = new Set<string>()
  const left = publication.stores.values()
  let unanswered = 0
  await Promise.all(
    Array.from({ length: maxAtOnce }, async () => {
      for (const key of left) {
        // NATS is away: 5,000 stores would take minutes to fail.
        if (unanswered >= maxAtOnce) {
          failed.add(key)
          continue
        }
        try {
          await publish(js, publication, key)
          unanswered = 0
        } catch (cause) {
          failed.add(key)
          // With such an error it has answered: only this store has too many events.
          unanswered = cause instanceof JetStreamApiError ? 0 : unanswered + 1
        }
      }
    }),
  )
  return failed
}
