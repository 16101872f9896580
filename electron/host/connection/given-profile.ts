import { readFileSync, statSync } from 'node:fs'
import { maxProfileLetters } from '#contract/shared/text-file-limits.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import {
  readProfileFile,
  type ProfileSecrets,
  type ResolvedStore,
  openSealed,
  readSecrets,
  secretsOf,
} from '../profile-file/profile-file.ts'
import type { Sealed } from '../sealing/sealing.ts'
import type { Secrets } from '../core/vault.ts'
import { toProfile, type Profile } from './profile.ts'

/** The secrets of a setup file that still need its passphrase. */
export interface SealedSecrets {
  sealed: Sealed
  storeId: string
  /** The path of the setup file, for messages. */
  path: string
}

export interface GivenProfile {
  profile: Profile
  /** From a file of their own. */
  secrets: Secrets
  sealed: SealedSecrets | null
}

/** UTF-8 has at most four bytes for a letter. */
const maxBytes = maxProfileLetters * 4

const storeList = (stores: readonly ResolvedStore[]): string =>
  stores.map(({ storeId, setup }) => `  ${storeId}  ${setup.name}`).join('\n')

/** By its id, or its name if that is of one store only. */
function findStore(stores: readonly ResolvedStore[], chosen: string): ResolvedStore | undefined {
  const named = stores.filter(({ setup }) => setup.name === chosen)
  return (
    stores.find(({ storeId }) => storeId === chosen) ?? (named.length === 1 ? named[0] : undefined)
  )
}

/** The text of a setup file. Fails with a sentence. */
export function readFileText(path: string): Result<string> {
  try {
    if (statSync(path).size > maxBytes) return fail('bad-input', `${path} is too large`)
    return ok(readFileSync(path, 'utf8'))
  } catch {
    return fail('bad-input', `${path} cannot be read`)
  }
}

function readGivenSecrets(text: string | undefined): Result<ProfileSecrets> {
  if (text === undefined) return ok({})
  const read = readSecrets(text)
  return read.ok ? read : fail('bad-input', `the secrets: ${read.error.detail ?? ''}`)
}

/**
 * A setup file given by a flag or a variable, and which of its stores. A service must not depend on
 * who comes first to a screen, so a file of several stores needs the choice here. Fails with a
 * sentence for the terminal.
 */
export function readGivenProfile(
  path: string,
  chosen: string | undefined,
  secretsText: string | undefined,
): Result<GivenProfile> {
  const text = readFileText(path)
  if (!text.ok) return text
  const read = readProfileFile(text.value)
  if (!read.ok) return fail('bad-input', `${path}:\n${read.error.detail ?? ''}`)
  const { stores, file } = read.value
  const [only] = stores
  const store = chosen === undefined && stores.length === 1 ? only : findStore(stores, chosen ?? '')
  if (store === undefined) {
    const why =
      chosen === undefined ? `${path} has several stores` : `${path} has no store ${chosen}`
    return fail('bad-input', `${why}: choose one with --store.\n${storeList(stores)}`)
  }
  const secrets = readGivenSecrets(secretsText)
  if (!secrets.ok) return secrets
  const { storeId } = store
  return ok({
    profile: toProfile(store),
    secrets: secretsOf(secrets.value, storeId),
    sealed: file.sealed === undefined ? null : { sealed: file.sealed, storeId, path },
  })
}

/** Opens the secrets of a setup file. Throws a sentence if the passphrase is missing or wrong. */
export async function openGivenSecrets(
  { sealed, storeId, path }: SealedSecrets,
  passphrase: string | null,
): Promise<Secrets> {
  if (passphrase === null)
    throw new Error(`the secrets in ${path} need a passphrase: give it with --passphrase-file`)
  const opened = await openSealed(sealed, passphrase)
  if (opened.ok) return secretsOf(opened.value, storeId)
  throw new Error(
    `the secrets in ${path} can’t be opened: the passphrase is wrong, or the file was changed`,
  )
}
