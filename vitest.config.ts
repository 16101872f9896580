import { availableParallelism } from 'node:os'
import vue from '@vitejs/plugin-vue'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { docsPages } from './docs/site/plugin.ts'
import { chromiumPath } from './test/support/chromium.ts'

const executablePath = chromiumPath()

/** No measure: a machine that is busy with other things fails no test. Milliseconds. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000 } },
}

/**
 * Unit tests beside the files they test, on Node; components (*.browser.test.ts) in a real browser; tests that start
 * processes of their own (*.process.test.ts) apart, since those alone are tried again when they fail (test/run).
 */
export default defineConfig({
  test: {
    // Vitest leaves a core to the person at the keyboard; tests that wait leave enough.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          // Our modules keep no state of their own, so that a worker reads them once for all its files.
          isolate: false,
          include: ['{electron,renderer,test,docs}/**/*.test.ts'],
          // As they stand, for the test that reads the tokens.
          css: true,
          exclude: ['**/*.{browser,process}.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...patience,
          name: 'process',
          include: ['{electron,test}/**/*.process.test.ts'],
        },
      },
      {
        plugins: [vue(), docsPages()],
        // Found only once a dialog is asked for: to bundle them then would load the page of a running test anew.
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
