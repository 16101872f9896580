import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import { startPractice, type Practice } from '#practice/platform.ts'
import {
  desktopEnvironment,
  electronProgram,
  hasElectron,
  launchDesktop,
  projectRoot,
} from './launch.ts'

const test = base.extend<{ userDataDir: string }>({
  userDataDir: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },
})

const inPage = <T>(page: Page, script: string) => page.evaluate<T>(script)

/** Processes with the folder in their command line (Linux). */
const processesOf = (folder: string) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
      } catch {
        return false
      }
    })

test('a second start ends at once and brings the first window to the front', async ({
  userDataDir,
}) => {
  const { app } = await launchDesktop({ userDataDir })
  await app.evaluate(({ BrowserWindow }) => {
    setImmediate(() => BrowserWindow.getAllWindows()[0]?.minimize())
  })
  const second = spawn(
    electronProgram(),
    ['--no-sandbox', `--user-data-dir=${userDataDir}`, projectRoot],
    {
      env: desktopEnvironment(),
      stdio: 'ignore',
    },
  )
  const [code] = (await once(second, 'exit')) as [number]
  expect(code).toBe(0)
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows()
        return [BrowserWindow.getAllWindows().length, window?.isMinimized(), window?.isFocused()]
      }),
    )
    .toEqual([1, false, true])
  await app.close()
})

test('killed, it leaves no process behind and starts again with what it knew', async ({
  userDataDir,
}) => {
  test.skip(process.platform !== 'linux', 'looks into /proc')
  const { app, page } = await launchDesktop({ userDataDir })
  const preferences = await inPage<object>(page, `kitchenBridge.readPreferences()`)
  await inPage(
    page,
    `kitchenBridge.writePreferences(${JSON.stringify({ ...preferences, language: 'pt' })})`,
  )
  expect(processesOf(userDataDir).length).toBeGreaterThan(1)
  const ended = once(app.process(), 'exit')
  app.process().kill('SIGKILL')
  await ended
  await expect.poll(() => processesOf(userDataDir)).toEqual([])

  const again = await launchDesktop({ userDataDir })
  expect(await inPage(again.page, `kitchenBridge.readPreferences()`)).toMatchObject({
    language: 'pt',
  })
  await again.app.close()
})

test('closing the window ends the app and keeps its place', async ({ userDataDir }) => {
  const { app, page } = await launchDesktop({ userDataDir })
  const bounds = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
  )
  const ended = once(app.process(), 'exit')
  await page.close()
  expect((await ended)[0]).toBe(0)
  expect(JSON.parse(readFileSync(join(userDataDir, 'window.json'), 'utf8'))).toMatchObject({
    bounds,
  })
})

test('SIGTERM ends it cleanly', async ({ userDataDir }) => {
  test.skip(process.platform === 'win32', 'has no SIGTERM')
  const { app } = await launchDesktop({ userDataDir })
  const ended = once(app.process(), 'exit')
  app.process().kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
})

test('broken files beside the app cost the preferences, not the start', async ({ userDataDir }) => {
  for (const name of ['preferences', 'window', 'secrets']) {
    writeFileSync(join(userDataDir, `${name}.json`), '{"volume": "loud", "bounds": 7')
  }
  const { app, page } = await launchDesktop({ userDataDir })
  expect(await inPage(page, `kitchenBridge.readPreferences()`)).toMatchObject({ volume: 0.8 })
  await app.close()
})

test('a bad connection in the environment is explained and ends with 2', ({ userDataDir }) => {
  test.skip(hasElectron, 'real Electron waits on its error box')
  const { status, stderr } = spawnSync(
    electronProgram(),
    [`--user-data-dir=${userDataDir}`, projectRoot],
    {
      env: desktopEnvironment({ KITCHEN_PASS_V3_URL: 'https://platform.example' }),
      encoding: 'utf8',
    },
  )
  expect(status).toBe(2)
  expect(stderr).toContain('a store needs an address')
})

/** Every byte that the app wrote, except its browser's own files. */
function written(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('chromium') && existsSync(join(folder, name)))
    .map((name) => {
      try {
        return readFileSync(join(folder, name), 'latin1')
      } catch {
        return ''
      }
    })
    .join('\n')
}

/** A platform to connect to: for the app, the practice platform is one like any other. */
async function connectTo(page: Page): Promise<{ platform: Practice; answer: unknown }> {
  const platform = await startPractice()
  const connection = {
    v3Url: platform.v3,
    token: platform.token,
    storeId: platform.storeId,
    webhookToken,
  }
  const answer = await inPage(
    page,
    `kitchenBridge.call('connection.connect', ${JSON.stringify(connection)})`,
  )
  return { platform, answer }
}
const webhookToken = 'webhook-token-that-nobody-may-read'

test('a keychain keeps the tokens: nowhere readable, there again after a restart', async ({
  userDataDir,
}) => {
  const { app, page } = await launchDesktop({ userDataDir })
  const { platform, answer } = await connectTo(page)
  await app.close()
  if (hasElectron) {
    test.skip(JSON.stringify(answer).includes('no-vault'), 'this machine has no keychain')
  }
  expect(answer).toEqual({ ok: true, value: null })
  const again = await launchDesktop({ userDataDir })
  expect(await inPage(again.page, `kitchenBridge.call('connection.get', {})`)).toMatchObject({
    value: {
      mode: 'store',
      hasToken: true,
      hasWebhookToken: true,
      vault: { safe: true, reason: null },
    },
  })
  await again.app.close()
  await platform.close()
  expect(written(userDataDir)).toContain('platform-token')
  expect(written(userDataDir)).not.toContain(platform.token)
  expect(written(userDataDir)).not.toContain(webhookToken)
})

for (const [keychain, reason] of [
  ['basic_text', 'basic-text'],
  ['none', 'unavailable'],
] as const) {
  test(`a keychain that is ${keychain} keeps no token, and says so`, async ({ userDataDir }) => {
    test.skip(hasElectron, 'the keychain of the stand-in can be chosen')
    const { app, page } = await launchDesktop({ userDataDir, env: { STANDIN_KEYCHAIN: keychain } })
    expect(await inPage(page, `kitchenBridge.call('connection.get', {})`)).toMatchObject({
      ok: true,
      value: { vault: { safe: false, reason } },
    })
    const { platform, answer } = await connectTo(page)
    expect(answer).toMatchObject({ ok: false, error: { code: 'no-vault' } })
    expect(await inPage(page, `kitchenBridge.call('connection.get', {})`)).toMatchObject({
      value: { mode: 'practice', hasToken: false },
    })
    await app.close()
    await platform.close()
    expect(readFileSync(join(userDataDir, 'logs/main.log'), 'utf8')).toContain(
      `no safe place for tokens {"weakness":"${reason}"}`,
    )
    expect(written(userDataDir)).not.toContain(platform.token)
    expect(written(userDataDir)).not.toContain(webhookToken)
  })
}
