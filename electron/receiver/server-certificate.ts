/** The names and addresses of this computer that a certificate is for, in lower case. */
export interface ServerNames {
  names: readonly string[]
  /** IPv4 or IPv6. */
  addresses: readonly string[]
}

/** A certificate to serve with. */
export interface ServerCertificate {
  /** PEM: its own, then that of who issued it. */
  cert: string
  /** PEM (PKCS 8). */
  key: string
  names: ServerNames
  /** ISO. */
  from: string
  until: string
}

/** It is renewed when less than this is left. */
const renewBeforeMs = 30 * 24 * 3_600_000

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each))

/**
 * Whether a certificate for these names must be replaced. It ages by `now` (epoch ms), and not at all
 * while no second clock confirms the time (null). One that starts in the future was made while the
 * clock of this computer was wrong.
 */
export const needsRenewal = (
  { until, from, names: { names, addresses } }: Pick<ServerCertificate, 'until' | 'from' | 'names'>,
  current: ServerNames,
  now: number | null,
): boolean =>
  (now !== null && (Date.parse(until) - now < renewBeforeMs || Date.parse(from) > now)) ||
  !isSame(names, current.names) ||
  !isSame(addresses, current.addresses)
