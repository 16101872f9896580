import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'
import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { isPrivate } from '../addresses.ts'
import { makeFolder, replaceFile } from '#host/db/files.ts'
import { fingerprintOf } from './fingerprint.ts'
import { needsRenewal, type ServerCertificate, type ServerNames } from './server-certificate.ts'
import { isLocalName, issueCertificate, makeAuthority } from './x509.ts'

/** It is replaced when less than this is left: every screen must trust the new one. */
const renewBeforeMs = 60 * 24 * 3_600_000

/** The certificate authority of this computer, which the screens trust. */
export interface Authority {
  /** PEM. */
  cert: string
  der: Buffer
  /** SHA-256, as words that people compare and as hexadecimal pairs. */
  words: string
  fingerprint: string
  /**
   * The certificate to serve with: the last one, or a new one if that is for other names or ends
   * soon. Names and addresses outside local networks are left out: the authority isn't trusted for
   * them, and one would spoil the certificate for all others.
   */
  certificateFor(names: ServerNames, now: number): Promise<ServerCertificate>
}

interface Pair {
  cert: string
  key: string
}

function readPair(folder: string, name: string): (Pair & { parsed: X509Certificate }) | null {
  try {
    const cert = readFileSync(join(folder, `${name}.pem`), 'utf8')
    const key = readFileSync(join(folder, `${name}-key.pem`), 'utf8')
    const parsed = new X509Certificate(cert)
    return parsed.checkPrivateKey(createPrivateKey(key)) ? { cert, key, parsed } : null
  } catch {
    return null
  }
}

/** Throws if the disk can't be written. */
function writePair(folder: string, name: string, { cert, key }: Pair): void {
  replaceFile(join(folder, `${name}-key.pem`), key)
  replaceFile(join(folder, `${name}.pem`), cert)
}

/** Puts files aside that are replaced, in case somebody looks for them. */
function putAside(folder: string, name: string): void {
  for (const file of [`${name}.pem`, `${name}-key.pem`])
    try {
      renameSync(join(folder, file), join(folder, `${file}.old`))
    } catch {
      // There is none.
    }
}

function storedAuthority(folder: string, now: number): Pair | null {
  const stored = readPair(folder, 'authority')
  if (stored === null || !stored.parsed.ca) return null
  const { validFrom, validTo } = stored.parsed
  // One from the future was made while the clock of this computer was wrong.
  const isGood = Date.parse(validFrom) <= now && Date.parse(validTo) - now >= renewBeforeMs
  return isGood ? stored : null
}

async function newAuthority(folder: string, now: number): Promise<Pair> {
  putAside(folder, 'authority')
  // Two kitchens look different in the list of a tablet.
  const made = await makeAuthority(`Kitchen Pass ${randomBytes(2).toString('hex')}`, now)
  writePair(folder, 'authority', made)
  return made
}

const asCertificate = ({ cert, key }: Pair, names: ServerNames): ServerCertificate => {
  const { validFrom, validTo } = new X509Certificate(cert)
  const [from, until] = [validFrom, validTo].map((time) => new Date(time).toISOString())
  return { cert, key, names, from: from ?? '', until: until ?? '' }
}

/** The names in a certificate of ours. */
function namesIn({ subjectAltName = '' }: X509Certificate): ServerNames {
  const parts = subjectAltName.split(', ')
  const of = (start: string): string[] =>
    parts.filter((part) => part.startsWith(start)).map((part) => part.slice(start.length))
  return { names: of('DNS:'), addresses: of('IP Address:') }
}

/**
 * The authority in `folder`, made at the first use. One that can't be read or ends soon is put
 * aside and replaced. `now` is in epoch milliseconds. Throws if the disk can't be written.
 */
export async function openAuthority(folder: string, now: number): Promise<Authority> {
  makeFolder(folder)
  const pair = storedAuthority(folder, now) ?? (await newAuthority(folder, now))
  const own = new X509Certificate(pair.cert)

  return {
    cert: pair.cert,
    der: own.raw,
    ...fingerprintOf(own.raw),
    async certificateFor({ names, addresses }, at) {
      const local = { names: names.filter(isLocalName), addresses: addresses.filter(isPrivate) }
      const stored = readPair(folder, 'server')
      if (stored?.parsed.verify(own.publicKey) === true) {
        const last = asCertificate(stored, namesIn(stored.parsed))
        if (!needsRenewal(last, local, at)) return last
      }
      const made = await issueCertificate(pair, local, at)
      writePair(folder, 'server', made)
      return asCertificate(made, local)
    },
  }
}
