import { testEventType, type TestEventOutcome } from '#contract/connection/connection.ts'
import type { ErrorReason } from '#contract/shared/result.ts'
import { isUnencrypted } from '#contract/shared/unencrypted.ts'
import { readAddress } from '#domain/connection/address.ts'
import { fetchBytes, reasonOfThrown } from '#platform/call/transport.ts'

/** How long the whole way out and back may take. */
const patienceMs = 15_000
/** The listener's answer is short. */
const maxBytes = 10_000

const byStatus: Readonly<Record<number, TestEventOutcome>> = {
  401: 'wrong-bearer',
  421: 'unknown-name',
}
const byReason: Partial<Record<ErrorReason, TestEventOutcome>> = {
  'no-such-name': 'no-such-name',
  'not-secure': 'not-secure',
}

/**
 * Sends a test event to the public address, with its type as the path as the platform does, so that
 * it comes back to this computer's listener. The listener counts it as an event and stores nothing.
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
      `${address}/${testEventType}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body: { type: testEventType },
        signal: AbortSignal.timeout(patienceMs),
        redirect: 'manual',
      },
      maxBytes,
    )
    const isOurs = status === 200 && new TextDecoder().decode(bytes) === '{"ok":true}'
    return isOurs ? 'arrived' : (byStatus[status] ?? 'other-answer')
  } catch (cause) {
    return byReason[reasonOfThrown(cause)] ?? 'no-answer'
  }
}
