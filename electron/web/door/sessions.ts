import { hash, randomBytes } from 'node:crypto'

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
