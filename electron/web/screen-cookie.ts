import { hash, randomBytes } from 'node:crypto'

const cookieName = 'kitchen-pass-screen'
const aYearInSeconds = 365 * 24 * 3_600

/** 24 random bytes. */
const tokenShape = /^[\w-]{32}$/

/** By which a browser is known again: a secret between it and this server. */
export const newScreenToken = (): string => randomBytes(24).toString('base64url')

/** The cookie that gives a browser its token. No page reads it, and no other site has it sent. */
export const screenCookie = (token: string): string =>
  `${cookieName}=${token}; Path=/; Max-Age=${String(aYearInSeconds)}; HttpOnly; SameSite=Strict`

/** The token in a request's `cookie` header; null where there is none of that shape. */
export function screenTokenIn(header: string | undefined): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=')
    if (name === cookieName && tokenShape.test(value)) return value
  }
  return null
}

/** The id of the screen with this token; empty for none. Managers see ids, and a token cannot be made of one. */
export const screenIdOf = (token: string | null): string =>
  token === null ? '' : hash('sha256', token, 'hex').slice(0, 24)
