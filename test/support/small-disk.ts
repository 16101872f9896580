import { spawnSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const isFull = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC'

/**
 * Whether this machine allows a process its own file system (Linux with user namespaces, or root).
 */
export const hasSmallDisks = (): boolean =>
  process.platform === 'linux' &&
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

/**
 * The command prefix that gives a program a small, real file system at `folder`, which no other
 * process sees.
 */
export const onSmallDisk = (folder: string, options: string): string[] => [
  'unshare',
  '-rm',
  'sh',
  '-c',
  'mount -t tmpfs -o "$1" tmpfs "$0" && shift && exec "$@"',
  folder,
  options,
]

/** The folder as that process sees it. */
export const within = (pid: number, folder: string): string => `/proc/${String(pid)}/root${folder}`

/** Fills a folder's file system; returns a function that makes room again. */
export function fillUp(folder: string): () => void {
  const filler = join(folder, 'filler')
  // The last bytes page by page.
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

/** The same for a folder that its process can only read, whoever runs it. */
export const onlyToRead = (folder: string): string[] => [
  'unshare',
  '-rm',
  'sh',
  '-c',
  'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"',
  folder,
]
