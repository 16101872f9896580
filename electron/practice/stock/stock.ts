import { Hono } from 'hono'
import { failureV1, okV1 } from '../envelope.ts'
import type { StockRequest } from './request.ts'

/** What updateStock needs: how its items are read, and what then happens to them. */
interface StockDeps {
  read(items: readonly unknown[]): StockRequest
  start(changes: Extract<StockRequest, { ok: true }>['changes']): string
}

/** POST updateStock: one item or an array of items. */
export function stock({ read, start }: StockDeps): Hono {
  const app = new Hono()
  app.post('/updateStock', async (context) => {
    let body: unknown
    try {
      body = await context.req.json()
    } catch {
      return failureV1(context, 400, 'The body must be JSON')
    }
    const items: unknown[] = Array.isArray(body) ? body : [body]
    if (items.length === 0) return failureV1(context, 400, 'The body has no item')
    const request = read(items)
    return request.ok
      ? okV1(context, { processId: start(request.changes) })
      : failureV1(context, 400, 'Validations errors', { errors: request.errors })
  })
  return app
}
