import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhatIsStale, commandOf, root } from '#web/build.ts'
import { fetchChromium } from './fetch-chromium.ts'

/**
 * `npm test` (and its first part alone, `npm run check`): check, build, unit and component tests, journeys; then one line that counts them all. Every check counts
 * as one. Ends with 1 where anything failed, or where a suite ran nothing.
 */
interface Count {
  passed: number
  failed: number
  skipped: number
}

const results = join(root, 'test/results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

function run(
  title: string,
  script: string,
  args: string[],
  env: Record<string, string> = {},
): boolean {
  const began = performance.now()
  process.stdout.write(`\n▸ ${title}\n`)
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  process.stdout.write(`  ${title}: ${Math.round((performance.now() - began) / 1000)} s\n`)
  return status === 0
}

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch {
    return null
  }
}

/** A suite that reported nothing has failed, whatever its exit code says. */
function counted(ok: boolean, count: Count | null): Count {
  if (count === null || count.passed + count.failed === 0)
    return { passed: 0, failed: 1, skipped: 0 }
  return ok ? count : { ...count, failed: Math.max(1, count.failed) }
}

function check(): Count {
  const checks: [string, string, string[]][] = [
    ['types of the host', commandOf('@typescript/native', 'bin/tsc'), ['-p', '.']],
    ['types of the page', commandOf('vue-tsc', 'bin/vue-tsc.js'), ['-p', 'renderer']],
    ['lint', commandOf('eslint', 'bin/eslint.js'), ['.', '--max-warnings', '0']],
    [
      'layers',
      commandOf('dependency-cruiser', 'bin/dependency-cruiser.mjs'),
      ['electron', 'renderer'],
    ],
    ['dead code', commandOf('knip', 'bin/knip.js'), []],
    ['format', commandOf('oxfmt', 'bin/oxfmt'), ['--check']],
  ]
  const failed = checks.filter(([title, script, args]) => !run(title, script, args)).length
  return { passed: checks.length - failed, failed, skipped: 0 }
}

function unit(): Count {
  const file = join(results, 'vitest.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const ok = run('unit and component tests', commandOf('vitest', 'vitest.mjs'), [
    'run',
    ...reporters,
  ])
  const report = readJson(file) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
  } | null
  return counted(
    ok,
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
    },
  )
}

function journeys(): Count {
  const file = join(results, 'journeys.json')
  const config = ['-c', 'test/journeys/playwright.config.ts', '--reporter=dot,json']
  const ok = run('journeys', commandOf('@playwright/test', 'cli.js'), ['test', ...config], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const stats = (
    readJson(file) as {
      stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    } | null
  )?.stats
  return counted(
    ok,
    stats === undefined
      ? null
      : { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
  )
}

function everything(): Count[] {
  const browser = fetchChromium()
  if (!browser.ok) {
    process.stderr.write(`${browser.error.words ?? ''}\n`)
    process.exit(1)
  }
  const checked = check()
  if (!buildWhatIsStale()) return [checked, { passed: 0, failed: 1, skipped: 0 }]
  return [checked, unit(), journeys()]
}

const counts = process.argv[2] === 'check' ? [check()] : everything()
const total = counts.reduce((sum, each) => ({
  passed: sum.passed + each.passed,
  failed: sum.failed + each.failed,
  skipped: sum.skipped + each.skipped,
}))
const skipped = total.skipped === 0 ? '' : `, ${total.skipped} skipped`
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`)
process.exit(total.failed === 0 ? 0 : 1)
