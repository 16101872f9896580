import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWeb } from '#test/support/web-process.ts'
import { expect, test } from '@playwright/test'
import { launchDesktop } from '../desktop/launch.ts'

const program = join(import.meta.dirname, '../../out/main/cli.js')
const run = (...args: string[]) =>
  spawnSync(process.execPath, [program, 'serve', ...args], { encoding: 'utf8', timeout: 120_000 })

test.describe('the flags of serve', () => {
  test('--help lists every flag and variable', () => {
    const { status, stdout } = run('--help')
    expect(status).toBe(0)
    for (const name of [
      'V3_URL',
      'V1_URL',
      'TABS_URL',
      'TOKEN',
      'STORE',
      'CHANNEL_ID',
      'CHANNEL_TOKEN',
      'WEBHOOK_PORT',
      'WEBHOOK_TOKEN',
      'UI_PORT',
      'DATA',
      'KEY_FILE',
      'PASSPHRASE',
      'PROFILE',
      'PROFILE_SECRETS',
    ])
      expect(stdout).toContain(`KITCHEN_PASS_${name}`)
    for (const flag of [
      'v3-url',
      'v1-url',
      'tabs-url',
      'token-file',
      'store',
      'channel-id',
      'channel-token-file',
      'webhook-port',
      'webhook-token-file',
      'relay-file',
      'ui-port',
      'data',
      'key-file',
      'passphrase-file',
      'profile',
      'secrets-file',
      'reset-pin',
    ])
      expect(stdout).toContain(`--${flag}`)
  })

  for (const [name, args] of Object.entries({
    'an unknown flag': ['--kitchen-sink'],
    'half a connection': ['--v3-url', 'http://127.0.0.1:1/v3'],
    'no address': ['--v3-url', 'platform', '--store', 's'],
    'no port': ['--ui-port', 'door'],
    'a token file that is not there': ['--token-file', 'nowhere/token'],
  }))
    test(`${name} gets a sentence and exit 2`, () => {
      const { status, stdout, stderr } = run(...args)
      expect(status).toBe(2)
      expect(stdout).toBe('')
      expect(stderr.trim().split('\n')).toHaveLength(1)
    })
})

for (const shell of ['web', 'desktop'] as const)
  test(
    `the first run of the ${shell} shows the first steps, and the practice store fills`,
    { tag: shell === 'web' ? '@quick' : [] },
    async ({ browser }) => {
      const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
      const web = shell === 'web' ? startWeb({ dataDir: folder, connected: null }) : null
      const desktop =
        shell === 'desktop' ? await launchDesktop({ userDataDir: folder, isNew: true }) : null
      const page = desktop?.page ?? (await browser.newPage())
      if (web !== null) await page.goto((await web.ready).invitation)
      await expect(page.getByRole('heading', { name: 'Choose a language' })).toBeVisible()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: /^Look around/ }).click()
      await expect(page.getByText('Practice store')).toBeVisible()
      await expect(page.getByRole('article').nth(4)).toBeVisible()
      await page
        .getByRole('link', { name: 'Connect your store' })
        .or(page.getByRole('button', { name: 'Connect your store' }))
        .first()
        .click()
      await expect(page.getByLabel('Access key')).toBeVisible()
      await page.getByRole('link', { name: 'Not now' }).click()
      // It doesn't come again.
      await page.reload()
      await expect(page.getByRole('article').nth(4)).toBeVisible()
      if (desktop === null) await page.close()
      await desktop?.app.close()
      if (web !== null) expect(await web.end('SIGTERM')).toBe(0)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  )
