import type { Network, WaitingScreen } from '#contract/network/network.ts'
import type { Result } from '#contract/shared/result.ts'
import type { Device, NetworkScreen, Screen } from '#contract/screens/screens.ts'

/** The ids of screens on the network start with this; those of this computer never do. */
export const networkIdStart = 'net-'

export const isOnNetwork = (screenId: string): boolean => screenId.startsWith(networkIdStart)

/** What a manager gives a screen. */
export type Place = Pick<Screen, 'name' | 'role'>

/**
 * Screens on the local network: the shell's side. They belong to this computer, not to a store, so
 * they stay when another store opens.
 */
export interface NetworkScreens {
  read(): Omit<Network, 'isPossible'>
  /** Fails with `storage` if it can't be remembered. */
  allow(isAllowed: boolean): Promise<Result<null>>
  /** Makes a new authority, which every screen must trust again. */
  replaceAuthority(): Promise<Result<null>>
  /**
   * Takes the time by which certificates age from the store that is open: epoch milliseconds, 0
   * while the platform's clock doesn't confirm it. Null if that store has no platform with a clock of
   * its own.
   */
  followTime(confirmed: (() => number) | null): void
  /**
   * Lets the waiting screen with this code in. `welcome` gives the new screen its name and role, and may refuse
   * them; then nothing changes.
   */
  approve(
    asked: { waitingId: WaitingScreen['id'] | null; code: string } & Place,
    welcome: (screenId: string) => Result<null>,
  ): Result<null>
  /** False if it no longer waits. */
  refuse(waitingId: string): boolean
  /** By the id of a screen. */
  screens(): ReadonlyMap<string, NetworkScreen>
  /** The last name and role of a screen, for a store that doesn't know it; null if it has no access. */
  placeOf(screenId: string): Place | null
  /** Remembers them for other stores, as far as the disk can be written. */
  savePlace(screenId: string, place: Place): void
  /** What a screen tells of itself now. */
  describe(screenId: string, device: Device): void
  /** The files by which screens recognise this computer and are recognised by it, by name. */
  readIdentity(): Record<string, string>
  /**
   * Takes the identity of another computer, whose screens this one has from now on. Fails with
   * `storage`. Screens that were let in here lose their access.
   */
  replaceIdentity(files: Readonly<Record<string, string>>): Promise<Result<null>>
  /** Called when anything that `read` or `screens` returns has changed. Returns how to stop. */
  onChange(listen: () => void): () => void
}
