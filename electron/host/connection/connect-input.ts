import type { ConnectInput } from '#contract/connection.ts'
import { fail, type AppError } from '#contract/result.ts'
import { isUnencrypted } from '#contract/unencrypted.ts'
import { readAddress } from '#domain/connection/address.ts'

/**
 * What a sales channel lacks; null if nothing. A token is only valid for the channel it was given
 * for.
 */
export function missingOfChannel(
  input: ConnectInput,
  known: string | null,
): keyof ConnectInput | null {
  const { tabsUrl, salesChannelConfigId, channelToken } = input
  if (salesChannelConfigId === undefined)
    return channelToken === undefined ? null : 'salesChannelConfigId'
  if (tabsUrl === undefined) return 'tabsUrl'
  return channelToken === undefined && salesChannelConfigId !== known ? 'channelToken' : null
}

/** Why another address of the platform isn't accepted; null if it is, or is missing. */
export function refuseAddress(
  name: string,
  typed: string | undefined,
  allowHttp: boolean,
): { ok: false; error: AppError } | null {
  if (typed === undefined) return null
  const address = readAddress(typed)
  if (address === null) return fail('bad-input', name, 'no-address')
  return !allowHttp && isUnencrypted(address) ? fail('bad-input', name, 'unencrypted') : null
}
