import type { FirstView } from './first-view.ts'
import type { HostEvent, Input, OperationName, Output } from './index.ts'
import type { Result } from './result.ts'
import type { Preferences } from './settings/settings.ts'

/** Whether the events of the host reach this screen. */
export type Link = 'up' | 'down'

/** The only thing a screen has to reach the host with, whatever the shell. Never throws and never rejects. */
export interface Bridge {
  /**
   * What the shell asked for as the page was loaded: once, to whoever already listens. Null
   * afterwards, and where it did not come or may be old.
   */
  first(): Promise<FirstView | null>
  call<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Result<Output<Name>>>
  /** Calls `listen` for every event of the host, in order, and `events.missed` where some were lost; answers how to stop. */
  onEvent(listen: (event: HostEvent) => void): () => void
  /** Calls `listen` with the state of the link now and whenever it changes. */
  onLink(listen: (link: Link) => void): () => void
  /**
   * Asks where a file is to be written, with a name to begin with: the file that was chosen, null where none was,
   * `browser` where the shell has no files of its own and the browser saves what it fetches.
   */
  chooseFile(name: string): Promise<{ path: string } | 'browser' | null>
  /**
   * Writes what the page would print to a PDF, where a person says, with a name to begin with: null where they would rather
   * not, `browser` where the shell has no files of its own, and the browser's own printing can make one.
   */
  savePdf(name: string): Promise<Result<'saved' | 'browser' | null>>
  /** Has a browser save an export of guests. False where it cannot be had, and in a shell that writes files itself. */
  saveExport(exportId: string): Promise<boolean>
  readPreferences(): Promise<Preferences>
  writePreferences(preferences: Preferences): Promise<void>
}
