import { defineConfig } from '@playwright/test'
import { chromiumPath } from '#test/support/chromium.ts'
import { noteWorker } from '../run/cpu/journey-times.ts'
import type { ShellOption } from './store.ts'

const executablePath = chromiumPath()

noteWorker()

/**
 * All journeys run through the web shell in Chromium. Those tagged `@desktop` also run in the
 * desktop app, on real Electron if it is installed, else on the stand-in: the wall, and everything
 * that involves the key store, files, printers or a restart. KITCHEN_PASS_ALL_SHELLS=1 runs all of
 * them in both. (first-run and connect open both themselves; control is about a page outside the
 * app.) `shell` has the specs of the desktop app alone. All of them use the build in out/.
 */
export default defineConfig<ShellOption>({
  outputDir: '../results/journeys',
  testMatch: '**/*.spec.ts',
  workers: 2,
  fullyParallel: false,
  // This is not a measurement: a busy machine must not fail a journey. The longest takes 40 s on an
  // idle one; one that hangs must not take the whole run's time.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: process.env['CI'] ? [['dot']] : [['list']],
  use: {
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    // Copies of the page at each step cost a fifth of the time; a test that runs again has them
    // (test/run/journeys-group.ts).
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      args: ['--no-sandbox', '--disable-background-networking'],
      ...(executablePath === null ? {} : { executablePath }),
    },
  },
  projects: [
    { name: 'web', testDir: '.', use: { shell: 'web' } },
    {
      name: 'desktop',
      testDir: '.',
      testIgnore: /first-run|connect|control|parts/,
      grep: process.env['KITCHEN_PASS_ALL_SHELLS'] === '1' ? /./ : /@desktop/,
      use: { shell: 'desktop' },
    },
    { name: 'shell', testDir: '../desktop' },
  ],
})
