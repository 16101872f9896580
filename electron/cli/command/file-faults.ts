import type { BackupFileFault } from '#contract/backup-files/backup-files.ts'
import { faultOf, RefusedFile } from '#host/backup-file/refused-file.ts'
import { NewerDatabase } from '#host/db/open.ts'
import { messageOf } from './stores.ts'

/** What is wrong with a backup file, for the terminal. */
const sentences: Readonly<Partial<Record<BackupFileFault, string>>> = {
  'not-a-backup': 'it is not a backup file of Kitchen Pass',
  newer: 'a newer version of Kitchen Pass made it',
  damaged: 'it is damaged or incomplete',
  'wrong-passphrase': 'the passphrase is wrong',
  'hand-over-used':
    'the kitchen was moved with this file already, or taken back since, or moved again later',
  'no-room': 'there is not enough room on the disk, or it takes no file of this size',
  'not-verified': 'the disk gave back something else than what was written',
}

/** Why a backup file wasn't written or used: our own sentence, or else the system's text. */
export function fileFault(cause: unknown): string {
  const fault = cause instanceof NewerDatabase ? new RefusedFile('newer') : cause
  return sentences[faultOf(fault, 'not-read')] ?? messageOf(cause)
}
