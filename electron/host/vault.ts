import type { Result } from '#contract/result.ts'
import { areBearers, isToken } from '#contract/connection.ts'

/**
 * `platform-token`: bearer for the platform. `webhook-token`: bearers we expect of it, one a line, two during a rotation.
 * `channel-token`: the outside sales channel's own. `close-out-key`: made here, and seals close-outs.
 */
export const secretNames = [
  'platform-token',
  'webhook-token',
  'channel-token',
  'close-out-key',
] as const
export type SecretName = (typeof secretNames)[number]

/** Whether a secret is what its name says: an older one, or one from elsewhere, may not be. */
export const isUsable = (name: SecretName, secret: string): boolean =>
  name === 'webhook-token' ? areBearers(secret) : isToken(secret)

/** Where secrets rest. Each shell brings its own; nothing else ever holds one on disk. */
export interface Vault {
  /** Why a secret cannot be kept safely here, or null when it can. */
  readonly weakness: 'session-only' | 'basic-text' | 'unavailable' | null
  read(name: SecretName): string | null
  /** Fails with `no-vault` where keeping it would mean plain text. */
  write(name: SecretName, secret: string): Promise<Result<null>>
}

/** A vault for as long as the process lives: the web shell's. */
export function createSessionVault(): Vault {
  const stored = new Map<SecretName, string>()
  return {
    weakness: 'session-only',
    read: (name) => stored.get(name) ?? null,
    write(name, secret) {
      stored.set(name, secret)
      return Promise.resolve({ ok: true, value: null })
    },
  }
}
