import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { commandOf, root } from '#cli/build.ts'
import { hasApt, installPackages } from './debian.ts'
import { chromiumPath, headlessShell } from '#test/support/chromium.ts'

/**
 * Finds a browser for tests. On Debian, as root, that is its headless shell, which is installed if
 * missing; else an installed browser, else the one that Playwright downloads.
 */
export function fetchChromium(): Result<string> {
  const isNamed = process.env['KITCHEN_PASS_CHROMIUM'] !== undefined
  if (!isNamed && hasApt() && !existsSync(headlessShell)) {
    process.stdout.write('Installing Chromium’s headless shell to test with…\n')
    installPackages(['chromium-headless-shell', 'fonts-liberation'])
  }
  const there = chromiumPath()
  if (there !== null) return ok(there)
  process.stdout.write('Fetching a Chromium to test with…\n')
  spawnSync(process.execPath, [commandOf('@playwright/test', 'cli.js'), 'install', 'chromium'], {
    cwd: root,
    stdio: 'ignore',
    timeout: 5 * 60_000,
  })
  const path = chromiumPath()
  return path === null
    ? fail(
        'not-found',
        'The tests need a Chromium, Chrome or Edge: install one, or name it in KITCHEN_PASS_CHROMIUM.',
      )
    : ok(path)
}
