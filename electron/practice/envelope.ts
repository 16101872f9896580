import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** api.md, Conventions: the version 3 success envelope. */
export const success = (context: Context, data: unknown): Response =>
  context.json({ success: true, data })

/** api.md, Errors: the version 3 error envelope. */
export const failure = (
  context: Context,
  status: ContentfulStatusCode,
  error: string,
  message: string,
): Response => context.json({ success: false, error: { error, message } }, status)

/** A page of a list (api.md, version 3 list envelope); pages count from 1. */
export function listPage<T>(all: T[], page: number, limit: number): object {
  const totalPages = Math.ceil(all.length / limit)
  return {
    items: all.slice((page - 1) * limit, page * limit),
    hasNextPage: page < totalPages,
    hasPreviousPage: page > 1,
    totalPages,
    totalCount: all.length,
  }
}
