import type { UpdateChannel, UpdateFault } from '#contract/updates/updates.ts'

export type Tried<Value> = { ok: true; value: Value } | { ok: false; fault: UpdateFault }

/** What is remembered of updates across starts, by the program and not by a store. */
export interface UpdateNotes {
  /** The version that was last given to the installer. */
  tried: { version: string; times: number; isSeen: boolean } | null
  /** Since when a version has been ready, ISO. */
  ready: { version: string; since: string } | null
}

export const noNotes: UpdateNotes = { tried: null, ready: null }

interface Searches {
  /** The version that the update server offers: the running one if there is nothing for it. */
  check(channel: UpdateChannel): Promise<Tried<string>>
}

/** Only knows of newer versions. */
export interface ReportingUpdater extends Searches {
  readonly way: 'tells'
}

/** Downloads and installs them. */
export interface InstallingUpdater extends Searches {
  readonly way: 'installs'
  /** Downloads what the last check offered. */
  download(progress: (percent: number) => void): Promise<Tried<null>>
  /**
   * Installs what was downloaded and restarts the program, so it only resolves after a failure; the
   * running version goes on then.
   */
  install(): Promise<UpdateFault>
  readonly notes: { read(): UpdateNotes; write(notes: UpdateNotes): void }
}

/** How this program gets newer versions of itself: the shell's side. */
export type Updater = ReportingUpdater | InstallingUpdater
