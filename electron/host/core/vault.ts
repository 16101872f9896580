import { readRelayFile } from '#contract/relay/relay-file.ts'
import type { Result } from '#contract/shared/result.ts'
import {
  areBearers,
  isToken,
  type VaultPlace,
  type VaultWeakness,
} from '#contract/connection/connection.ts'

/**
 * `platform-token`: bearer token for the platform. `webhook-token`: bearer tokens that we expect
 * from it, one per line, two during a rotation. `channel-token`: token of the external sales
 * channel. `close-out-key`: generated here, seals close-outs. `relay-file`: the JSON that lets the
 * store fetch its events from a relay; empty if that was given up.
 */
export const secretNames = [
  'platform-token',
  'webhook-token',
  'channel-token',
  'close-out-key',
  'relay-file',
] as const
export type SecretName = (typeof secretNames)[number]

/** Whether a stored secret is valid: one from an older version or from elsewhere may not be. */
export function isUsable(name: SecretName, secret: string): boolean {
  if (name === 'webhook-token') return areBearers(secret)
  return name === 'relay-file' ? readRelayFile(secret).ok : isToken(secret)
}

/** Where secrets are stored. Each shell brings its own; nothing else writes one to disk. */
export interface Vault {
  /** Why a secret can't be stored safely here; null when it can. A write may change it. */
  readonly weakness: VaultWeakness | null
  readonly place: VaultPlace
  /** The key file, for people who look after this computer; null without one. */
  readonly file: string | null
  read(name: SecretName): string | null
  /**
   * Fails with `no-vault` when it could only store plain text. With `replacesGiven` it replaces the
   * secret from flags or variables too, also at the next start.
   */
  write(name: SecretName, secret: string, replacesGiven?: boolean): Promise<Result<null>>
}

export type Secrets = Partial<Record<SecretName, string>>

/** Stores secrets in memory, as long as the process runs: for the web shell without a key file. */
export function createSessionVault(secrets: Secrets = {}): Vault {
  const stored = new Map(Object.entries(secrets) as [SecretName, string][])
  return {
    weakness: 'session-only',
    place: 'memory',
    file: null,
    read: (name) => stored.get(name) ?? null,
    write(name, secret) {
      stored.set(name, secret)
      return Promise.resolve({ ok: true, value: null })
    },
  }
}
