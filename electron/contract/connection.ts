import { z } from 'zod'

/** As a person types it: the host finds out what it means. */
const typedAddress = z.string().trim().min(1).max(300)
const token = z.string().trim().min(1).max(4096)

/** How to reach a store's platform. The tokens are secrets: they go in, and never come out again. */
export const connectInput = z.strictObject({
  v3Url: typedAddress,
  v1Url: typedAddress.optional(),
  tabsUrl: typedAddress.optional(),
  token,
  storeId: z.string().min(1).max(100),
  /** What the platform sends as bearer to the webhook listener; absent leaves the listener as it is. */
  webhookToken: z.string().trim().min(8).max(4096).optional(),
})
export type ConnectInput = z.infer<typeof connectInput>

export const tryTokenInput = connectInput.pick({ v3Url: true, token: true })
export const giveTokenInput = z.strictObject({ token })

/** What a token sees (platform/README.md, Token info). */
export interface TokenView {
  /** Where the platform was found, by what was typed. */
  v3Url: string
  brand: string
  countryCode: string
  stores: { id: string; name: string; timeZone: string }[]
}

/** The connection as a screen may see it. */
export interface ConnectionView {
  mode: 'practice' | 'store'
  v3Url: string | null
  storeId: string | null
  hasToken: boolean
  hasWebhookToken: boolean
  /** The listener's port where it was given from outside for this run (0: any free one); null where the setting holds. */
  webhookPort: number | null
  /** False with a reason where this machine cannot keep a token safely. */
  vault: { safe: boolean; reason: 'session-only' | 'basic-text' | 'unavailable' | null }
  /** Where the practice platform can be steered while it is behind the glass: start a rush, lose the driver. Else null. */
  practiceControl: string | null
}
