import { Hono } from 'hono'
import { success } from './envelope.ts'
import type { WebsiteFacts } from './practice-store.ts'

/** GET /api/me: what the token sees. */
export function me(info: () => WebsiteFacts['info']): Hono {
  const app = new Hono()
  app.get('/api/me', (context) => success(context, info()))
  return app
}
