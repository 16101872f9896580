import { z } from 'zod'
import { maxPassphrase, maxOfPart, minPassphrase } from './backup-file-limits.ts'
import type { RestorePreview } from '../backups/backups.ts'
import { answersManager, defineContract, id, none } from '../shared/operation.ts'

/** Why a file wasn't written or isn't used. Nothing was changed then. */
export type BackupFileFault =
  /** Another program wrote it. */
  | 'not-a-backup'
  /** A newer version wrote it. */
  | 'newer'
  /** Cut off, or not what was written. */
  | 'damaged'
  | 'wrong-passphrase'
  /** A backup of another store. */
  | 'other-store'
  /** Its hand-over was used or taken back already, or a newer one is known here. */
  | 'hand-over-used'
  /** The disk is full, or takes no file of this size. */
  | 'no-room'
  /** The disk didn’t take it; `detail` is the system's text. */
  | 'not-written'
  /** What was read back is not what was written. */
  | 'not-verified'
  /** The disk didn’t give it; `detail` is the system's text. */
  | 'not-read'
  /** The backup in the data folder is damaged. */
  | 'backup-damaged'
  /** There is no backup yet. */
  | 'no-backup'

/** An export or import, from its start until it is put away. There is one at a time. */
export interface BackupFileWork {
  id: string
  kind: 'export' | 'import'
  state: 'uploading' | 'working' | 'done' | 'failed'
  /** What is done now. */
  step: 'preparing' | 'writing' | 'decrypting' | 'checking'
  /** How much of this step is done, from 0 to 1; null if unknown. */
  share: number | null
  fault: BackupFileFault | null
  /** The system's own text about the fault. */
  detail: string | null
  /** The finished export, and when its backup was made. `path` is null if a browser saves it. */
  exported: { path: string | null; bytes: number; at: string } | null
  /** What the restore of a file would change; `store` is the name in the file. */
  preview: (RestorePreview & { store: string | null }) | null
}

const work = z.strictObject({ workId: id })
const passphrase = z.string().min(1).max(maxPassphrase)

export const backupFilesContract = defineContract({
  name: 'backupFiles',
  operations: {
    /** Null while there is none. */
    'backupFiles.get': answersManager<BackupFileWork | null>()(none),
    /**
     * Starts to write a backup, or the newest state without an id, as one encrypted file. `path` was
     * chosen in a dialog of this computer (`Bridge.chooseFile`); without it a browser saves the file
     * (`Bridge.saveExport`). `handOver`: the file moves the kitchen to another computer, and this one
     * sends nothing from then on; an older backup can't be handed over. `too-late` while other work
     * goes on.
     */
    'backupFiles.export': answersManager<{ workId: string }>()(
      z.strictObject({
        backupId: id.nullable(),
        passphrase: passphrase.min(minPassphrase),
        path: z.string().max(4096).nullable(),
        handOver: z.boolean().optional(),
      }),
    ),
    /**
     * Starts to receive a file of so many bytes. `too-late` while other work goes on; `no-room` if
     * the disk can't take it.
     */
    'backupFiles.receive': answersManager<{ workId: string }>()(
      z.strictObject({ bytes: z.int().min(1) }),
    ),
    /** The next part of it as base64. `too-late` if it is not the next one. */
    'backupFiles.part': answersManager<null>()(
      work.extend({
        at: z.int().min(0),
        part: z.string().max(Math.ceil(maxOfPart / 3) * 4),
      }),
    ),
    /** Starts to open the received file. It may be repeated with another passphrase. */
    'backupFiles.open': answersManager<null>()(work.extend({ passphrase })),
    /**
     * Replaces the store's data with what was opened. `wrong-pin` and `locked` mean the same as for
     * unlocking; `pin` is null only if none is set.
     */
    'backupFiles.restore': answersManager<null>()(
      work.extend({
        pin: z
          .string()
          .regex(/^\d{4,8}$/)
          .nullable(),
      }),
    ),
    /** After a hand-over, this computer sends again. `too-late` if the kitchen is here. */
    'backupFiles.takeBack': answersManager<null>()(none),
    /** Stops the work and deletes what it has left here. */
    'backupFiles.stop': answersManager<null>()(work),
  },
  // `backups.changed` tells of it too: every event has a part in the page's first view.
  events: {},
})
