import type { FirstView } from './first-view.ts'
import type { HostEvent, Input, OperationName, Output } from './operations.ts'
import type { Result } from './result.ts'
import type { Preferences } from './settings.ts'

/** Whether the events of the host reach this screen. */
export type Link = 'up' | 'down'

/** The only thing a screen has to reach the host with, whatever the shell. Never throws and never rejects. */
export interface Bridge {
  /**
   * What the shell asked for as the page was loaded, before any of its scripts ran: once, to whoever already listens. Null
   * afterwards, and where it did not come or may be old.
   */
  first(): Promise<FirstView | null>
  call<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Result<Output<Name>>>
  /** Calls `listen` for every event of the host, in order, and `events.missed` where some were lost; answers how to stop. */
  onEvent(listen: (event: HostEvent) => void): () => void
  /** Calls `listen` with the state of the link now and whenever it changes. */
  onLink(listen: (link: Link) => void): () => void
  readPreferences(): Promise<Preferences>
  writePreferences(preferences: Preferences): Promise<void>
}
