import { z } from 'zod'
import { callV3, type CallResult, type Connection } from './client.ts'
import { text } from './loose.ts'

const tokenInfoSchema = z.looseObject({
  permissions: z.array(z.string()).optional(),
  website: z.looseObject({
    _id: z.string(),
    name: text,
    url: text,
    countryCode: text,
    timezone: text,
    logoURL: text,
  }),
  stores: z.array(z.looseObject({ _id: z.string(), name: text, timezone: text })),
})

/** What a token sees (api.md, Token info). */
export type TokenInfo = z.infer<typeof tokenInfoSchema>

/** GET /api/me: permissions, website and stores of the token (api.md, GET /api/me). */
export const readMe = (connection: Connection): Promise<CallResult<TokenInfo>> =>
  callV3(connection, { method: 'GET', path: '/api/me' }, tokenInfoSchema)
