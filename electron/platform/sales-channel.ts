import { z } from 'zod'
import { text } from './reading/loose.ts'
import { operation } from './operation.ts'
import { idInPath } from './sent.ts'

/**
 * PUT {tabs_url}/{salesChannelConfigId}/complete-order: an outside sales channel's order is complete.
 * Authorised by the channel's own token in the dialect's `completeOrderAuthorization`; answers without an envelope.
 * Whether it may be repeated is not documented: one attempt, then a person.
 */
export const completeOrder = operation({
  area: 'Sales channel',
  summary: "Complete an outside sales channel's order",
  method: 'PUT',
  base: 'tabs',
  path: '/{salesChannelConfigId}/complete-order',
  params: z.strictObject({ salesChannelConfigId: idInPath }),
  body: z.strictObject({ integrationOrderId: z.string().min(1) }),
  authorization: 'completeOrderAuthorization',
  answer: z.looseObject({ order: z.looseObject({ tabId: text, integrationOrderId: text }) }),
  check: { writes: true },
})
