import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The version 3 success envelope. */
export const success = (context: Context, data: unknown): Response =>
  context.json({ success: true, data })

/** The version 3 error envelope. */
export const failure = (
  context: Context,
  status: ContentfulStatusCode,
  error: string,
  message: string,
): Response => context.json({ success: false, error: { error, message } }, status)

/** A version 3 request that has an error, in the specification's words; `detail` says which, and is ours. */
export const badRequest = (context: Context, detail: string): Response =>
  failure(context, 400, 'error', `The request has an error (${detail})`)

/** The version 1 success envelope. */
export const okV1 = (context: Context, data: unknown): Response =>
  context.json({ status: 'ok', data })

/** The version 1 error envelope; `data` is there where items of a body are at fault. */
export const failureV1 = (
  context: Context,
  status: ContentfulStatusCode,
  error: string,
  data?: object,
): Response => context.json({ status: 'error', error, ...(data && { data }) }, status)

/** What the version 3 list envelope says beside the items. Pages count from 1. */
interface PageInfo {
  hasNextPage: boolean
  hasPreviousPage: boolean
  totalPages: number
  totalCount: number
}

/** A page of a list in the version 3 list envelope; pages count from 1. */
export function listPage<T>(
  all: Pick<readonly T[], 'length' | 'slice'>,
  page: number,
  limit: number,
): PageInfo & { items: T[] } {
  const totalPages = Math.ceil(all.length / limit)
  return {
    items: all.slice((page - 1) * limit, page * limit),
    hasNextPage: page < totalPages,
    hasPreviousPage: page > 1,
    totalPages,
    totalCount: all.length,
  }
}
