import { Hono } from 'hono'
import { success } from './envelope.ts'
import { tokenInfo } from './practice-store.ts'

/** GET /api/me: what the token sees. */
export function me(): Hono {
  const app = new Hono()
  app.get('/api/me', (context) => success(context, tokenInfo))
  return app
}
