import { z } from 'zod'

/** Parts of what we send. Strict: what is not documented never leaves. */

/** An id in a path: the platform's own or, where it is documented so, an external one. */
export const idInPath = z
  .string()
  .min(1)
  .max(100)
  .refine((id) => id !== '.' && id !== '..', 'is not an id')

/** An ISO 8601 instant, with Z or an offset: the platform takes both. */
export const sentInstant = z.iso.datetime({ offset: true })

/** YYYY-MM-DD or an ISO 8601 instant. */
export const sentDay = z.union([z.iso.date(), sentInstant])

/** A page, counted from 1. */
export const page = z.int().min(1)

/** A page size of the lists of coupons and tabs (platform/README.md, Limits). */
export const limit = z.int().min(1).max(100)

/** A page size of the loyalty lists. */
export const pageSize = z.int().min(1).max(1000)
