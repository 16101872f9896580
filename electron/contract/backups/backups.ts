import { z } from 'zod'
import { answersManager, defineContract, event, id, managers, none } from '../shared/operation.ts'
import type { BackupStatus } from '../status/status.ts'

export type BackupState = 'checking' | 'sound' | 'damaged'

/** A point to which the store can be restored. */
export interface ListedBackup {
  id: string
  /** ISO. */
  at: string
  bytes: number
  state: BackupState
}

/**
 * Why a backup failed its test. `not-restored`: no database could be made of it. `counts`: it has
 * not as many records as the store.
 */
export type RestoreFault = 'not-restored' | 'counts'

/** The last test of a restore. Instants are ISO. */
export interface RestoreTest {
  at: string
  /** When the tested backup was made. */
  backupAt: string
  /** How many tickets were in it; null if nobody can tell. */
  tickets: number | null
  /** Null if all was readable. */
  fault: RestoreFault | null
}

export interface BackupList {
  /** Where they are on the disk of the host. */
  folder: string
  /** The newest first. */
  backups: ListedBackup[]
  /** When the next one is made if something changes until then, ISO. */
  nextAt: string
  status: BackupStatus
  test: RestoreTest | null
}

/** What is counted before a restore. */
export interface StoreContents {
  openTickets: number
  tickets: number
  reservations: number
  closeOuts: number
  /** Changes that wait to be sent. After a restore each may have been sent already. */
  waiting: number
}

export interface RestorePreview {
  /** When the backup was made, ISO. */
  at: string
  /** A count is missing if the store's file can't be read. */
  now: Partial<StoreContents>
  then: StoreContents
  settingsDiffer: boolean
  pinDiffers: boolean
  /** A file that hands the kitchen over: from which computer, and since when that sends nothing, ISO. */
  handOver?: { from: string; at: string }
}

const backup = z.strictObject({ backupId: id })

export const backupsContract = defineContract({
  name: 'backups',
  operations: {
    /** Null for the practice store. Also starts to check the backups that nobody has checked yet. */
    'backups.list': answersManager<BackupList | null>()(none),
    'backups.create': answersManager<'made' | 'unchanged'>()(none),
    /** What would change. Restores the backup to a temporary file, and changes nothing. */
    'backups.preview': answersManager<RestorePreview>()(backup),
    /**
     * Replaces the store’s data with a backup. `wrong-pin` and `locked` mean the same as for
     * unlocking; `pin` is null only if none is set.
     */
    'backups.restore': answersManager<null>()(
      backup.extend({
        pin: z
          .string()
          .regex(/^\d{4,8}$/)
          .nullable(),
      }),
    ),
    /** Tests a restore of the newest backup now; null if there is no backup. */
    'backups.test': answersManager<RestoreTest | null>()(none),
  },
  events: {
    /** A backup was made, checked or tested, or the work on a file of one is further. */
    'backups.changed': event(managers),
  },
})
