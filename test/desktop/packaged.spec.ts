import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import { desktopEnvironment, electronProgram, hasElectron, projectRoot } from './launch.ts'
import { checkPackaged } from './packaged.ts'

const test = base.extend<{ userDataDir: string }>({
  userDataDir: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },
})
// The workflows check a package of the real one (check-package.ts).
test.beforeEach(() => {
  test.skip(hasElectron, 'only the stand-in can pretend to be packaged')
})
const packaged = { STANDIN_PACKAGED: '1' }

test('a packaged app ignores debuggers and the variables of development', async ({
  userDataDir,
}) => {
  await checkPackaged({
    program: electronProgram(),
    args: [projectRoot],
    userDataDir,
    env: desktopEnvironment(packaged),
  })
})

test('a packaged app does not start with flags for its engine', ({ userDataDir }) => {
  const { status, stderr } = spawnSync(
    electronProgram(),
    ['--js-flags=--expose-gc', `--user-data-dir=${userDataDir}`, projectRoot],
    { env: desktopEnvironment(packaged), encoding: 'utf8' },
  )
  expect(status).toBe(2)
  expect(stderr).toContain('does not start with --js-flags')
  expect(readFileSync(join(userDataDir, 'logs/main.log'), 'utf8')).not.toContain('page shown')
})
