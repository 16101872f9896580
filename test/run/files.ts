import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { root } from '#web/build.ts'

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')

/** The files that differ from a commit, and untracked ones, as paths from the project's root. */
export function changedFiles(since: string): string[] {
  return [
    ...git('diff', '--name-only', '--relative', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

/** The project's files that match a pattern, as sorted paths from its root. */
export const findFiles = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: ['node_modules', 'out'] })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
