import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { FleetUser } from '#contract/relay/fleet.ts'

/** What every request of the fleet page has; `user` only after the login was checked. */
export interface Env {
  Bindings: HttpBindings
  Variables: { user: FleetUser }
}

/** Another page can't send JSON here without asking first, and nothing here says yes to that. */
export const isJson = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('application/json') === true

/** The value of a text; null if it is no JSON. */
export function parseJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

export const noStore = { 'cache-control': 'no-store' }
