import { answersManager, defineContract, none } from '../shared/operation.ts'
import type { UnreadEvent } from '../status/status.ts'

export const inboxContract = defineContract({
  name: 'inbox',
  operations: {
    'inbox.unread': answersManager<UnreadEvent[]>()(none),
  },
  events: {},
})
