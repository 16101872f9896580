import { isUnencrypted } from './unencrypted.ts'

/** What is wrong with a typed public address. */
export type AddressProblem = 'no-address' | 'unencrypted'

/**
 * Reads a typed public address of this computer, with https if no scheme was typed. It may have a
 * path, but no name, password, query or hash.
 */
export function readPublicAddress(
  typed: string,
): { address: string } | { problem: AddressProblem } {
  const text = typed.includes('://') ? typed.trim() : `https://${typed.trim()}`
  if (!/^https?:\/\/[^@\s]+$/i.test(text) || !URL.canParse(text)) return { problem: 'no-address' }
  const { protocol, host, pathname } = new URL(text)
  const address = `${protocol}//${host}${pathname.replace(/\/+$/, '')}`
  return isUnencrypted(address) ? { problem: 'unencrypted' } : { address }
}

/** The host names in a public address, as a sender or a proxy may write them: with and without a port. */
export function namesOfAddress(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { host, hostname } = new URL(address)
  return [...new Set([host, hostname])]
}
