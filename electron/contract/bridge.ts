import type { FirstView } from './first-view.ts'
import type { HostEvent, Input, OperationName, Output } from './index.ts'
import type { Result } from './shared/result.ts'
import type { Preferences } from './settings/settings.ts'

export type Link = 'up' | 'down'

/**
 * Whether the system starts the app when somebody signs in. `blocked`: the app asked for it, and a
 * person has to allow it in the system's settings. `unsupported`: this system has no such setting.
 */
export type Autostart = 'on' | 'off' | 'blocked' | 'unsupported'

/** A Kitchen Pass that announces itself on the network. */
export interface FoundHost {
  name: string
  /** An address without the port. */
  host: string
  port: number
}

/** How a person recognises a Kitchen Pass on another computer. */
export interface HostIdentity {
  /** As the app reads what was typed, with the port. */
  address: string
  /**
   * Its certificate, as words to compare (SHA-256); null if it has one that this computer's system
   * checks.
   */
  words: string | null
  fingerprint: string | null
}

/** What a shell with its own window can do on its computer. */
export interface Computer {
  /** As the system has it now: people can change it in the system's settings. */
  readAutostart(): Promise<Result<Autostart>>
  /** Returns what the system has afterwards. Only for a manager. */
  setAutostart(isOn: boolean): Promise<Result<Autostart>>
  /** Searches the network, for a few seconds. */
  findHosts(): Promise<Result<FoundHost[]>>
  /**
   * Asks the computer at a typed address who it is. Fails with `bad-input`, `unreachable`, or
   * `not-the-platform` if it is no Kitchen Pass.
   */
  identifyHost(address: string): Promise<Result<HostIdentity>>
  /**
   * Makes this app a screen of that Kitchen Pass and restarts it. Only for a manager. Fails with
   * `too-late` if another computer answers at the address by now.
   */
  joinHost(host: Omit<HostIdentity, 'words'>): Promise<Result<null>>
}

/** The only way from a screen to the host, the same in every shell. It never throws and never rejects. */
export interface Bridge {
  /**
   * The answers that the shell fetched while the page loaded. They are given once, to whoever
   * listens by then; null afterwards, or when they are missing or may be old.
   */
  first(): Promise<FirstView | null>
  call<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Result<Output<Name>>>
  /**
   * Calls `listen` for every host event in order, and for `events.missed` when some were lost.
   * Returns a function that stops it.
   */
  onEvent(listen: (event: HostEvent) => void): () => void
  /** Calls `listen` with the state of the link now and after each change. */
  onLink(listen: (link: Link) => void): () => void
  /**
   * Asks a person where to write a file, and suggests a name. Returns the chosen path, null when
   * the dialog was cancelled, or `browser` when the shell has no files and the browser saves the
   * download itself.
   */
  chooseFile(name: string): Promise<{ path: string } | 'browser' | null>
  /**
   * Writes what the page would print to a PDF that a person chooses, and suggests a name. Returns
   * null when the dialog was cancelled, or `browser` when the browser's own print dialog can make
   * the PDF.
   */
  savePdf(name: string): Promise<Result<'saved' | 'browser' | null>>
  /**
   * Lets the browser download an export: its id, with `.csv` for guests and `.kpbackup` for a backup.
   * False when there is no such export, or the shell writes files itself.
   */
  saveExport(name: string): Promise<boolean>
  readPreferences(): Promise<Preferences>
  /** Fails with `not-allowed` if it changes what only a manager may change: kiosk mode. */
  writePreferences(preferences: Preferences): Promise<Result<null>>
  /** Null in a browser, which can do none of it. */
  readonly computer: Computer | null
}
