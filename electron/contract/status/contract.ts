import { answers, defineContract, event, none } from '../operation.ts'
import type { Status } from './status.ts'

export const statusContract = defineContract({
  name: 'status',
  operations: {
    'status.read': answers<Status>()(none),
  },
  events: {
    'status.changed': event<{ status: Status }>(),
  },
})
