import { z } from 'zod'
import { id, text, texts } from './loose.ts'
import { operation } from './operation.ts'

/** What a token sees (platform/README.md, Token info). */
export const tokenInfoSchema = z.looseObject({
  permissions: texts,
  website: z.looseObject({
    _id: id,
    name: text,
    url: text,
    countryCode: text,
    timezone: text,
    logoURL: text,
  }),
  stores: z.array(z.looseObject({ _id: id, name: text, timezone: text })),
})

/** GET /api/me: permissions, website and stores of the token. Time zones are IANA names. */
export const readMe = operation({
  method: 'GET',
  base: 'v3',
  path: '/api/me',
  answer: tokenInfoSchema,
})
