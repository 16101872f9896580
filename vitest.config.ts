import { availableParallelism } from 'node:os'
import vue from '@vitejs/plugin-vue'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { writeLicences } from './docs/site/licences.ts'
import { docsPages } from './docs/site/plugin.ts'
import { chromiumPath } from './test/support/chromium.ts'

const executablePath = chromiumPath()

/** In ms. This is not a measurement: a busy machine must not fail a test. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000 } },
}

/**
 * Unit tests next to the tested files, on Node; components (*.browser.test.ts) in a real browser;
 * tests that start processes (*.process.test.ts) separately, because they need the built app.
 */
export default defineConfig({
  test: {
    // Vitest leaves one core free by default; tests that wait leave enough.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          // Our modules have no state of their own, so a worker loads them once for all its files.
          isolate: false,
          setupFiles: ['./test/run/cpu/measure-file.ts'],
          include: ['{electron,renderer,test,docs}/**/*.test.ts'],
          // Unprocessed, for the test that reads the tokens.
          css: true,
          exclude: ['**/*.{browser,process}.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...patience,
          name: 'process',
          globalSetup: './test/support/build.ts',
          setupFiles: ['./test/run/cpu/measure-file.ts'],
          include: ['{electron,test}/**/*.process.test.ts'],
        },
      },
      {
        plugins: [vue(), docsPages(), writeLicences(import.meta.dirname)],
        // Used only by dialogs: bundling them at that moment would reload the page of a running
        // test.
        optimizeDeps: { include: ['reka-ui', '@internationalized/date', '@observablehq/plot'] },
        test: {
          ...patience,
          name: 'component',
          include: ['renderer/**/*.browser.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: ['--no-sandbox'],
                ...(executablePath === null ? {} : { executablePath }),
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
