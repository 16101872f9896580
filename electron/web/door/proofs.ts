import type { IncomingMessage } from 'node:http'
import type { KeyObject } from 'node:crypto'
import { anyBody, proofHeader, requestMessages } from '#contract/web-door.ts'
import { isSigned } from './keys.ts'

/** A page's requests may overtake one another, but not by more than this. */
const mostOvertaken = 256

const proofShape = /^(\d{1,15})\.([\w-]{43}|any)\.([\w-]{86})$/

/** The only call that may come without the hash of its body. */
const isLastCall = ({ method, url }: Asked): boolean => method === 'POST' && url === '/call'

type Asked = Pick<IncomingMessage, 'headers' | 'method' | 'url'>

/** A proven request: the hash that its body must have, null for any. */
interface Proven {
  bodyHash: string | null
}

/**
 * Checks the signed requests of one session (contract/web-door.ts). Each number counts once, so
 * a request that was copied can't be sent again.
 */
export function createProofs(session: string, publicKey: KeyObject) {
  const used = new Set<number>()
  let highest = 0

  function isUsed(number: number): boolean {
    return number <= highest - mostOvertaken || used.has(number)
  }

  function use(number: number): void {
    used.add(number)
    highest = Math.max(highest, number)
    if (used.size > 2 * mostOvertaken)
      for (const each of used) if (each <= highest - mostOvertaken) used.delete(each)
  }

  return {
    /** Null if the request isn't signed by the browser, or was already sent. */
    check(request: Asked): Proven | null {
      const { headers, method = '', url = '' } = request
      const [, digits = '', bodyHash = '', signature = ''] =
        proofShape.exec(String(headers[proofHeader])) ?? []
      const number = Number(digits)
      if (digits === '' || isUsed(number)) return null
      if (bodyHash === anyBody && !isLastCall(request)) return null
      const content = requestMessages(session, { number, method, url, bodyHash })
      if (!isSigned(content, signature, publicKey)) return null
      use(number)
      return { bodyHash: bodyHash === anyBody ? null : bodyHash }
    },
  }
}

export type Proofs = ReturnType<typeof createProofs>
