import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type ElectronApplication, type Page } from '@playwright/test'
import { startPractice } from '#practice/platform.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { hasElectron, launchDesktop } from './launch.ts'

const test = base.extend<{ userDataDir: string }>({
  userDataDir: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const wall = (page: Page) => page.getByRole('article').first()

/** An app that was connected to a store once, so that its database stays; and the file. */
async function connectedBefore(
  userDataDir: string,
): Promise<{ file: string; end(): Promise<void> }> {
  const platform = await startPractice()
  const { app, page } = await launchDesktop({ userDataDir })
  const connection = { v3Url: platform.v3, token: platform.token, storeId: platform.storeId }
  const answer = await page.evaluate<{ ok: boolean }>(
    `kitchenBridge.call('connection.connect', ${JSON.stringify(connection)})`,
  )
  test.skip(!answer.ok, 'this machine has no keychain')
  await app.close()
  return { file: databaseIn(join(userDataDir, 'store')), end: () => platform.close() }
}

test('a folder in the place of the database: the window says what to do, and opens once it can', async ({
  userDataDir,
}) => {
  const { file, end } = await connectedBefore(userDataDir)
  renameSync(file, `${file}.aside`)
  mkdirSync(file)
  const { app, page } = await launchDesktop({ userDataDir })
  await expect(heading(page)).toHaveText('A folder has the name of the database')
  await expect(page.getByText(join(userDataDir, 'store'))).toBeVisible()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('A folder has the name of the database')

  rmdirSync(file)
  renameSync(`${file}.aside`, file)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.waitForFunction(`'kitchenBridge' in window && document.querySelector('#app') !== null`)
  expect(await page.evaluate(`kitchenBridge.call('status.get', {})`)).toMatchObject({
    ok: true,
    value: { mode: 'store' },
  })
  await app.close()
  await end()
})

/** The exit code of an app that ends by itself, and its last output. */
async function endOf(app: ElectronApplication, provoke: () => Promise<unknown>) {
  let text = ''
  app.process().stderr?.on('data', (part: Buffer) => (text += part.toString()))
  const ended = once(app.process(), 'exit')
  await provoke()
  const [code] = (await ended) as [number]
  return { code, text }
}

for (const [name, fault] of [
  ['an exception', `setTimeout(() => { throw new Error('planned') })`],
  ['a rejection', `void Promise.reject(new Error('planned'))`],
] as const)
  test(`${name} that nobody caught: what was kept is closed, it restarts and says so`, async ({
    userDataDir,
  }) => {
    test.skip(hasElectron, 'real Electron starts the next run where no test holds it')
    const { app, page } = await launchDesktop({ userDataDir })
    await expect(wall(page)).toBeVisible()
    const database = join(userDataDir, 'store/practice/live.sqlite')
    expect(existsSync(`${database}-wal`)).toBe(true)
    const { code, text } = await endOf(app, () =>
      app.evaluate((_electron, script) => void (0, eval)(script), fault),
    )
    expect(code).toBe(1)
    // SQLite merges its log into the database only when it is closed.
    expect(existsSync(`${database}-wal`)).toBe(false)
    const reported = /relaunch (\{.*\})/.exec(text)?.[1] ?? '{}'
    const crashed = (JSON.parse(reported) as { args: string[] }).args.at(-1) ?? ''
    expect(crashed).toMatch(/^--crashed-at=\d{13}$/)

    const again = await launchDesktop({ userDataDir, electronArgs: [crashed] })
    await expect(heading(again.page)).toHaveText('Kitchen Pass had to restart')
    await expect(again.page.getByText(join(userDataDir, 'logs/main.log'))).toBeVisible()
    // Without a person.
    await expect(wall(again.page)).toBeVisible()
    await again.app.close()
    expect(readFileSync(join(userDataDir, 'logs/main.log'), 'utf8')).toContain('planned')
  })

test('the fifth time within minutes it opens nothing until somebody says so', async ({
  userDataDir,
}) => {
  test.skip(hasElectron, 'real Electron starts the next run where no test holds it')
  const times = [40, 30, 20, 10, 5].map((seconds) => Date.now() - seconds * 1_000)
  const flag = `--crashed-at=${times.join(',')}`
  const { app, page } = await launchDesktop({ userDataDir, electronArgs: [flag] })
  await expect(heading(page)).toHaveText('Kitchen Pass stopped five times in a few minutes')
  expect(existsSync(join(userDataDir, 'store'))).toBe(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(wall(page)).toBeVisible()

  // The next time it stays closed.
  const { code, text } = await endOf(app, () =>
    app.evaluate(() => {
      setTimeout(() => {
        void Promise.reject(new Error('planned'))
      })
    }),
  )
  expect(code).toBe(1)
  expect(text).toContain('Kitchen Pass stopped too often and stays closed.')
  expect(text).not.toContain('relaunch')
})

/** The name above the wall of the practice store. */
const storeName = 'Colón'

// `evaluate` works like a debugger: it can interrupt the program in the middle of a write, and a second write then breaks
// the first one. So code that writes (a log line, a message to the page) runs in `setImmediate`.

/**
 * What the window shows, according to the main process, because a driver loses a page that crashed.
 */
const shown = (app: ElectronApplication) =>
  app.evaluate(async ({ BrowserWindow }) => {
    await new Promise((resolve) => setImmediate(resolve))
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      command(name: string, parameters: object): Promise<{ result: { value?: string } }>
    }
    const expression = `document.querySelector('h1')?.textContent`
    // A page that disappears meanwhile never answers.
    const nobody = new Promise<{ result: { value?: string } }>((resolve) =>
      setTimeout(() => {
        resolve({ result: {} })
      }, 1_000),
    )
    const asked = contents.command('Runtime.evaluate', { expression })
    const { result } = await Promise.race([asked.catch(() => ({ result: {} })), nobody])
    return 'value' in result ? result.value : null
  })
const crash = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => {
    setImmediate(() => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
  })

test('a page that crashes comes back three times in a minute; then the window explains', async ({
  userDataDir,
}) => {
  test.skip(hasElectron, 'looks into the page by the stand-in’s own way')
  const { app, page } = await launchDesktop({ userDataDir })
  await expect(wall(page)).toBeVisible()
  for (let times = 0; times < 3; times += 1) {
    await crash(app)
    await expect.poll(() => shown(app)).not.toBe(storeName)
    await expect.poll(() => shown(app)).toBe(storeName)
  }
  await crash(app)
  await expect.poll(() => shown(app)).toBe('This screen stopped several times')
  expect(
    readFileSync(join(userDataDir, 'logs/main.log'), 'utf8').match(/page is gone/g),
  ).toHaveLength(4)
  await app.close()
})

test('a main process that is frozen is said in its own window', async ({ userDataDir }) => {
  const { app, page } = await launchDesktop({ userDataDir })
  await expect(wall(page)).toBeVisible()
  const lost = page.getByText('Connection to the kitchen computer lost').first()
  await app.evaluate(() => {
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20_000))
  })
  await expect(lost).toBeVisible()
  await expect(lost).toBeHidden()
  await app.close()
})

