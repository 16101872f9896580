import { anyBody, requestMessages, signatureAlgorithm } from '#contract/web-door.ts'
import { encode, toText } from './browser-key.ts'

/** A proof made beforehand is renewed after this many others, before the host counts it as old. */
const freshFor = 64

/**
 * Signs the requests of a session (contract/web-door.ts). An unloading page has no time to sign, so
 * one proof is always ready for its last call.
 */
export function createProofs({ privateKey }: CryptoKeyPair, session: string) {
  let count = 0
  let spare: { number: number; proof: string } | null = null
  let isMaking = false

  async function sign(method: string, url: string, bodyHash: string): Promise<string> {
    const number = ++count
    const content = encode(requestMessages(session, { number, method, url, bodyHash }))
    const signature = await crypto.subtle.sign(signatureAlgorithm, privateKey, content)
    return `${String(number)}.${bodyHash}.${toText(signature)}`
  }

  async function makeSpare(): Promise<void> {
    if (isMaking || (spare !== null && count - spare.number < freshFor)) return
    isMaking = true
    const number = count + 1
    spare = { number, proof: await sign('POST', '/call', anyBody) }
    isMaking = false
  }

  return {
    /** The proof of a request with this body. */
    async prove(method: string, url: string, body: string): Promise<string> {
      const bodyHash = toText(await crypto.subtle.digest('SHA-256', encode(body)))
      const proof = await sign(method, url, bodyHash)
      void makeSpare()
      return proof
    },
    /** At once, for one call; null if there is none. */
    takeSpare(): string | null {
      const taken = spare?.proof ?? null
      spare = null
      return taken
    },
  }
}

export type Proofs = ReturnType<typeof createProofs>
