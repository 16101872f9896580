// The library's own parts find each other by it.
import 'reflect-metadata'
import { AsnConvert } from '@peculiar/asn1-schema'
import { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from '@peculiar/asn1-x509'
import * as x509 from '@peculiar/x509'
import type { webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import { firstUse } from '#host/clock/clock.ts'
import { localRanges } from '#receiver/addresses.ts'
import type { ServerNames } from '#receiver/server-certificate.ts'

const dayMs = 24 * 3_600_000
const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256' }
const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-256' }

/** Names that only exist in local networks. */
const localDomains = ['local', 'lan', 'home.arpa', 'internal', 'localdomain']

/** Whether the authority may issue a certificate for a name. */
export const isLocalName = (name: string): boolean =>
  localDomains.some((domain) => name.endsWith(`.${domain}`))

/** Who has stolen its key can't use it for anything outside local networks. */
function localOnly(): x509.Extension {
  const bases = [
    ...localDomains.map((dNSName) => new GeneralName({ dNSName })),
    ...localRanges.map(
      ([start, prefix]) => new GeneralName({ iPAddress: `${start}/${String(prefix)}` }),
    ),
  ]
  const permittedSubtrees = new GeneralSubtrees(bases.map((base) => new GeneralSubtree({ base })))
  const value = AsnConvert.serialize(new NameConstraints({ permittedSubtrees }))
  return new x509.Extension('2.5.29.30', true, value)
}

const makeKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  crypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify'])

async function keyAsPem({ privateKey }: webcrypto.CryptoKeyPair): Promise<string> {
  const bytes = await crypto.subtle.exportKey('pkcs8', privateKey)
  return x509.PemConverter.encode(bytes, 'PRIVATE KEY')
}

const importKey = (pem: string): Promise<webcrypto.CryptoKey> =>
  crypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(pem), keyAlgorithm, false, [
    'sign',
  ])

/** A certificate and its private key, PEM. */
interface CertificateAndKey {
  cert: string
  key: string
}

/**
 * An authority doesn't age: one that was made while the clock of its computer was wrong counts too.
 * It is until the last date that every device reads.
 */
const authorityValidity = {
  notBefore: new Date(firstUse),
  notAfter: new Date('2049-12-31T23:59:59Z'),
}

/** Valid from a day before `now` (epoch ms): clocks of tablets differ. */
const validity = (now: number, days: number) => ({
  notBefore: new Date(now - dayMs),
  notAfter: new Date(now + days * dayMs),
})

/**
 * Makes an authority: by default the one that the tablets of one kitchen trust, for local networks
 * only. One without limits is for programs that trust it for one purpose.
 */
export async function makeAuthority(
  name: string,
  limits: readonly x509.Extension[] = [localOnly()],
): Promise<CertificateAndKey> {
  const keys = await makeKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    ...authorityValidity,
    signingAlgorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...limits,
    ],
  })
  return { cert: certificate.toString('pem'), key: await keyAsPem(keys) }
}

/**
 * Makes a certificate for a server, which lasts for 90 days by default. As a peer it may also prove
 * itself to another server.
 */
export async function issueCertificate(
  authority: CertificateAndKey,
  { names, addresses }: ServerNames,
  now: number,
  { days = 90, isPeer = false } = {},
): Promise<CertificateAndKey> {
  const keys = await makeKeys()
  const issuer = new x509.X509Certificate(authority.cert)
  const all = [
    ...names.map((value) => ({ type: 'dns' as const, value })),
    ...addresses
      .filter((each) => isIP(each) !== 0)
      .map((value) => ({ type: 'ip' as const, value })),
  ]
  const certificate = await x509.X509CertificateGenerator.create({
    // No name of a computer, which some systems would check as one.
    subject: 'CN=Kitchen Pass',
    issuer: issuer.subject,
    ...validity(now, days),
    signingAlgorithm,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([
        x509.ExtendedKeyUsage.serverAuth,
        ...(isPeer ? [x509.ExtendedKeyUsage.clientAuth] : []),
      ]),
      new x509.SubjectAlternativeNameExtension(all),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  })
  return { cert: `${certificate.toString('pem')}\n${authority.cert}`, key: await keyAsPem(keys) }
}
