import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { chromiumPath } from '#test/support/chromium.ts'

/** The project, which is also the app that is launched. */
export const projectRoot = resolve(import.meta.dirname, '../..')

/**
 * The app that a release packed (release.yml), run by Electron as it is installed here: the packaged program itself lets
 * no test in (packaged.ts). Null where the built app is launched.
 */
const packedApp = process.env['KITCHEN_PASS_ASAR'] ?? null

/** True where Electron's own runtime was fetched; the stand-in takes its place everywhere else. */
export const hasElectron = existsSync(join(projectRoot, 'node_modules/electron/path.txt'))

const standinFolder = join(projectRoot, 'test/desktop/standin/bin')

/** Environment under which `electron` is the real one or the stand-in. */
export function desktopEnvironment(env: Record<string, string> = {}): Record<string, string> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
  if (hasElectron) return { ...inherited, ...env }
  const browser = chromiumPath()
  if (browser === null) throw new Error('The stand-in needs a Chromium, Chrome or Edge.')
  return {
    ...inherited,
    ELECTRON_OVERRIDE_DIST_PATH: standinFolder,
    STANDIN_CHROMIUM: browser,
    ...env,
  }
}

/** Electron's program, or the stand-in's. */
export function electronProgram(): string {
  // The electron package looks at this process's variables, whoever asks it.
  const override = desktopEnvironment()['ELECTRON_OVERRIDE_DIST_PATH']
  if (override !== undefined) process.env['ELECTRON_OVERRIDE_DIST_PATH'] = override
  const program: unknown = createRequire(import.meta.url)('electron')
  return String(program)
}

interface Launch {
  /** Where the app keeps everything; the same folder again is a restart. */
  userDataDir: string
  env?: Record<string, string>
  /** What Electron reads before the app's own arguments, such as `-r` and a module to load first. */
  electronArgs?: string[]
  /** Another folder with the app in it, say one taken out of a package. */
  appFolder?: string
}

/** Starts the built app and waits until its page is there. Close it with `app.close()`. */
export async function launchDesktop({
  userDataDir,
  env,
  electronArgs = [],
  appFolder = packedApp ?? projectRoot,
}: Launch): Promise<{ app: ElectronApplication; page: Page }> {
  if (!existsSync(appFolder.endsWith('.asar') ? appFolder : join(appFolder, 'out/main/index.js'))) {
    throw new Error('The app is not built: run electron-vite build first.')
  }
  // Playwright finds it the same way, and only then loads what drives it.
  electronProgram()
  const app = await _electron.launch({
    args: [...electronArgs, `--user-data-dir=${userDataDir}`, appFolder],
    cwd: projectRoot,
    env: desktopEnvironment(env),
  })
  // As patient as the browser's journeys (playwright.config.ts), whose settings do not reach an app.
  app.context().setDefaultTimeout(90_000)
  const page = await app.firstWindow()
  await page.waitForURL((url) => url.href !== 'about:blank')
  await page.waitForLoadState('load')
  return { app, page }
}
