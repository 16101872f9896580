import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { isUsable, type Secrets } from '#host/core/vault.ts'
import { usualKeyFile } from './key-place.ts'

type Variables = Record<string, string | undefined>

/** Where this program stores the access key and other secrets. */
export interface KeyPlan {
  /** The key file; null stores nothing. */
  file: string | null
  /** Seals the key file; null stores plain text that only this account can read. */
  passphrase: string | null
  /** Ask for the passphrase at the terminal. */
  asksPassphrase: boolean
  /** Secrets that only the service manager can give. */
  given: Secrets
}

export const keyFlags = {
  'key-file': {
    value: 'FILE',
    variable: 'KITCHEN_PASS_KEY_FILE',
    text: 'where the access key is stored, outside the data folder; none stores it nowhere',
  },
  'passphrase-file': {
    value: 'FILE',
    variable: 'KITCHEN_PASS_PASSPHRASE',
    text: 'a file with a passphrase that encrypts the key file; the variable has the passphrase itself',
  },
  'ask-passphrase': { text: 'ask for that passphrase at the terminal' },
} as const

interface KeyValues {
  'key-file'?: string | undefined
  'passphrase-file'?: string | undefined
  'ask-passphrase'?: boolean | undefined
}

/** A credential that the service manager gives to this program alone (systemd.exec(5)). */
function readCredential(name: string, env: Variables): string | undefined {
  const folder = env['CREDENTIALS_DIRECTORY']
  if (folder === undefined || !isAbsolute(folder)) return undefined
  const file = join(folder, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * A secret comes from a file, a credential or a variable, never from a flag: every user of a
 * computer can read its flags.
 */
export const givenSecret = (
  file: string | undefined,
  credential: string,
  env: Variables,
): string | undefined =>
  file === undefined ? readCredential(credential, env) : readFileSync(file, 'utf8')

const minLetters = 12

/** Why a passphrase can't be used, as a sentence; null if it can. */
export const passphraseFault = (passphrase: string): string | null =>
  passphrase.length < minLetters
    ? `the passphrase is too short: it needs at least ${String(minLetters)} characters`
    : null

/** The passphrase from a file, a credential or the variable; null if none is given. */
export function readPassphrase(file: string | undefined, env: Variables): Result<string | null> {
  const written = givenSecret(file, 'passphrase', env) ?? env['KITCHEN_PASS_PASSPHRASE']
  // Editors add a line break.
  const passphrase = written?.replace(/\r?\n$/, '') ?? null
  const fault = passphrase === null ? null : passphraseFault(passphrase)
  return fault === null ? ok(passphrase) : fail('bad-input', fault)
}

/** Fails with a sentence for the terminal. Throws if a file can't be read. */
export function readKeyPlan(values: KeyValues, env: Variables): Result<KeyPlan> {
  const chosen = values['key-file'] ?? env['KITCHEN_PASS_KEY_FILE'] ?? ''
  const read = readPassphrase(values['passphrase-file'], env)
  if (!read.ok) return read
  const passphrase = read.value
  const asksPassphrase = passphrase === null && values['ask-passphrase'] === true
  if (asksPassphrase && !process.stdin.isTTY)
    return fail('bad-input', '--ask-passphrase needs a terminal: a service has --passphrase-file')
  const closeOutKey = readCredential('close-out-key', env)?.trim()
  if (closeOutKey !== undefined && !isUsable('close-out-key', closeOutKey))
    return fail('bad-input', 'the credential close-out-key is no key')
  return ok({
    file: chosen === 'none' ? null : chosen === '' ? usualKeyFile(env) : chosen,
    passphrase,
    asksPassphrase,
    given: closeOutKey === undefined ? {} : { 'close-out-key': closeOutKey },
  })
}
