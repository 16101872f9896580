import { StoreInUse } from '../connection/store-claim.ts'
import { isStorageError } from '../core/damage.ts'
import type { Kitchen } from '../kitchen.ts'

export type Obstacle =
  | 'in-use'
  | 'store-in-use'
  | 'no-writing'
  | 'no-folder'
  | 'no-file'
  | 'full-disk'
  | 'failing-disk'

/** SQLite's primary result codes (sqlite.org/rescode.html). */
const byResult: Readonly<Record<number, Obstacle>> = {
  3: 'no-writing',
  5: 'in-use',
  6: 'in-use',
  8: 'no-writing',
  10: 'failing-disk',
  13: 'full-disk',
  14: 'no-writing',
}

/** The system's codes for files and folders. */
const bySystem: Readonly<Record<string, Obstacle>> = {
  EACCES: 'no-writing',
  EPERM: 'no-writing',
  EROFS: 'no-writing',
  EEXIST: 'no-folder',
  ENOTDIR: 'no-folder',
  EISDIR: 'no-file',
  // Node's own code for a folder that was to be deleted as a file.
  ERR_FS_EISDIR: 'no-file',
  ENOSPC: 'full-disk',
  EDQUOT: 'full-disk',
  EIO: 'failing-disk',
}

/** Why a start failed; null if no person can fix it, which means a bug. */
export function obstacleOf(cause: unknown): Obstacle | null {
  if (cause instanceof StoreInUse) return 'store-in-use'
  if (isStorageError(cause))
    return ('errcode' in cause && byResult[Number(cause.errcode) & 0xff]) || null
  if (!(cause instanceof Error && 'syscall' in cause && 'code' in cause)) return null
  // Only files and folders: a port below 1024 is refused with the same code.
  if (cause.syscall === 'listen' || cause.syscall === 'bind') return null
  return bySystem[String(cause.code)] ?? null
}

export async function openOrObstacle(
  open: () => Promise<Kitchen>,
): Promise<{ kitchen: Kitchen; obstacle: null } | { kitchen: null; obstacle: Obstacle }> {
  try {
    return { kitchen: await open(), obstacle: null }
  } catch (cause) {
    const obstacle = obstacleOf(cause)
    if (obstacle === null) throw cause
    return { kitchen: null, obstacle }
  }
}
