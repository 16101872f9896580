import secondFile from '../../resources/practice/second-website.json' with { type: 'json' }
import storeFile from '../../resources/practice/store.json' with { type: 'json' }
import storesFile from '../../resources/practice/stores.json' with { type: 'json' }

/** What the practice token sees: its website, stores and permissions. */
export const tokenInfo = storeFile

/** Where orders come in unless they say otherwise. */
export interface HomeStore {
  id: string
  websiteId: string
  timeZone: string
  location: { lat: number; lng: number }
}

/** The store that the rush is in. */
export const practiceStore: HomeStore = {
  id: 'Li4eEa3W2hiuGGCFa',
  websiteId: tokenInfo.website._id,
  timeZone: tokenInfo.website.timezone,
  location: { lat: -33.4172, lng: -70.5876 },
}

/** Fixed tokens of the practice platform. It only listens on loopback and holds invented people: no secrets. */
export const practiceToken = 'practice-access-token'
export const practiceWebhookToken = 'practice-webhook-token'
/** The token of the outside sales channel, for complete-order. */
export const practiceChannelToken = 'practice-channel-token'

/** A brand on the platform: its own tokens, stores and home. */
export interface WebsiteFacts {
  info: typeof storeFile
  stores: typeof storesFile.stores
  home: HomeStore
  token: string
  channelToken: string
  salesChannelConfigId: string
}

export const firstWebsite: WebsiteFacts = {
  info: tokenInfo,
  stores: storesFile.stores,
  home: practiceStore,
  token: practiceToken,
  channelToken: practiceChannelToken,
  salesChannelConfigId: 'tsc-practice',
}

/** Somebody else's brand on the same platform, which the first one's token must never see, nor its token the first one's. */
export const secondWebsite: WebsiteFacts = {
  info: secondFile.info,
  stores: secondFile.stores,
  home: {
    id: 'store-valparaiso',
    websiteId: secondFile.info.website._id,
    timeZone: secondFile.info.website.timezone,
    location: { lat: -33.0458, lng: -71.6197 },
  },
  token: 'second-access-token',
  channelToken: 'second-channel-token',
  salesChannelConfigId: 'tsc-second',
}
