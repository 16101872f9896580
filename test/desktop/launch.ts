import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { chromiumPath } from '#test/support/chromium.ts'

/** The project, which is also the app that is launched. */
export const projectRoot = resolve(import.meta.dirname, '../..')

/**
 * The app that a release packed (release.yml), run by the Electron that is installed here, because
 * the packaged program itself lets no test in (packaged.ts). Null to launch the built app.
 */
const packedApp = process.env['KITCHEN_PASS_ASAR'] ?? null

/** True if Electron's own runtime is installed; otherwise the stand-in replaces it. */
export const hasElectron = existsSync(join(projectRoot, 'node_modules/electron/path.txt'))

const standinFolder = join(projectRoot, 'test/desktop/standin/bin')

/** The environment that makes `electron` the real one or the stand-in. */
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

export function electronProgram(): string {
  // The electron package reads this process's variables.
  const override = desktopEnvironment()['ELECTRON_OVERRIDE_DIST_PATH']
  if (override !== undefined) process.env['ELECTRON_OVERRIDE_DIST_PATH'] = override
  const program: unknown = createRequire(import.meta.url)('electron')
  return String(program)
}

interface Launch {
  /** Where the app stores everything; a launch with the same folder is a restart. */
  userDataDir: string
  /** Shows the first steps, as a new installation does. Otherwise the wall comes first. */
  isNew?: boolean
  env?: Record<string, string>
  /**
   * Electron's own arguments, which come before the app's, such as `-r` with a module to load
   * first.
   */
  electronArgs?: string[]
  /** The app's own arguments, such as a file that was opened with it. */
  appArgs?: string[]
  /** Another folder with the app, for example one from a package. */
  appFolder?: string
}

/** Starts the built app and waits for its page. Close it with `app.close()`. */
export async function launchDesktop({
  userDataDir,
  isNew = false,
  env,
  electronArgs = [],
  appArgs = [],
  appFolder = packedApp ?? projectRoot,
}: Launch): Promise<{ app: ElectronApplication; page: Page }> {
  if (!existsSync(appFolder.endsWith('.asar') ? appFolder : join(appFolder, 'out/main/index.js'))) {
    throw new Error('The app is not built: run electron-vite build first.')
  }
  const preferences = join(userDataDir, 'preferences.json')
  if (!isNew && !existsSync(preferences)) writeFileSync(preferences, '{"isWelcomed":true}')
  // Playwright finds it in the same way, and only then loads its driver.
  electronProgram()
  const app = await _electron.launch({
    args: [...electronArgs, `--user-data-dir=${userDataDir}`, appFolder, ...appArgs],
    cwd: projectRoot,
    env: desktopEnvironment(env),
  })
  // As patient as the browser's journeys (playwright.config.ts), whose settings don't apply to an
  // app.
  app.context().setDefaultTimeout(90_000)
  const page = await app.firstWindow()
  await page.waitForURL((url) => url.href !== 'about:blank')
  await page.waitForLoadState('load')
  return { app, page }
}
