import type { ConnectInput } from '#contract/connection/connection.ts'
import { fail, type AppError } from '#contract/shared/result.ts'
import { isUnencrypted } from '#contract/shared/unencrypted.ts'
import { readAddress } from '#domain/connection/address.ts'
import type { Profile } from './profile.ts'

/**
 * What a sales channel lacks; null if nothing. A token is only valid for the channel it was given
 * for.
 */
export function missingOfChannel(
  input: ConnectInput,
  channel: string | null,
): keyof ConnectInput | null {
  const { tabsUrl, salesChannelConfigId, channelToken } = input
  if (salesChannelConfigId === undefined)
    return channelToken === undefined ? null : 'salesChannelConfigId'
  if (tabsUrl === undefined) return 'tabsUrl'
  return channelToken === undefined && salesChannelConfigId !== channel ? 'channelToken' : null
}

/** Why another address of the platform isn't accepted; null if it is, or is missing. */
function refuseAddress(
  name: string,
  typed: string | undefined,
  allowHttp: boolean,
): { ok: false; error: AppError } | null {
  if (typed === undefined) return null
  const address = readAddress(typed)
  if (address === null) return fail('bad-input', name, 'no-address')
  return !allowHttp && isUnencrypted(address) ? fail('bad-input', name, 'unencrypted') : null
}

/** The first other address that isn't accepted; null if all are. */
export function refuseAddresses(input: ConnectInput): { ok: false; error: AppError } | null {
  const { allowHttp = false } = input
  return (
    refuseAddress('v1Url', input.v1Url, allowHttp) ??
    refuseAddress('tabsUrl', input.tabsUrl, allowHttp)
  )
}

const addressOf = (typed: string | undefined): string | null =>
  typed === undefined ? null : readAddress(typed)

/**
 * The profile for a store at a platform that was found. `current` is the open store's profile if it
 * has the same platform.
 */
export function toNextProfile(
  input: ConnectInput,
  foundUrl: string,
  current: Profile | null,
): Profile {
  const { storeId, salesChannelConfigId = null, allowHttp = false } = input
  // An address that is only spelled differently keeps its known form, because it names the database.
  const v3Url = current === null ? foundUrl : current.v3Url
  const addresses = { v3Url, v1Url: addressOf(input.v1Url), tabsUrl: addressOf(input.tabsUrl) }
  const usesHttp = Object.values(addresses).some((url) => url !== null && isUnencrypted(url))
  return {
    mode: 'store',
    ...addresses,
    storeId,
    salesChannelConfigId,
    // Drop a permission for http that isn't needed.
    allowHttp: allowHttp && usesHttp,
    dialect: current?.dialect ?? {},
    // What a setup file set in this store stays.
    setup: current?.storeId === storeId ? current.setup : null,
  }
}

/** The channel that is known at the address of `next`; null if another one is. */
export const channelAt = ({ tabsUrl }: Profile, current: Profile | null): string | null =>
  current?.tabsUrl === tabsUrl ? current.salesChannelConfigId : null
