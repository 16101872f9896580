import { answersManager, defineContract, none } from './operation.ts'
import type { UnreadEvent } from './status/status.ts'

export const inboxContract = defineContract({
  name: 'inbox',
  operations: {
    /** Inbox messages that could not be read. */
    'inbox.unread': answersManager<UnreadEvent[]>()(none),
  },
  events: {},
})
