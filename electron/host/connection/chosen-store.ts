import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '#contract/shared/result.ts'
import { readAddress } from '#domain/connection/address.ts'
import { createDialect, type Dialect } from '#platform/dialect.ts'
import type { Log } from '../core/log.ts'
import type { SecretName, Vault } from '../core/vault.ts'
import { ConnectionSecrets } from './connection-secrets.ts'
import {
  connectionOf,
  isBlockedUnencrypted,
  isStoreOf,
  practiceProfile,
  profileFile,
  readProfile,
  type Profile,
  type ProfileConnection,
} from './profile.ts'
import type { Provision } from './provision.ts'

interface ChosenStoreDeps {
  dataDir: string
  vault: Vault
  log: Log
  provision?: Provision
}

/** The profile and what overrides its dialect. */
export interface Choice {
  readonly profile: Profile
  readonly overrides: Readonly<Record<string, string>>
}

function firstProfile({ dataDir, log, provision }: ChosenStoreDeps): Profile {
  const stored = provision?.profile ?? readProfile(dataDir)
  if (stored === null && existsSync(join(dataDir, profileFile)))
    log.error('connection lost: its file has no content', { file: profileFile })
  const profile = stored ?? practiceProfile
  return provision?.allowHttp === true ? { ...profile, allowHttp: true } : profile
}

/**
 * The store that is chosen now, with its secrets: given from outside, connected last, or the
 * practice store. Throws a sentence if the profile on disk can't be read.
 */
export class ChosenStore {
  readonly secrets: ConnectionSecrets
  readonly #log: Log
  readonly #givenProfile: Profile | null
  #choice: Choice

  constructor(deps: ChosenStoreDeps) {
    const { vault, log, provision } = deps
    this.#log = log
    this.secrets = new ConnectionSecrets(vault, provision?.secrets ?? {}, log)
    this.#givenProfile = provision?.profile ?? null
    this.#choice = { profile: firstProfile(deps), overrides: provision?.dialect ?? {} }
  }

  get choice(): Choice {
    return this.#choice
  }

  get profile(): Profile {
    return this.#choice.profile
  }

  /** Not the practice store. */
  get isReal(): boolean {
    return this.profile.mode === 'store' && this.profile.v3Url !== null
  }

  /** A locked setup file keeps its store; only another file leads away from it. */
  get isLocked(): boolean {
    return this.profile.setup?.locked === true
  }

  get dialect(): Dialect {
    return createDialect({ ...this.profile.dialect, ...this.#choice.overrides })
  }

  choose(next: Choice): void {
    this.#choice = next
  }

  isConnectedTo(v3Url: string): boolean {
    const current = this.profile.v3Url
    return current !== null && readAddress(current) === v3Url
  }

  /** The connected platform keeps its names; any other has the standard ones. */
  dialectAt(v3Url: string): Dialect {
    return this.isConnectedTo(v3Url) ? this.dialect : createDialect()
  }

  /** Whether the next start opens this store too. Flags choose it again if they chose it now. */
  opensAgain({ v3Url, storeId }: Pick<Profile, 'v3Url' | 'storeId'>): boolean {
    return isStoreOf(this.#givenProfile ?? { v3Url, storeId }, v3Url ?? '', storeId)
  }

  saveSecret(name: SecretName, secret: string): Promise<Result<null>> {
    return this.secrets.save(name, secret, this.opensAgain(this.profile))
  }

  /** The connection to open. What is wrong with it is logged. */
  connection(): ProfileConnection {
    const tokens = {
      token: this.secrets.read('platform-token'),
      channelToken: this.secrets.read('channel-token'),
    }
    const connection = connectionOf(this.profile, tokens, this.#choice.overrides)
    this.#warnOf(connection)
    return connection
  }

  #warnOf({ connection, unknownNames, wrongValues }: ProfileConnection): void {
    const log = this.#log
    for (const name of this.secrets.unusable()) log.warn('secret is no token', { name })
    if (connection !== null && isBlockedUnencrypted(connection))
      log.warn('http is not allowed: nothing is sent there')
    if (unknownNames.length > 0)
      log.warn('no names of the dialect', { names: unknownNames.join(' ') })
    for (const { sentence } of wrongValues)
      log.warn('no value of the dialect: the default holds', { sentence })
  }
}
