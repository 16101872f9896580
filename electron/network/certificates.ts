import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { HostCertificate } from '#contract/network/network.ts'
import type { Authority } from './certificates/authority.ts'
import type {
  GivenCertificate,
  readGivenCertificate as readGivenFunction,
} from './certificates/given.ts'
import type { answerTrust as answerTrustFunction } from './trust/trust-page.ts'
import type { ServerCertificate, ServerNames } from '#receiver/server-certificate.ts'
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
  parts.given === null ? OwnCertificates.open(parts) : GivenCertificates.open(parts, parts.given)

const loopback = '127.0.0.1'

type AnswerTrust = typeof answerTrustFunction

/** Signed by this computer's own authority, and renewed in time and for other addresses. */
class OwnCertificates implements Certificates {
  readonly #parts: CertificateParts
  readonly #authority: Authority
  readonly #answerTrust: AnswerTrust
  #current: ServerCertificate

  private constructor(
    parts: CertificateParts,
    authority: Authority,
    answerTrust: AnswerTrust,
    first: ServerCertificate,
  ) {
    this.#parts = parts
    this.#authority = authority
    this.#answerTrust = answerTrust
    this.#current = first
  }

  static async open(parts: CertificateParts): Promise<OwnCertificates> {
    // Rarely needed, and large.
    const [{ openAuthority }, { answerTrust }] = await Promise.all([
      import('./certificates/authority.ts'),
      import('./trust/trust-page.ts'),
    ])
    const authority = await openAuthority(join(parts.dataDir, 'network'))
    return new OwnCertificates(parts, authority, answerTrust, await issue(parts, authority))
  }

  shown(): ShownCertificate {
    return this.#current
  }

  describe(): HostCertificate {
    const { words, fingerprint } = this.#authority
    return { kind: 'own', words, fingerprint, until: this.#current.until }
  }

  isName(name: string): boolean {
    return isNamed(this.#current.names, name)
  }

  people(): string[] {
    const { names, addresses } = this.#current.names
    return [...names, ...addresses.filter((each) => each !== loopback)]
  }

  async renewIfNeeded(): Promise<boolean> {
    const next = await issue(this.#parts, this.#authority)
    const isNew = next.cert !== this.#current.cert
    this.#current = next
    return isNew
  }

  answerPlain(request: IncomingMessage, response: ServerResponse, origin: string): void {
    this.#answerTrust(request, response, { origin, authority: this.#authority })
  }
}

/** The authority's certificate for today's names, the same one while nothing has changed. */
function issue(
  { time, namesNow }: CertificateParts,
  authority: Authority,
): Promise<ServerCertificate> {
  const { now, isConfirmed } = time()
  const { names, addresses } = namesNow()
  const all = { names, addresses: [...new Set([...addresses, loopback])] }
  return authority.certificateFor(all, now, isConfirmed)
}

type GivenFiles = NonNullable<CertificateParts['given']>
type ReadGiven = typeof readGivenFunction

/** From files that somebody else makes, and replaces. */
class GivenCertificates implements Certificates {
  readonly #parts: CertificateParts
  readonly #files: GivenFiles
  readonly #readGiven: ReadGiven
  #current: GivenCertificate

  private constructor(parts: CertificateParts, files: GivenFiles, readGiven: ReadGiven) {
    this.#parts = parts
    this.#files = files
    this.#readGiven = readGiven
    this.#current = this.#read()
  }

  static async open(parts: CertificateParts, files: GivenFiles): Promise<GivenCertificates> {
    const { readGivenCertificate } = await import('./certificates/given.ts')
    return new GivenCertificates(parts, files, readGivenCertificate)
  }

  shown(): ShownCertificate {
    return this.#current
  }

  describe(): HostCertificate {
    const { words, fingerprint, until } = this.#current
    return { kind: 'given', words, fingerprint, until }
  }

  isName(name: string): boolean {
    return isNamed(this.#current.names, name)
  }

  people(): string[] {
    const { names, addresses } = this.#current.names
    return [
      ...names.filter((each) => !each.startsWith('*.') && isIP(each) === 0),
      ...this.#parts.namesNow().addresses.filter((each) => addresses.includes(each)),
    ]
  }

  renewIfNeeded(): Promise<boolean> {
    const next = this.#read()
    const isNew = next.cert !== this.#current.cert
    this.#current = next
    return Promise.resolve(isNew)
  }

  answerPlain(_request: IncomingMessage, response: ServerResponse, origin: string): void {
    response.writeHead(302, { location: `${origin}/` }).end()
  }

  #read(): GivenCertificate {
    const { now, isConfirmed } = this.#parts.time()
    const certificate = this.#readGiven(this.#files, isConfirmed ? now : null)
    if (!certificate.ok) throw new Error(certificate.error.detail ?? certificate.error.code)
    return certificate.value
  }
}
