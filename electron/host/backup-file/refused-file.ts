import type { BackupFileFault } from '#contract/backup-files/backup-files.ts'

/** A backup file that can't be used, or couldn't be written. Nothing was changed. */
export class RefusedFile extends Error {
  override name = 'RefusedFile'
  readonly fault: BackupFileFault
  constructor(fault: BackupFileFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

const codeOf = (cause: unknown): unknown =>
  cause instanceof Error && 'code' in cause ? cause.code : undefined

/** The disk, or the quota of this account, is full. A FAT stick takes no file of 4 GB. */
const noRoom: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** The fault behind any error; `otherwise` if the error says nothing more. */
export function faultOf(cause: unknown, otherwise: BackupFileFault): BackupFileFault {
  if (cause instanceof RefusedFile) return cause.fault
  return noRoom.includes(codeOf(cause)) ? 'no-room' : otherwise
}

/** The system's own text; nothing for a fault that is ours. */
export const detailOf = (cause: unknown): string | null =>
  cause instanceof Error && !(cause instanceof RefusedFile) ? cause.message : null
