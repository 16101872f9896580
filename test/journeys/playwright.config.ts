import { defineConfig } from '@playwright/test'
import type { ShellOption } from './store.ts'

/**
 * The same journeys through both doors: the web shell in Chromium, and the desktop app on real Electron where it is,
 * else on the stand-in (first-run and connect open both themselves). `shell` holds the specs of the desktop app alone. All against what a build left in out/.
 */
export default defineConfig<ShellOption>({
  outputDir: '../results/journeys',
  workers: 2,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: process.env['CI'] ? [['dot']] : [['list']],
  use: { trace: 'retain-on-failure', viewport: { width: 1280, height: 800 } },
  projects: [
    { name: 'web', testDir: '.', use: { shell: 'web' } },
    {
      name: 'desktop',
      testDir: '.',
      testIgnore: /first-run|connect|control/,
      use: { shell: 'desktop' },
    },
    { name: 'shell', testDir: '../desktop' },
  ],
})
