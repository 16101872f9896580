import { answers, defineContract, event, none } from '../shared/operation.ts'
import type { Status, Versions } from './status.ts'

export const statusContract = defineContract({
  name: 'status',
  operations: {
    'status.get': answers<Status>()(none),
    'status.versions': answers<Versions>()(none),
  },
  events: {
    'status.changed': event<{ status: Status }>(),
  },
})
