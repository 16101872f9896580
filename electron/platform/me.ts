import { z } from 'zod'
import { renamedFields, type Dialect } from './dialect.ts'
import { id, text, texts } from './reading/loose.ts'
import { operation } from './operation.ts'
import { renameOwn } from './vendor.ts'

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
  stores: z.array(z.looseObject({ _id: id, name: text, timezone: text, externalId: text })),
})

const wireInfo = z.looseObject({ stores: z.array(z.unknown()) })

/** With our names for the fields of a store that the dialect spells otherwise. */
function infoFromWire(data: unknown, dialect: Dialect): unknown {
  const info = wireInfo.safeParse(data)
  if (!info.success) return data
  const names = renamedFields(dialect, 'store')
  return { ...info.data, stores: info.data.stores.map((store) => renameOwn(store, names)) }
}

/** GET /api/me: permissions, website and stores of the token. Time zones are IANA names. */
export const readMe = operation({
  method: 'GET',
  base: 'v3',
  path: '/api/me',
  fromWire: infoFromWire,
  answer: tokenInfoSchema,
})
