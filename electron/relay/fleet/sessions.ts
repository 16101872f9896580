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

/** The header that ends a browser's session. */
export const endOfSession = `${cookieName}=; Max-Age=0; HttpOnly; SameSite=Strict; Path=/`

const publicPart = ({ name, role }: FleetAccount): FleetUser => ({ name, role })

const signatureOf = ({ name, hash }: FleetAccount, endsAt: number): Buffer =>
  createHmac('sha256', Buffer.from(hash, 'hex')).update(`${name}\n${endsAt}`).digest()

/**
 * The sessions of the fleet page. None is stored: a cookie has the name of its user and its end,
 * signed with the hash of the user's key. So it counts at every server of the chain, after a
 * restart too, and no longer once the key is removed.
 */
export class FleetSessions {
  #accounts: readonly FleetAccount[]
  /** Epoch ms. */
  readonly #now: () => number

  constructor(accounts: readonly FleetAccount[], now: () => number) {
    this.#accounts = accounts
    this.#now = now
  }

  replace(accounts: readonly FleetAccount[]): void {
    this.#accounts = accounts
  }

  /** The user of a browser, by its `Cookie` header; null if its session has ended. */
  userOf(cookies: string | undefined): FleetUser | null {
    const account = this.#find(cookies)
    return account === null ? null : publicPart(account)
  }

  /** The user and a new cookie, for a key; null for an unknown one. */
  open(key: string, isSecure: boolean): { user: FleetUser; cookie: string } | null {
    // The time of looking up a hash shows nothing of a key, because nobody can choose a hash.
    const account = this.#accounts.find(({ hash }) => hash === secretHash(key))
    if (account === undefined) return null
    return { user: publicPart(account), cookie: this.#cookieOf(account, isSecure) }
  }

  /** A cookie that lasts longer, for a session that counts. */
  renew(cookies: string | undefined, isSecure: boolean): string | null {
    const account = this.#find(cookies)
    return account === null ? null : this.#cookieOf(account, isSecure)
  }

  #find(cookies: string | undefined): FleetAccount | null {
    const [, encoded = '', end = '', signature = ''] = cookieShape.exec(cookies ?? '') ?? []
    const name = Buffer.from(encoded, 'base64url').toString('utf8')
    const account = this.#accounts.find((each) => each.name === name)
    if (account === undefined || Number(end) < this.#now()) return null
    const shown = Buffer.from(signature, 'base64url')
    const right = signatureOf(account, Number(end))
    return shown.length === right.length && timingSafeEqual(shown, right) ? account : null
  }

  /** The header that sets the cookie. A browser sends it to this server alone. */
  #cookieOf(account: FleetAccount, isSecure: boolean): string {
    const endsAt = this.#now() + sessionLastsMs
    const name = Buffer.from(account.name).toString('base64url')
    const value = `${name}.${String(endsAt)}.${signatureOf(account, endsAt).toString('base64url')}`
    return [
      `${cookieName}=${value}`,
      `Max-Age=${String(sessionLastsMs / 1_000)}`,
      ...['HttpOnly', 'SameSite=Strict', 'Path=/'],
      ...(isSecure ? ['Secure'] : []),
    ].join('; ')
  }
}
