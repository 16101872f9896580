import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { chromiumPath } from '#test/support/chromium.ts'

/** The project, which is also the app that is launched. */
export const projectRoot = resolve(import.meta.dirname, '../..')

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
  appFolder = projectRoot,
}: Launch): Promise<{ app: ElectronApplication; page: Page }> {
  if (!existsSync(join(appFolder, 'out/main/index.js'))) {
    throw new Error('The app is not built: run electron-vite build first.')
  }
  const environment = desktopEnvironment(env)
  // Playwright asks the electron package for the executable, which looks at this process's variables.
  const override = environment['ELECTRON_OVERRIDE_DIST_PATH']
  if (override !== undefined) process.env['ELECTRON_OVERRIDE_DIST_PATH'] = override
  const app = await _electron.launch({
    args: [...electronArgs, `--user-data-dir=${userDataDir}`, appFolder],
    cwd: projectRoot,
    env: environment,
  })
  // As patient as the browser's journeys (playwright.config.ts), whose settings do not reach an app.
  app.context().setDefaultTimeout(90_000)
  const page = await app.firstWindow()
  await page.waitForURL((url) => url.href !== 'about:blank')
  await page.waitForLoadState('load')
  return { app, page }
}
