import type { TimeFormat } from '../settings/fields.ts'
import { answersStatus, defineContract, event, none, statusScreens } from '../shared/operation.ts'

/** An order as guests and drivers may see it. */
export interface StatusOrder {
  id: string
  /** The number on the ticket. */
  code: string
  /** The guest’s first name, if a manager allows it and the order has one that can be shown. */
  name: string | null
  /** When it came to the kitchen, or became ready. ISO. */
  since: string
}

export interface OrderStatus {
  /** The host’s clock, ISO. */
  now: string
  /** Null until the platform has named it. */
  store: { name: string; timeZone: string } | null
  timeFormat: TimeFormat
  /** The oldest first. */
  preparing: StatusOrder[]
  /** The newest first. */
  ready: StatusOrder[]
  /** How many more there are than the lists contain. */
  more: { preparing: number; ready: number }
}

export const orderStatusContract = defineContract({
  name: 'orderStatus',
  operations: {
    'orderStatus.get': answersStatus<OrderStatus>()(none),
  },
  events: {
    /** Something that it shows has changed: ask again. */
    'orderStatus.changed': event(statusScreens),
  },
})
