import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
const sources = [
  'electron',
  'renderer',
  'resources',
  'docs',
  'package.json',
  'electron.vite.config.ts',
]

function newest(path: string): number {
  const own = statSync(path)
  if (!own.isDirectory()) return own.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** The oldest file of a build; 0 if one is missing. */
function builtAt(): number {
  const files = [
    'main/index.js',
    'main/web.js',
    'main/cli.js',
    'main/relay.js',
    'preload/preload.cjs',
    'renderer/index.html',
    'fleet/index.html',
  ]
  return Math.min(
    ...files.map((name) => {
      const path = join(root, 'out', name)
      return existsSync(path) ? statSync(path).mtimeMs : 0
    }),
  )
}

/** The script behind a development package's command, which runs the same on every system. */
export const commandOf = (packageName: string, script: string): string =>
  join(root, 'node_modules', packageName, script)

/** An installed package has no sources, only what was built of them. */
const hasSources = existsSync(join(root, 'electron/cli/kitchen-pass.ts'))

/** Whether this account can write what was built. A service often can't. */
function mayBuild(): boolean {
  try {
    accessSync(join(root, 'out'), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Builds out/ if a source is newer; output goes to stderr. False if it failed. */
export function buildWhatIsStale(): boolean {
  if (!hasSources) return true
  const built = builtAt()
  if (Math.max(...sources.map((name) => newest(join(root, name)))) < built) return true
  if (built > 0 && !mayBuild()) {
    process.stderr.write(
      `What was built in ${root} is older than its sources, and this account cannot write there: npm run build renews it.\n`,
    )
    return true
  }
  process.stderr.write('Building Kitchen Pass, which takes some 10 seconds…\n')
  const { status } = spawnSync(
    process.execPath,
    [commandOf('electron-vite', 'bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
    { cwd: root, stdio: ['ignore', 2, 2] },
  )
  return status === 0
}
