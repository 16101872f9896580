import storeFile from '../../resources/practice/store.json' with { type: 'json' }

/** What the practice token sees: its website, stores and permissions. */
export const tokenInfo = storeFile

/** The store that the rush is in. */
export const practiceStore = {
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
