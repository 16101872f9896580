import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { root } from '#cli/build.ts'

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

const recentMilliseconds = 4 * 60 * 60_000

/**
 * The commit that recent work is compared with: the one that the workflow names, else the last one
 * from four hours before HEAD; HEAD if there is none.
 */
export function recentBase(): string {
  const named = process.env['KITCHEN_PASS_SINCE']
  // A branch that was just made was nowhere before, which the workflow writes in zeros.
  if (named !== undefined && /[^0]/.test(named)) return named
  const [committed = ''] = git('log', '-1', '--format=%cI')
  const before = new Date(Date.parse(committed) - recentMilliseconds).toISOString()
  return git('rev-list', '-1', `--before=${before}`, 'HEAD')[0] ?? 'HEAD'
}
