import type { HttpBindings } from '@hono/node-server'
import { basePaths } from '../app.ts'
import { dialect } from '../dialect.ts'
import type { PracticeEvent } from '../events/event.ts'
import { oddOrder } from './order.ts'
import { oddList, oddMenu } from './record.ts'

type Serve = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

/** A switch: while it is on, orders, events and lists carry values that nobody expects. The platform itself stays right. */
export interface Odd {
  set(on: boolean): void
  readonly isOn: boolean
  /** The event as it is sent now. */
  event(event: PracticeEvent): PracticeEvent
  /** The same endpoints, with odd records in what they list. */
  around(serve: Serve): Serve
}

const ordersPath = basePaths.v3 + dialect.ordersPath
const menuPath = `${basePaths.v3}/ecommerce/menu`

type Fields = Record<string, unknown>

/** What version 3 answers at a path, made odd; what is no list and no order stays as it is. */
function oddData(path: string, data: unknown): unknown {
  if (path.startsWith(menuPath)) return Array.isArray(data) ? data.map(oddMenu) : oddMenu(data)
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  const fields: Fields = { ...data }
  const { items, movements } = fields
  if (path === ordersPath && Array.isArray(items)) return { ...fields, items: items.map(oddOrder) }
  if (path.startsWith(ordersPath)) return oddOrder(data)
  return {
    ...fields,
    ...(Array.isArray(items) && { items: oddList(items) }),
    ...(Array.isArray(movements) && { movements: oddList(movements) }),
  }
}

export function createOdd(): Odd {
  let on = false
  return {
    set(next) {
      on = next
    },
    get isOn() {
      return on
    },
    event(event) {
      const { data } = event.body
      if (!on || !('order' in data)) return event
      return { ...event, body: { ...event.body, data: { ...data, order: oddOrder(data.order) } } }
    },
    around: (serve) => async (request, bindings) => {
      const answer = await serve(request, bindings)
      const { pathname } = new URL(request.url)
      const isList = on && request.method === 'GET' && pathname.startsWith(basePaths.v3)
      if (!isList || answer.status !== 200) return answer
      const { data, ...envelope } = (await answer.json()) as { data: unknown }
      return Response.json({ ...envelope, data: oddData(pathname, data) })
    },
  }
}
