import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import {
  healTwice,
  isStored,
  readText,
  readTwice,
  writeFileAtOnce,
  writeTwice,
} from '../../write-at-once.ts'
import { isPrivate } from '../addresses.ts'
import { makeFolder } from '#host/db/files.ts'
import { AuthorityLost } from '../identity.ts'
import { fingerprintOf } from './fingerprint.ts'
import { needsRenewal, type ServerCertificate, type ServerNames } from './server-certificate.ts'
import { isLocalName, issueCertificate, makeAuthority } from './x509.ts'

/** How long before its making a certificate starts (x509.ts). */
const dayMs = 24 * 3_600_000

/** The certificate authority of this computer, which the screens trust. */
export interface Authority {
  /** PEM. */
  cert: string
  der: Buffer
  /** SHA-256, as words that people compare and as hexadecimal pairs. */
  words: string
  fingerprint: string
  /** Whether its key is lost: then only the last certificate can be served. */
  isDamaged: boolean
  /**
   * The certificate to serve with: the last one, or a new one if that is for other names, is damaged
   * or ends soon. `now` is in epoch ms. While no second clock confirms it, nothing ages by it. Names
   * and addresses outside local networks are left out: the authority isn't trusted for them, and one
   * would spoil the certificate for all others. Throws `AuthorityLost` if one is needed and can't be
   * made.
   */
  certificateFor(names: ServerNames, now: number, isConfirmed?: boolean): Promise<ServerCertificate>
}

interface Pair {
  cert: string
  key: string
}

const pathsOf = (folder: string, name: string): { cert: string; key: string } => ({
  cert: join(folder, `${name}.pem`),
  key: join(folder, `${name}-key.pem`),
})

/** A text as a certificate; null if it is none. */
function parseCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

function isKeyOf(cert: X509Certificate, key: string): boolean {
  try {
    return cert.checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

function isAuthority(pem: string): boolean {
  const parsed = parseCertificate(pem)
  return parsed?.ca === true && parsed.verify(parsed.publicKey)
}

/** The second certificate of a server's file is its authority's. */
const authorityIn = (server: string): string[] =>
  server.split(/(?=-----BEGIN CERTIFICATE-----)/).slice(1, 2)

/** The stored authority, also without its key; null if its certificate can't be read. */
function storedAuthority(folder: string): { cert: string; key: string | null } | null {
  const own = pathsOf(folder, 'authority')
  const texts = [
    ...readTwice(own.cert),
    ...authorityIn(readText(pathsOf(folder, 'server').cert) ?? ''),
  ]
  const certs = texts.filter(isAuthority)
  const keys = readTwice(own.key)
  for (const cert of certs) {
    const key = keys.find((each) => isKeyOf(new X509Certificate(cert), each))
    if (key === undefined) continue
    healTwice(own.cert, cert)
    healTwice(own.key, key)
    return { cert, key }
  }
  const [cert] = certs
  return cert === undefined ? null : { cert, key: null }
}

/** Whether there is a trace of an authority, which screens may trust. */
function hadAuthority(folder: string): boolean {
  const [own, server] = [pathsOf(folder, 'authority'), pathsOf(folder, 'server')]
  return (
    isStored(own.cert) || isStored(own.key) || existsSync(server.cert) || existsSync(server.key)
  )
}

/** Throws if the disk can't be written. */
async function newAuthority(folder: string): Promise<Pair> {
  // Two kitchens look different in the list of a tablet.
  const made = await makeAuthority(`Kitchen Pass ${randomBytes(2).toString('hex')}`)
  const paths = pathsOf(folder, 'authority')
  writeTwice(paths.key, made.key)
  writeTwice(paths.cert, made.cert)
  return made
}

/** The names in a certificate of ours. */
function namesIn({ subjectAltName = '' }: X509Certificate): ServerNames {
  const parts = subjectAltName.split(', ')
  const of = (start: string): string[] =>
    parts.filter((part) => part.startsWith(start)).map((part) => part.slice(start.length))
  return { names: of('DNS:'), addresses: of('IP Address:') }
}

function asCertificate(parsed: X509Certificate, key: string, authority: string): ServerCertificate {
  const [from, until] = [parsed.validFrom, parsed.validTo].map((time) =>
    new Date(time).toISOString(),
  )
  const cert = `${parsed.toString()}${authority}`
  return { cert, key, names: namesIn(parsed), from: from ?? '', until: until ?? '' }
}

/** The last certificate of the server; null if it is damaged, or of another authority. */
function lastCertificate(folder: string, authority: X509Certificate): ServerCertificate | null {
  const paths = pathsOf(folder, 'server')
  const [parsed, key] = [parseCertificate(readText(paths.cert) ?? ''), readText(paths.key)]
  if (parsed === null || key === null) return null
  if (!parsed.verify(authority.publicKey) || !isKeyOf(parsed, key)) return null
  const last = asCertificate(parsed, key, authority.toString())
  try {
    createSecureContext(last)
    return last
  } catch {
    return null
  }
}

/**
 * The authority in `folder`, made at the first use and never again: the screens trust this one. A
 * damaged file is replaced by its copy. Throws `AuthorityLost` if both are damaged, and another
 * error if the disk can't be written.
 */
export async function openAuthority(folder: string): Promise<Authority> {
  makeFolder(folder)
  const stored = storedAuthority(folder)
  if (stored === null && hadAuthority(folder)) throw new AuthorityLost(folder)
  const { cert, key } = stored ?? (await newAuthority(folder))
  const own = new X509Certificate(cert)

  return {
    cert,
    der: own.raw,
    ...fingerprintOf(own.raw),
    isDamaged: key === null,
    async certificateFor({ names, addresses }, now, isConfirmed = true) {
      const local = { names: names.filter(isLocalName), addresses: addresses.filter(isPrivate) }
      // A clock that is before the authority is wrong, whoever confirms it.
      const at = isConfirmed && now >= Date.parse(own.validFrom) ? now : null
      const last = lastCertificate(folder, own)
      if (last !== null && (key === null || !needsRenewal(last, local, at))) return last
      if (key === null) throw new AuthorityLost(folder)
      // Without a time that counts, a new one starts and ends with the last one.
      const from = at ?? (last === null ? now : Date.parse(last.from) + dayMs)
      const made = await issueCertificate({ cert, key }, local, from)
      const paths = pathsOf(folder, 'server')
      writeFileAtOnce(paths.key, made.key)
      writeFileAtOnce(paths.cert, made.cert)
      return asCertificate(new X509Certificate(made.cert), made.key, own.toString())
    },
  }
}