test('a page that does not answer is ended, and comes back', async ({ userDataDir }) => {
  test.skip(hasElectron, 'looks into the page by the stand-in’s own way')
  const { app, page } = await launchDesktop({ userDataDir })
  await expect(wall(page)).toBeVisible()
  await app.evaluate(({ BrowserWindow }) => {
    setImmediate(() => BrowserWindow.getAllWindows()[0]?.emit('unresponsive'))
  })
  await expect.poll(() => shown(app)).toBe('This screen stopped responding')
  await expect.poll(() => shown(app)).toBe(storeName)
  await app.close()
})

test('what draws is gone: the page is loaded again', async ({ userDataDir }) => {
  const { app, page } = await launchDesktop({ userDataDir })
  await expect(wall(page)).toBeVisible()
  await page.evaluate(`document.body.dataset.witness = 'before'`)
  const gone = (type: string, reason: string) =>
    app.evaluate(
      ({ app: theApp }, details) =>
        new Promise<void>((resolve) =>
          setImmediate(() => {
            theApp.emit('child-process-gone', {}, details)
            resolve()
          }),
        ),
      { type, reason, name: '', exitCode: 5 },
    )
  await gone('Utility', 'crashed')
  await gone('GPU', 'clean-exit')
  expect(await page.evaluate(`document.body.dataset.witness`)).toBe('before')
  await gone('GPU', 'crashed')
  await page.waitForFunction(`document.body?.dataset.witness === undefined`)
  await expect(wall(page)).toBeVisible()
  await app.close()
})

test('with nobody at its stderr it goes on', async ({ userDataDir }) => {
  test.skip(process.platform !== 'linux', 'a closed pipe is an error there')
  const { app, page } = await launchDesktop({ userDataDir })
  await expect(wall(page)).toBeVisible()
  app.process().stderr?.destroy()
  // Each is a line in the log.
  for (let times = 0; times < 5; times += 1) await page.evaluate(`fetch('/no-such-file.js')`)
  await page.evaluate(`window.open('https://evil.example/')`)
  expect(await page.evaluate(`kitchenBridge.call('status.get', {})`)).toMatchObject({ ok: true })
  const log = (): string => readFileSync(join(userDataDir, 'logs/main.log'), 'utf8')
  await expect.poll(log).toContain('file of the page is missing')
  expect(log()).not.toContain('EPIPE')
  expect(await page.evaluate(`kitchenBridge.call('status.get', {})`)).toMatchObject({ ok: true })
  await app.close()
})
