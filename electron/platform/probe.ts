import { isUnencrypted } from '#contract/shared/unencrypted.ts'
import type { Connection } from './connection.ts'
import { failed, type CallResult } from './call/failure.ts'
import { parseAnswer } from './call/answer.ts'
import { send } from './call/transport.ts'
import { readMe } from './me.ts'
import { listRawOrders } from './orders.ts'

interface Probe {
  /** The server to read. */
  origin: string
  /** Counts its probes. */
  nth: number
  storeId: string | null
  signal: AbortSignal
}

const answerWithinMs = 35_000
const maxAnswerBytes = 1_000_000

/** The address of a server that has only version 1 or tabs; null if no interface is there. */
export function addressToProbe(
  { v1Url, tabsUrl, dialect }: Connection,
  origin: string,
): string | null {
  const base = [v1Url, tabsUrl].find((url) => url?.startsWith(origin) === true)
  return base == null ? null : base + dialect.probePath
}

/**
 * One cheap read that shows whether a server of the platform answers. Version 3 is asked for the
 * token and for new orders in turn, because one of them may be out of order by itself. The other
 * interfaces have nothing to read, so any status below 500 counts (`probePath` of the dialect).
 */
export async function probeServer(
  connection: Connection | null,
  { origin, nth, storeId, signal }: Probe,
): Promise<CallResult<unknown>> {
  if (connection === null || connection.isMoved?.() === true)
    return failed('invalid', 'nothing may be sent')
  const { v3Url, v1Url, token } = connection
  if (v3Url.startsWith(origin)) {
    if (nth % 2 === 1 || storeId === null) return readMe(connection, {}, { signal })
    const from = new Date().toISOString()
    const query = { storesIds: [storeId], from, page: 1, limit: 1 }
    return listRawOrders(connection, { query }, { signal })
  }
  const url = addressToProbe(connection, origin)
  if (url === null || (connection.allowHttp !== true && isUnencrypted(url)))
    return failed('invalid', 'no such server')
  // The tabs' own token is for its orders only.
  const authorization = v1Url !== null && url.startsWith(v1Url) ? `Bearer ${token}` : ''
  const request = { method: 'GET', url, query: {}, signal, authorization } as const
  const sent = await send({ ...request, answerWithinMs, maxAnswerBytes })
  if (!sent.ok) return sent
  const answer = parseAnswer(sent.answer, { authorization, maxAnswerBytes })
  // Any text of a server will do, but not the page of a guest network.
  if (!answer.ok)
    return answer.failure.kind === 'foreign' ? { ok: true, value: null, answeredAt: null } : answer
  const { status, answeredAt } = answer
  return status < 500
    ? { ok: true, value: null, answeredAt }
    : failed('answered', `status ${String(status)}`, status)
}
