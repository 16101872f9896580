import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fetchedNatsServer, natsServerPath } from '#test/support/nats/nats-server.ts'
import { hasApt } from './debian.ts'

/** A release of Debian whose nats-server is new enough. The machine may run an earlier one. */
const release = 'forky'

const quiet = { encoding: 'utf8', timeout: 5 * 60_000 } as const

/** The addresses from which apt installs packages here. */
function packageSites(): string[] {
  const { stdout } = spawnSync('apt-get', ['indextargets', '--format', '$(SITE)'], quiet)
  return [...new Set(stdout.split('\n').filter((line) => line !== ''))]
}

/**
 * On Debian, as root, downloads a nats-server if none is new enough, and installs nothing. Elsewhere
 * the tests of the relay are skipped without one, and say so.
 */
export function fetchNatsServer(): void {
  if (natsServerPath() !== null || !hasApt()) return
  process.stdout.write('Fetching a nats-server to test with…\n')
  const folder = join(dirname(fetchedNatsServer), '../..')
  // What an earlier run fetched is too old.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'lists/partial'), { recursive: true })
  spawnSync('apt-get', ['update'], quiet)
  for (const site of packageSites()) {
    const sources = join(folder, 'sources.list')
    const signed = '[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]'
    writeFileSync(sources, `deb ${signed} ${site} ${release} main\n`)
    const options = [
      ['Dir::Etc::SourceList', sources],
      ['Dir::Etc::SourceParts', '-'],
      ['Dir::State::Lists', join(folder, 'lists')],
      ['APT::Get::List-Cleanup', '0'],
      ['APT::Sandbox::User', 'root'],
    ].flatMap(([name, value]) => ['-o', `${name ?? ''}=${value ?? ''}`])
    if (spawnSync('apt-get', [...options, 'update'], quiet).status !== 0) continue
    spawnSync('apt-get', [...options, 'download', `nats-server/${release}`], {
      ...quiet,
      cwd: folder,
    })
    const [file] = globSync('nats-server_*.deb', { cwd: folder })
    if (file !== undefined) spawnSync('dpkg', ['-x', file, '.'], { ...quiet, cwd: folder })
    if (natsServerPath() !== null) return
  }
}
