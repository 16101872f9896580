import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildWhatIsStale, root } from './build.ts'
import { say } from '#host/log/terminal.ts'

const maxFetchingMs = 5 * 60_000

/** Electron's program: present already, or downloaded now; null if it isn't available. */
export function electronPath(): string | null {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (override !== undefined) return join(override, 'electron')
  const folder = join(root, 'node_modules/electron')
  if (!existsSync(folder)) return null
  const pathFile = join(folder, 'path.txt')
  const path = (): string => join(folder, 'dist', readFileSync(pathFile, 'utf8').trim())
  if (existsSync(pathFile) && existsSync(path())) return path()
  say('Fetching Electron’s runtime, which happens once and takes a while…\n')
  const fetched = spawnSync(process.execPath, [join(folder, 'install.js')], {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: maxFetchingMs,
  })
  return fetched.status === 0 && existsSync(pathFile) ? path() : null
}

/** Runs the desktop app, or the program that reloads it, until it ends. */
export function openDesktop(command: string, params: readonly string[]): void {
  const app = spawn(command, params, { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      app.kill(signal)
    })
  app.on('exit', (code) => {
    process.exit(code ?? 1)
  })
}

export function buildOrExit(): void {
  if (buildWhatIsStale()) return
  say('Kitchen Pass could not be built; the reason is above.\n')
  process.exit(1)
}

const script = join(root, 'out/main/web.js')

/** Becomes the web shell: its built program runs in this process and gets the signals itself. */
async function becomeWebShell(flags: readonly string[]): Promise<void> {
  process.argv = [process.execPath, script, ...flags]
  await import(pathToFileURL(script).href)
}

/** `kitchen-pass serve`: builds if needed, and serves the screens to browsers. */
export async function serve(args: readonly string[], isSupervised: boolean): Promise<void> {
  buildOrExit()
  if (!isSupervised) return becomeWebShell(args)
  const { Supervisor } = await import('./supervise.ts')
  new Supervisor(
    script,
    args.filter((arg) => arg !== '--supervise'),
  ).run()
}

export const noElectron =
  'Electron’s runtime cannot be had here: the same app opens in a browser.\n'

/**
 * `kitchen-pass start`: builds if needed and opens the desktop app; without Electron's runtime, the
 * same app in a browser. Returns an exit code if it can do neither.
 */
export async function start(args: readonly string[]): Promise<number | undefined> {
  buildOrExit()
  const electron = electronPath()
  if (electron === null) {
    say(noElectron)
    await becomeWebShell(['--open', ...args])
    return undefined
  }
  const [other] = args.filter((arg) => arg !== '--reset-pin')
  if (other !== undefined) {
    say(
      `The window takes no ${other}: set this on its screens or by a variable, or use kitchen-pass serve.\n`,
    )
    return 2
  }
  openDesktop(electron, [root, ...args])
  return undefined
}
