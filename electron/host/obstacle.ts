import { isStorageError } from './db/damage.ts'
import { NewerDatabase } from './db/open.ts'
import type { Kitchen } from './kitchen.ts'

/** What can stand in the way of a start, and a person can clear. */
export type Obstacle =
  | 'newer'
  | 'in-use'
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

/** What the system says of a file or a folder. */
const bySystem: Readonly<Record<string, Obstacle>> = {
  EACCES: 'no-writing',
  EPERM: 'no-writing',
  EROFS: 'no-writing',
  EEXIST: 'no-folder',
  ENOTDIR: 'no-folder',
  EISDIR: 'no-file',
  // Node's own, of a folder that was to be deleted as a file.
  ERR_FS_EISDIR: 'no-file',
  ENOSPC: 'full-disk',
  EDQUOT: 'full-disk',
  EIO: 'failing-disk',
}

/** What a failed start ran into; null for everything that no person can clear, which is a bug. */
export function obstacleOf(cause: unknown): Obstacle | null {
  if (cause instanceof NewerDatabase) return 'newer'
  if (isStorageError(cause))
    return ('errcode' in cause && byResult[Number(cause.errcode) & 0xff]) || null
  if (!(cause instanceof Error && 'syscall' in cause && 'code' in cause)) return null
  // Of files and folders alone: a port below 1024 is refused with the same words.
  if (cause.syscall === 'listen' || cause.syscall === 'bind') return null
  return bySystem[String(cause.code)] ?? null
}

/** Opens a kitchen, or says what stands in the way; a bug is thrown on. */
export async function openUnlessHindered(
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
