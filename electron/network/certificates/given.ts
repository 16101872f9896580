import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { ServerCertificate } from '#receiver/server-certificate.ts'

interface Files {
  certFile: string
  keyFile: string
}

export type GivenCertificate = ServerCertificate & ReturnType<typeof fingerprintOf>

/**
 * Reads a certificate and its key that somebody gave to this program (PEM). Fails with `bad-input`
 * and a sentence for the terminal. `now` is in epoch milliseconds; null while no second clock
 * confirms it, and then one that has ended counts.
 */
export function readGivenCertificate(
  { certFile, keyFile }: Files,
  now: number | null,
): Result<GivenCertificate> {
  try {
    const [cert, key] = [readFileSync(certFile, 'utf8'), readFileSync(keyFile, 'utf8')]
    const parsed = new X509Certificate(cert)
    if (!parsed.checkPrivateKey(createPrivateKey(key)))
      return fail('bad-input', `The key ${keyFile} is not the key of the certificate ${certFile}.`)
    const [from, until] = [new Date(parsed.validFrom), new Date(parsed.validTo)]
    if (now !== null && until.getTime() <= now)
      return fail('bad-input', `The certificate ${certFile} ended on ${until.toISOString()}.`)
    const parts = (parsed.subjectAltName ?? '').split(', ')
    const of = (start: string): string[] =>
      parts
        .filter((part) => part.startsWith(start))
        .map((part) => part.slice(start.length).toLowerCase())
    return ok({
      ...{ cert, key, from: from.toISOString(), until: until.toISOString() },
      names: { names: of('DNS:'), addresses: of('IP Address:') },
      ...fingerprintOf(parsed.raw),
    })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    return fail('bad-input', `The certificate ${certFile} can’t be used: ${why}`)
  }
}
