import { z } from 'zod'

/** Parts of what we send. Strict: what api.md does not allow never leaves. */

/** An id in a path: the platform's own or, where api.md says so, an external one. */
export const idInPath = z
  .string()
  .min(1)
  .max(100)
  .refine((id) => id !== '.' && id !== '..', 'is not an id')

/** An ISO 8601 instant, with Z or an offset (public-facts.md 1.10). */
export const sentInstant = z.iso.datetime({ offset: true })

/** YYYY-MM-DD or an ISO 8601 instant. */
export const sentDay = z.union([z.iso.date(), sentInstant])

/** A page, counted from 1. */
export const page = z.int().min(1)

/** A page size of the lists of coupons and tabs (api.md, Limits). */
export const limit = z.int().min(1).max(100)

/** A page size of the loyalty lists (api.md, Limits). */
export const pageSize = z.int().min(1).max(1000)
