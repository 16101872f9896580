import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FleetUser } from '#contract/relay/fleet.ts'
import type { FleetAccount } from '../chain/folder.ts'
import { secretHash } from '../chain/secret.ts'

/** The cookie of a browser that logged in. */
const cookieName = 'kitchen-pass-fleet'

/** A screen on a wall is used every day, so it renews its session by itself. */
const sessionLastsMs = 7 * 24 * 3_600_000

const cookieShape = new RegExp(
  `(?:^|; )${cookieName}=([\\w-]{1,600})\\.(\\d{1,16})\\.([\\w-]{43})(?:;|$)`,
)

/**
 * The sessions of the fleet page. None is stored: a cookie has the name of its user and its end,
 * sealed with the hash of the user's key. So it counts at every server of the chain, after a
 * restart too, and no longer once the key is removed. `now` is in epoch ms.
 */
export function createFleetSessions(accounts: readonly FleetAccount[], now: () => number) {
  let known = accounts

  function sealOf({ name, hash }: FleetAccount, endsAt: number): Buffer {
    return createHmac('sha256', Buffer.from(hash, 'hex')).update(`${name}\n${endsAt}`).digest()
  }
  const publicPart = ({ name, role }: FleetAccount): FleetUser => ({ name, role })

  function find(cookies: string | undefined): FleetAccount | null {
    const [, encoded = '', end = '', seal = ''] = cookieShape.exec(cookies ?? '') ?? []
    const name = Buffer.from(encoded, 'base64url').toString('utf8')
    const account = known.find((each) => each.name === name)
    if (account === undefined || Number(end) < now()) return null
    const given = Buffer.from(seal, 'base64url')
    const right = sealOf(account, Number(end))
    return given.length === right.length && timingSafeEqual(given, right) ? account : null
  }

  /** The header that sets the cookie. A browser sends it to this server alone. */
  function cookieOf(account: FleetAccount, isSecure: boolean): string {
    const endsAt = now() + sessionLastsMs
    const name = Buffer.from(account.name).toString('base64url')
    const value = `${name}.${String(endsAt)}.${sealOf(account, endsAt).toString('base64url')}`
    return [
      `${cookieName}=${value}`,
      `Max-Age=${String(sessionLastsMs / 1_000)}`,
      ...['HttpOnly', 'SameSite=Strict', 'Path=/'],
      ...(isSecure ? ['Secure'] : []),
    ].join('; ')
  }

  return {
    replace(next: readonly FleetAccount[]): void {
      known = next
    },
    /** The user of a browser, by its `Cookie` header; null if its session has ended. */
    userOf(cookies: string | undefined): FleetUser | null {
      const account = find(cookies)
      return account === null ? null : publicPart(account)
    },
    /** The user and a new cookie, for a key; null for an unknown one. */
    open(key: string, isSecure: boolean): { user: FleetUser; cookie: string } | null {
      // The time of looking up a hash shows nothing of a key, because nobody can choose a hash.
      const account = known.find(({ hash }) => hash === secretHash(key))
      if (account === undefined) return null
      return { user: publicPart(account), cookie: cookieOf(account, isSecure) }
    },
    /** A cookie that lasts longer, for a session that counts. */
    renew(cookies: string | undefined, isSecure: boolean): string | null {
      const account = find(cookies)
      return account === null ? null : cookieOf(account, isSecure)
    },
    /** The header that ends a browser's session. */
    end: `${cookieName}=; Max-Age=0; HttpOnly; SameSite=Strict; Path=/`,
  }
}

export type FleetSessions = ReturnType<typeof createFleetSessions>
