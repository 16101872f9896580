import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { readText, writeFileAtOnce } from '#host/db/json-file.ts'
import { isPrivate } from '#receiver/addresses.ts'
import { makeFolder } from '#host/db/files.ts'
import { AuthorityLost } from '../identity.ts'
import { fingerprintOf } from './fingerprint.ts'
import {
  needsRenewal,
  type ServerCertificate,
  type ServerNames,
} from '#receiver/server-certificate.ts'
import { isLocalName, issueCertificate, makeAuthority } from '#receiver/x509.ts'

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
  /**
   * The certificate to serve with: the last one, or a new one if that is for other names, is damaged
   * or ends soon. `now` is in epoch ms. While no second clock confirms it, nothing ages by it. Names
   * and addresses outside local networks are left out: the authority isn't trusted for them, and one
   * would spoil the certificate for all others. Throws if the disk can't be written.
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

/** Whether there is a trace of an authority that screens may trust: its key alone was never used. */
function hasAuthority(folder: string): boolean {
  const server = pathsOf(folder, 'server')
  return [pathsOf(folder, 'authority').cert, server.cert, server.key].some(existsSync)
}

/** Throws `AuthorityLost` if its certificate or its key can't be read, or one isn't of the other. */
function storedAuthority(folder: string): Pair {
  const paths = pathsOf(folder, 'authority')
  const [cert, key] = [readText(paths.cert) ?? '', readText(paths.key) ?? '']
  if (!isAuthority(cert) || !isKeyOf(new X509Certificate(cert), key))
    throw new AuthorityLost(folder)
  return { cert, key }
}

/** Throws if the disk can't be written. */
async function newAuthority(folder: string): Promise<Pair> {
  // Two kitchens look different in the list of a tablet.
  const pair = await makeAuthority(`Kitchen Pass ${randomBytes(2).toString('hex')}`)
  const paths = pathsOf(folder, 'authority')
  writeFileAtOnce(paths.key, pair.key)
  writeFileAtOnce(paths.cert, pair.cert)
  return pair
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
 * The authority in `folder`, made at the first use and never again: the screens trust this one.
 * Throws `AuthorityLost` if it is damaged, and another error if the disk can't be written.
 */
export async function openAuthority(folder: string): Promise<Authority> {
  makeFolder(folder)
  const { cert, key } = hasAuthority(folder) ? storedAuthority(folder) : await newAuthority(folder)
  const own = new X509Certificate(cert)

  return {
    cert,
    der: own.raw,
    ...fingerprintOf(own.raw),
    async certificateFor({ names, addresses }, now, isConfirmed = true) {
      const local = { names: names.filter(isLocalName), addresses: addresses.filter(isPrivate) }
      // A clock that is before the authority is wrong, whoever confirms it.
      const at = isConfirmed && now >= Date.parse(own.validFrom) ? now : null
      const last = lastCertificate(folder, own)
      if (last !== null && !needsRenewal(last, local, at)) return last
      // Without a time that counts, a new one starts and ends with the last one.
      const from = at ?? (last === null ? now : Date.parse(last.from) + dayMs)
      const issued = await issueCertificate({ cert, key }, local, from)
      const paths = pathsOf(folder, 'server')
      writeFileAtOnce(paths.key, issued.key)
      writeFileAtOnce(paths.cert, issued.cert)
      return asCertificate(new X509Certificate(issued.cert), issued.key, own.toString())
    },
  }
}
