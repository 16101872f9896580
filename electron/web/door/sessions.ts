import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Proofs } from './proofs.ts'

/** More pages than a browser has open here. */
const mostOfBrowser = 32

interface Session {
  screenId: string
  /** Null if its requests aren't signed. */
  proofs: Proofs | null
}

/** The open pages, each identified by random letters in its memory. A restart ends them all. */
export function createSessions() {
  /** By hash: comparing the letters directly would take longer for a better guess. */
  const sessions = new Map<string, Session>()
  const idOf = (token: string): string => hash('sha256', token, 'base64url')

  return {
    /** Returns the letters of a new session. */
    open(screenId: string, proofsOf: (token: string) => Proofs | null) {
      const own = [...sessions].filter(([, session]) => session.screenId === screenId)
      // Its page opens another when it notices.
      const [oldest] = own
      if (own.length >= mostOfBrowser && oldest !== undefined) sessions.delete(oldest[0])
      const token = randomBytes(32).toString('base64url')
      sessions.set(idOf(token), { screenId, proofs: proofsOf(token) })
      return token
    },
    find: (token: string) => sessions.get(idOf(token)) ?? null,
    end(screenId: string) {
      for (const [id, session] of sessions) if (session.screenId === screenId) sessions.delete(id)
    },
  }
}

/** A page signs at once; a slow computer may need time to load it (ms). */
const lastsMs = 60_000

/**
 * Anyone may request challenges, so none is stored: each has its own expiry and a seal of this
 * start. `now` is a monotonic clock in ms.
 */
export function createChallenges(now: () => number) {
  const secret = randomBytes(32)
  /** The expiry of used ones, by challenge: only known browsers use one. */
  const used = new Map<string, number>()

  const sealOf = (content: Buffer): Buffer => createHmac('sha256', secret).update(content).digest()

  /** When a challenge of this start expires; 0 for any other text. */
  function endOf(challenge: string): number {
    const bytes = Buffer.from(challenge, 'base64url')
    if (bytes.length !== 56 || bytes.toString('base64url') !== challenge) return 0
    const content = bytes.subarray(0, 24)
    return timingSafeEqual(sealOf(content), bytes.subarray(24)) ? content.readDoubleBE() : 0
  }

  return {
    make() {
      const content = Buffer.concat([Buffer.alloc(8), randomBytes(16)])
      content.writeDoubleBE(now() + lastsMs)
      return Buffer.concat([content, sealOf(content)]).toString('base64url')
    },
    /** Whether it is from this start, not expired and unused. It counts as used from then on. */
    use(challenge: string): boolean {
      for (const [each, end] of used) if (end < now()) used.delete(each)
      const end = endOf(challenge)
      if (end < now() || used.has(challenge)) return false
      used.set(challenge, end)
      return true
    },
  }
}
