import secondFile from '../../resources/practice/second-website.json' with { type: 'json' }
import storeFile from '../../resources/practice/store.json' with { type: 'json' }
import storesFile from '../../resources/practice/stores.json' with { type: 'json' }

/** What the practice token may see: its website, stores and permissions. */
export const tokenInfo = storeFile

/** The store of an order that names no other. */
export interface HomeStore {
  id: string
  websiteId: string
  timeZone: string
  location: { lat: number; lng: number }
}

export const practiceStore: HomeStore = {
  id: 'Li4eEa3W2hiuGGCFa',
  websiteId: tokenInfo.website._id,
  timeZone: tokenInfo.website.timezone,
  location: { lat: -33.4172, lng: -70.5876 },
}

/**
 * Fixed tokens of the practice platform. They aren't secret: it listens only on loopback and
 * contains invented people.
 */
export const practiceToken = 'practice-access-token'
export const practiceWebhookToken = 'practice-webhook-token'
/** The token of the external sales channel, for complete-order. */
export const practiceChannelToken = 'practice-channel-token'

/** A brand on the platform: its tokens, stores and home store. */
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

/** Another brand on the same platform. Neither brand's token may see the other's data. */
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

/** The name and the id of a branch: `Branch 3` is `store-branch-3`. */
const branch = (nth: number) => ({
  _id: `store-branch-${String(nth)}`,
  name: `Branch ${String(nth)}`,
  externalId: `branch-${String(nth)}`,
})

/** The items, and one more for each name that is like the last item. */
const addLikeLast = <Item extends object>(items: readonly Item[], names: readonly object[]) => [
  ...items,
  ...names.map((name) => ({ ...(items.at(-1) as Item), ...name })),
]

/** The website with more stores, each like its last one. */
export function withBranches(facts: WebsiteFacts, count: number): WebsiteFacts {
  const names = Array.from({ length: count }, (_, index) => branch(index + 1))
  return {
    ...facts,
    info: { ...facts.info, stores: addLikeLast(facts.info.stores, names) },
    stores: addLikeLast(facts.stores, names),
  }
}

/** The website with all its stores in one time zone. */
export function inTimeZone(facts: WebsiteFacts, timezone: string): WebsiteFacts {
  const { info, stores, home } = facts
  return {
    ...facts,
    info: {
      ...info,
      website: { ...info.website, timezone },
      stores: info.stores.map((store) => ({ ...store, timezone })),
    },
    stores: stores.map((store) => ({ ...store, timezone })),
    home: { ...home, timeZone: timezone },
  }
}
