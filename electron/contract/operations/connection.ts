import { connectInput, tryTokenInput, type ConnectionView, type TokenView } from '../connection.ts'
import { answers, answersManager, none } from '../operation.ts'

export const connectionOperations = {
  'connection.read': answers<ConnectionView>()(none),
  /** Asks the platform what a token sees, before anything is kept. */
  'connection.tryToken': answersManager<TokenView>()(tryTokenInput),
  /** Leaves the practice store, or changes the store or its token. */
  'connection.connect': answersManager<null>()(connectInput),
  /** Goes back to the practice store; what the real one is to hear stays in its own database. */
  'connection.practise': answersManager<null>()(none),
  /** Lets a paused outbox and the poller try again. */
  'connection.resume': answers<null>()(none),
} as const
