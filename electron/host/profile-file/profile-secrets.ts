import { fail, type Result } from '#contract/shared/result.ts'
import { Sealing, type Sealed } from '../sealing/sealing.ts'
import { fullScryptCosts } from '../sealing/scrypt-costs.ts'
import type { Secrets } from '../core/vault.ts'
import { parseAs } from './parse-as.ts'
import { profileSecretsSchema, type ProfileSecrets } from './schema.ts'

/** The secrets of one store; its own come before those of all. */
export function secretsOf({ common, stores }: ProfileSecrets, storeId: string): Secrets {
  const { accessKey, webhookToken, channelToken } = { ...common, ...stores?.[storeId] }
  return {
    ...(accessKey === undefined ? {} : { 'platform-token': accessKey }),
    ...(webhookToken === undefined ? {} : { 'webhook-token': webhookToken }),
    ...(channelToken === undefined ? {} : { 'channel-token': channelToken }),
  }
}

/** The secrets of a file of their own. The error has no value of it. */
export const readSecrets = (text: string): Result<ProfileSecrets> =>
  parseAs(profileSecretsSchema, text)

/** The passphrase is another one, or the secrets were changed: nothing tells the two apart. */
export const wrongPassphrase = fail('bad-input', 'passphrase')

/** Opens sealed secrets. The key is derived in another thread, so that nothing waits. */
export async function openSealed(
  sealed: Sealed,
  passphrase: string,
): Promise<Result<ProfileSecrets>> {
  const sealing = new Sealing(passphrase)
  await sealing.prepare(sealed)
  const text = sealing.open(sealed)
  return text === null ? wrongPassphrase : readSecrets(text)
}

export async function sealSecrets(
  secrets: ProfileSecrets,
  passphrase: string,
  cost = fullScryptCosts.passphrase,
): Promise<Sealed> {
  const sealing = new Sealing(passphrase, cost)
  await sealing.prepare()
  return sealing.seal(JSON.stringify(secrets))
}

export const noSecrets: ProfileSecrets = {}
