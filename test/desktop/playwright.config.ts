import { defineConfig } from '@playwright/test'

/** The shell's own specs, on the stand-in or on real Electron, against what `electron-vite build` left in out/. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../results/desktop',
  workers: 1,
  timeout: 60_000,
  reporter: [['list']],
})
