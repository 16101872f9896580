import { z } from 'zod'
import { renameEach, renamedFields, type Dialect } from './dialect.ts'
import { id, text, texts } from './tolerant/loose.ts'
import { operation } from './operation.ts'
import { isObject } from './tolerant/tolerant.ts'

/** What a token has access to (platform/README.md, Token info). */
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
  stores: z.array(z.looseObject({ _id: id, name: text, timezone: text, externalId: text })),
})

/** Renames the fields of a store that the dialect spells differently. */
function infoFromWire(data: unknown, dialect: Dialect): unknown {
  if (!isObject(data) || !Array.isArray(data['stores'])) return data
  return { ...data, stores: renameEach(data['stores'], renamedFields(dialect, 'store')) }
}

/** GET /api/me: permissions, website and stores of the token. Time zones are IANA names. */
export const readMe = operation({
  area: 'Token',
  summary: 'Permissions, website and stores of the token',
  method: 'GET',
  base: 'v3',
  path: '/api/me',
  fromWire: infoFromWire,
  answer: tokenInfoSchema,
  check: { looks: [{ how: 'has', at: ['stores'], name: 'store.externalId' }] },
})

export const meOperations = { readMe } as const
