import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildWhatIsStale, commandOf, root } from './build.ts'

/**
 * `npm start`: builds if needed and opens the desktop app; without Electron's runtime, the same app
 * in a browser. `--serve` goes straight to the latter, headless; with `--supervise` it restarts
 * after a crash. `--dev` is either, and reloads on every change.
 */
const args = process.argv.slice(2)
const wants = (flag: string): boolean => args.includes(flag)
const rest = args.filter((arg) => !['--serve', '--supervise', '--dev'].includes(arg))

const mostFetchingMs = 5 * 60_000

/** Electron's program: present already, or downloaded now; null if it isn't available. */
function electronPath(): string | null {
  const folder = join(root, 'node_modules/electron')
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (override !== undefined) return join(override, 'electron')
  const pathFile = join(folder, 'path.txt')
  const path = (): string => join(folder, 'dist', readFileSync(pathFile, 'utf8').trim())
  if (existsSync(pathFile) && existsSync(path())) return path()
  process.stderr.write('Fetching Electron’s runtime, which happens once and takes a while…\n')
  const fetched = spawnSync(process.execPath, [join(folder, 'install.js')], {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: mostFetchingMs,
  })
  return fetched.status === 0 && existsSync(pathFile) ? path() : null
}

function openDesktop(electron: string): void {
  const [command, params] = wants('--dev')
    ? [process.execPath, [commandOf('electron-vite', 'bin/electron-vite.js'), 'dev', '--', ...rest]]
    : [electron, [root, ...rest]]
  const app = spawn(command, params, { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      app.kill(signal)
    })
  app.on('exit', (code) => {
    process.exit(code ?? 1)
  })
}

const script = join(root, 'out/main/web.js')

/** Becomes the web shell: its built program runs in this process and gets the signals itself. */
async function becomeWebShell(flags: string[]): Promise<void> {
  process.argv = [process.execPath, script, ...flags]
  await import(pathToFileURL(script).href)
}

async function start(): Promise<void> {
  if (!buildWhatIsStale()) {
    process.stderr.write('Kitchen Pass could not be built; the reason is above.\n')
    process.exit(1)
  }
  if (wants('--supervise')) {
    const { supervise } = await import('./supervise.ts')
    supervise(script, rest)
    return
  }
  if (wants('--serve')) return becomeWebShell(rest)
  const electron = electronPath()
  if (electron !== null) {
    openDesktop(electron)
    return
  }
  process.stderr.write('Electron’s runtime cannot be had here: the same app opens in a browser.\n')
  if (wants('--dev')) {
    // Vite is only there for developers.
    const { developWeb } = await import('./dev.ts')
    return developWeb(rest)
  }
  await becomeWebShell(['--open', ...rest])
}

await start()
