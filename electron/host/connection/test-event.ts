import { isUnencrypted, testEventType, type TestEventOutcome } from '#contract/connection.ts'
import { readAddress } from '#domain/connection/address.ts'
import { fetchBytes } from '#platform/call/transport.ts'

/** How long the whole way out and back may take. */
const patienceMs = 15_000
/** The listener's answer is short. */
const mostBytes = 10_000

const byStatus: Readonly<Record<number, TestEventOutcome>> = {
  401: 'wrong-bearer',
  421: 'unknown-name',
}

/**
 * Sends a test event to the public address, as the platform would, so that it comes back to this
 * computer's listener. The listener counts it as an event and stores nothing.
 */
export async function sendTestEvent(
  typed: string,
  bearer: string | null,
): Promise<TestEventOutcome> {
  const address = readAddress(typed)
  if (address === null) return 'no-address'
  if (isUnencrypted(address)) return 'unencrypted'
  if (bearer === null) return 'no-bearer'
  try {
    const { status, bytes } = await fetchBytes(
      `${address}/`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body: { type: testEventType },
        signal: AbortSignal.timeout(patienceMs),
        redirect: 'manual',
      },
      mostBytes,
    )
    const isOurs = status === 200 && new TextDecoder().decode(bytes) === '{"ok":true}'
    return isOurs ? 'arrived' : (byStatus[status] ?? 'other-answer')
  } catch {
    return 'no-answer'
  }
}
