import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether Debian's packages can be installed here. */
export const hasApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs packages of Debian. If this fails, their programs are missing afterwards. */
export function installPackages(names: readonly string[]): void {
  const quiet = { stdio: 'ignore', timeout: 10 * 60_000 } as const
  spawnSync('apt-get', ['update'], quiet)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], quiet)
}
