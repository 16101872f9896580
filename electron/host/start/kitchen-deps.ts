import type { Clock } from '../clock/clock.ts'
import type { Provision } from '../connection/provision.ts'
import type { Log } from '../core/log.ts'
import type { NetworkScreens } from '../core/network-screens.ts'
import type { PracticePlatform } from './practice-store.ts'
import type { ScryptCosts } from '../sealing/scrypt-costs.ts'
import type { Updater } from '../core/updater.ts'
import type { Vault } from '../core/vault.ts'

/** What a shell brings to open a kitchen. */
export interface KitchenDeps {
  dataDir: string
  vault: Vault
  log: Log
  startPractice: () => Promise<PracticePlatform>
  provision?: Provision
  clock?: Clock
  /** How this program gets newer versions; absent if somebody installs them by hand. */
  updater?: Updater
  /** Screens on the local network; absent if this program can't serve them. */
  networkScreens?: NetworkScreens
  /** Removes the manager's PIN of the store that opens first. For people at the computer itself. */
  resetPin?: boolean
  /** What a PIN or a passphrase costs to try; less in tests. */
  scryptCosts?: ScryptCosts
  /** Tests with several computers on one machine give each its own name. */
  computer?: string
}
