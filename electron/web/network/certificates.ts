import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { HostCertificate } from '#contract/network.ts'
import type { GivenCertificate } from './certificates/given.ts'
import type { ServerCertificate, ServerNames } from './certificates/server-certificate.ts'
import type { ShownCertificate } from './server.ts'

/** The time by which certificates age. */
export interface CertificateTime {
  /** Epoch milliseconds. */
  now: number
  /** Whether a second clock says the same. Nothing is renewed or refused by any other time. */
  isConfirmed: boolean
}

interface CertificateParts {
  dataDir: string
  given: { certFile: string; keyFile: string } | null
  time: () => CertificateTime
  namesNow: () => ServerNames
}

/** The certificate of this computer, own or given, and what follows from it. */
export interface Certificates {
  shown(): ShownCertificate
  describe(): HostCertificate
  /** Whether a lower-case name or address is one of the certificate. */
  isName(name: string): boolean
  /** The names and addresses that people may type, the best first. */
  people(): string[]
  /** Returns whether there is another certificate now. */
  renewIfNeeded(): Promise<boolean>
  answerPlain(request: IncomingMessage, response: ServerResponse, origin: string): void
}

const isNamed = ({ names, addresses }: ServerNames, name: string): boolean =>
  addresses.includes(name) ||
  names.some((each) =>
    each.startsWith('*.') ? name.replace(/^[^.]+/, '*') === each : each === name,
  )

/**
 * Opens the certificate to serve with. Throws if there is none: the disk can't be written, the
 * authority is lost, or the given files are no certificate.
 */
export const openCertificates = (parts: CertificateParts): Promise<Certificates> =>
  parts.given === null ? openOwn(parts) : openGiven(parts, parts.given)

async function openOwn({ dataDir, time, namesNow }: CertificateParts): Promise<Certificates> {
  const folder = join(dataDir, 'network')
  // Rarely needed, and large.
  const [{ openAuthority }, trust] = await Promise.all([
    import('./certificates/authority.ts'),
    import('./trust-routes.ts'),
  ])
  const authority = await openAuthority(folder)
  const loopback = '127.0.0.1'
  const all = (): ServerNames => {
    const { names, addresses } = namesNow()
    return { names, addresses: [...new Set([...addresses, loopback])] }
  }
  function certificate(): Promise<ServerCertificate> {
    const { now, isConfirmed } = time()
    return authority.certificateFor(all(), now, isConfirmed)
  }
  let current = await certificate()

  return {
    shown: () => current,
    describe: () => ({
      kind: 'own',
      words: authority.words,
      fingerprint: authority.fingerprint,
      until: current.until,
    }),
    isName: (name) => isNamed(current.names, name),
    people: () => [
      ...current.names.names,
      ...current.names.addresses.filter((each) => each !== loopback),
    ],
    async renewIfNeeded() {
      const next = await certificate()
      const isNew = next.cert !== current.cert
      current = next
      return isNew
    },
    answerPlain(request, response, origin) {
      trust.answerTrust(request, response, { origin, authority })
    },
  }
}

async function openGiven(
  { time, namesNow }: CertificateParts,
  { certFile, keyFile }: NonNullable<CertificateParts['given']>,
): Promise<Certificates> {
  const { readGivenCertificate } = await import('./certificates/given.ts')
  function read(): GivenCertificate {
    const { now, isConfirmed } = time()
    const found = readGivenCertificate({ certFile, keyFile }, isConfirmed ? now : null)
    if (!found.ok) throw new Error(found.error.detail ?? found.error.code)
    return found.value
  }
  let current = read()
  return {
    shown: () => current,
    describe: () => ({
      kind: 'given',
      words: current.words,
      fingerprint: current.fingerprint,
      until: current.until,
    }),
    isName: (name) => isNamed(current.names, name),
    people: () => [
      ...current.names.names.filter((each) => !each.startsWith('*.') && isIP(each) === 0),
      ...namesNow().addresses.filter((each) => current.names.addresses.includes(each)),
    ],
    // Whoever gave the files replaces them.
    renewIfNeeded() {
      const next = read()
      const isNew = next.cert !== current.cert
      current = next
      return Promise.resolve(isNew)
    },
    answerPlain(_request, response, origin) {
      response.writeHead(302, { location: `${origin}/` }).end()
    },
  }
}
