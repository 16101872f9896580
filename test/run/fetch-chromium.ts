import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail, ok, type Result } from '#contract/result.ts'
import { commandOf, root } from '#web/build.ts'
import { chromiumPath } from '#test/support/chromium.ts'

/** Finds a browser to test with: an installed one, else Playwright's own, else Debian's where we may install it. */
export function fetchChromium(): Result<string> {
  const there = chromiumPath()
  if (there !== null) return ok(there)
  process.stdout.write('Fetching a Chromium to test with…\n')
  spawnSync(process.execPath, [commandOf('@playwright/test', 'cli.js'), 'install', 'chromium'], {
    cwd: root,
    stdio: 'ignore',
    timeout: 5 * 60_000,
  })
  if (chromiumPath() === null && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const quiet = { stdio: 'ignore', timeout: 10 * 60_000 } as const
    spawnSync('apt-get', ['update'], quiet)
    spawnSync(
      'apt-get',
      ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
      quiet,
    )
  }
  const path = chromiumPath()
  return path === null
    ? fail(
        'not-found',
        'The tests need a Chromium, Chrome or Edge: install one, or name it in KITCHEN_PASS_CHROMIUM.',
      )
    : ok(path)
}
