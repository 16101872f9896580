import {
  connectInput,
  giveTokenInput,
  tryTokenInput,
  type ConnectionView,
  type TokenView,
} from '../connection.ts'
import { answers, answersManager, none } from '../operation.ts'

export const connectionOperations = {
  'connection.read': answers<ConnectionView>()(none),
  /** Finds the platform by what was typed, and asks it what a token sees, before anything is kept. */
  'connection.tryToken': answersManager<TokenView>()(tryTokenInput),
  /** Leaves the practice store, or changes the store or its token. */
  'connection.connect': answersManager<null>()(connectInput),
  /** Another token for the store that is connected: where none was kept, or the platform takes the old one no more. */
  'connection.giveToken': answersManager<null>()(giveTokenInput),
  /** Goes back to the practice store; what the real one is to hear stays in its own database. */
  'connection.practise': answersManager<null>()(none),
  /** Lets a paused outbox and the poller try again. */
  'connection.resume': answers<null>()(none),
} as const
