import guestsFile from '../../resources/practice/guests.json' with { type: 'json' }
import storeFile from '../../resources/practice/store.json' with { type: 'json' }
import { createDialect } from '#platform/dialect.ts'

/** What the practice token sees (api.md, Token info). */
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

/** Invented people, places and words for orders. */
export const guests = guestsFile

/** Names that api.md does not show; the practice platform speaks the default dialect. */
export const dialect = createDialect()

const [cancelled = ''] = dialect.statusesCancelled.split(' ')
/** The field of an order's `cancellationInfo` that says why. */
export const [cancellationReason = ''] = dialect.cancellationReasonFields.split(' ')

const [delivering = '', done = ''] = dialect.statusesHandedOver.split(' ')

/** `pending` is api.md's; the others are the dialect's. */
export const orderStatus = { pending: 'pending', cancelled, delivering, done }
