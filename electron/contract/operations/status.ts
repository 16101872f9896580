import { answers, answersManager, none } from '../operation.ts'
import type { Status, UnreadEvent } from '../status.ts'

export const statusOperations = {
  'status.read': answers<Status>()(none),
  'inbox.unread': answersManager<UnreadEvent[]>()(none),
} as const
