import type * as Tls from 'node:tls'
import type { Log } from '../core/log.ts'

/**
 * Trusts the certificates of the system beside Node's own, in everything that is asked over TLS: a
 * proxy or a virus scanner of a company has its own authority there. Call it before the first
 * request. Older versions of Node can't do it, and trust their own.
 */
export function trustSystemCertificates(log: Pick<Log, 'warn'>): void {
  // Without an import, as in servers.ts.
  const tls: Partial<typeof Tls> = process.getBuiltinModule('node:tls')
  const { getCACertificates, setDefaultCACertificates } = tls
  if (getCACertificates === undefined || setDefaultCACertificates === undefined) return
  try {
    const certificates = [...getCACertificates('default'), ...getCACertificates('system')]
    setDefaultCACertificates([...new Set(certificates)])
  } catch (cause) {
    log.warn('certificates of the system not read', { cause: String(cause) })
  }
}
