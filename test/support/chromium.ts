import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const programs = process.env['PROGRAMFILES'] ?? 'C:/Program Files'
const programsX86 = process.env['PROGRAMFILES(X86)'] ?? 'C:/Program Files (x86)'

/** Chromium without its own windows: the same pages for two thirds of the processor time. */
export const headlessShell = '/usr/bin/chromium-headless-shell'

/** Where browsers of Chromium's family are installed, the lightest first. */
const installed = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  join(programs, 'Google/Chrome/Application/chrome.exe'),
  join(programsX86, 'Google/Chrome/Application/chrome.exe'),
  join(programsX86, 'Microsoft/Edge/Application/msedge.exe'),
]

/**
 * A browser for tests: an installed one, else the one that Playwright downloaded; null if there is
 * none.
 */
export function chromiumPath(): string | null {
  const named = process.env['KITCHEN_PASS_CHROMIUM']
  const candidates = [
    ...(named === undefined ? [] : [named]),
    ...installed,
    chromium.executablePath(),
  ]
  return candidates.find((path) => existsSync(path)) ?? null
}
