import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** More pages than a browser has open here. */
const mostOfBrowser = 32

/** Who asks: a browser's screen by its id, empty for a script. */
export interface Visitor {
  screenId: string
}

/** The pages that are open, each known by random letters that it keeps in memory. A restart ends them all. */
export function createSessions() {
  /** By hash: no comparison of the letters themselves takes longer for a better guess. */
  const sessions = new Map<string, Visitor>()
  const idOf = (token: string): string => hash('sha256', token, 'base64url')

  return {
    open(screenId: string) {
      const own = [...sessions].filter(([, visitor]) => visitor.screenId === screenId)
      // Its page opens another when it finds out.
      const [oldest] = own
      if (own.length >= mostOfBrowser && oldest !== undefined) sessions.delete(oldest[0])
      const token = randomBytes(32).toString('base64url')
      sessions.set(idOf(token), { screenId })
      return token
    },
    find: (token: string) => sessions.get(idOf(token)) ?? null,
    /** Ends all of one screen. */
    end(screenId: string) {
      for (const [id, visitor] of sessions) if (visitor.screenId === screenId) sessions.delete(id)
    },
  }
}

/** A page signs at once; a slow machine takes its time to load it (ms). */
const lastsMs = 60_000

/**
 * Challenges are asked for by anybody, so none is kept: each carries its own end and a seal of this start. `now` is a
 * monotonic clock in milliseconds.
 */
export function createChallenges(now: () => number) {
  const secret = randomBytes(32)
  /** The ends of those that were used, by challenge: only who is known uses one. */
  const used = new Map<string, number>()

  const sealOf = (content: Buffer): Buffer => createHmac('sha256', secret).update(content).digest()

  /** When a challenge of this start ends; 0 for any other text. */
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
    /** Whether it is one of this start, in time, and was not used before. From then on it is used. */
    use(challenge: string): boolean {
      for (const [each, end] of used) if (end < now()) used.delete(each)
      const end = endOf(challenge)
      if (end < now() || used.has(challenge)) return false
      used.set(challenge, end)
      return true
    },
  }
}
