import { spawnSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const isFull = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC'

/** Whether this machine lets a process have a file system of its own (Linux with user namespaces, or root). */
export const hasSmallDisks = (): boolean =>
  process.platform === 'linux' &&
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

/** The command before a program's own that gives it a small, real file system at `folder`, which nobody else sees. */
export const onSmallDisk = (folder: string, options: string): string[] => [
  'unshare',
  '-rm',
  'sh',
  '-c',
  'mount -t tmpfs -o "$1" tmpfs "$0" && shift && exec "$@"',
  folder,
  options,
]

/** The folder as the process sees it, where no other does. */
export const within = (pid: number, folder: string): string => `/proc/${String(pid)}/root${folder}`

/** Leaves no room in a folder's file system; answers how to make room again. */
export function fillUp(folder: string): () => void {
  const filler = join(folder, 'filler')
  // The last bytes one page at a time.
  for (const size of [65_536, 4096, 1])
    for (;;)
      try {
        appendFileSync(filler, Buffer.alloc(size))
      } catch (cause) {
        if (isFull(cause)) break
        throw cause
      }
  return () => {
    rmSync(filler)
  }
}

/** The same for a folder that its process may only read, whoever it runs as. */
export const onlyToRead = (folder: string): string[] => [
  'unshare',
  '-rm',
  'sh',
  '-c',
  'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"',
  folder,
]
