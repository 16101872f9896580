import { X509Certificate } from 'node:crypto'
import { connect } from 'node:tls'
import { connect as connectPlain } from 'node:net'
import type { JoinedHost } from './joined-host.ts'

const patienceMs = 4_000

/**
 * Whether a certificate (PEM) is for `name` and was issued by the authority (PEM) that a person has
 * compared. `now` is in epoch milliseconds.
 */
export function isIssuedFor(pem: string, authority: string, name: string, now: number): boolean {
  try {
    const [shown, trusted] = [new X509Certificate(pem), new X509Certificate(authority)]
    return (
      shown.checkIssued(trusted) &&
      shown.verify(trusted.publicKey) &&
      shown.checkHost(name, { subject: 'never' }) !== undefined &&
      Date.parse(shown.validFrom) <= now &&
      now <= Date.parse(shown.validTo)
    )
  } catch {
    return false
  }
}

/**
 * Whether the host answers at this address and proves that it is the one. Without an authority of
 * its own, only whether something listens: the page's connection checks the certificate.
 */
export function answersAt(
  { authority, name, port }: JoinedHost,
  address: string,
): Promise<boolean> {
  const socket =
    authority === null
      ? connectPlain({ host: address, port })
      : connect({ host: address, port, servername: name, ca: [authority] })
  return new Promise<boolean>((resolve) => {
    socket.setTimeout(patienceMs, () => resolve(false))
    socket.on('error', () => resolve(false))
    socket.on(authority === null ? 'connect' : 'secureConnect', () => resolve(true))
  }).finally(() => socket.destroy())
}
