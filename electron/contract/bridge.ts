import type { HostEvent, Input, OperationName, Output } from './operations.ts'
import type { Result } from './result.ts'
import type { Preferences } from './settings.ts'

/** Whether the events of the host reach this screen. */
export type Link = 'up' | 'down'

/** The only thing a screen has to reach the host with, whatever the shell. Never throws and never rejects. */
export interface Bridge {
  call<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Result<Output<Name>>>
  /** Calls `listen` for every event of the host, in order; answers how to stop. */
  onEvent(listen: (event: HostEvent) => void): () => void
  /** Calls `listen` with the state of the link now and whenever it changes. */
  onLink(listen: (link: Link) => void): () => void
  readPreferences(): Promise<Preferences>
  writePreferences(preferences: Preferences): Promise<void>
}
