import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import { goTo } from '../journeys/go-to.ts'
import { hasElectron, launchDesktop } from './launch.ts'

const publisher = 'CN=Kitchen Pass, O=Kitchen Pass, C=CL'
const installer = 'MZ the new version'

interface Installed {
  /** The versions that the update server has. */
  newest: { stable: string; beta: string }
  asked: string[]
  /** Who signed what is downloaded. */
  signedBy(subject: string): void
  launch(): ReturnType<typeof launchDesktop>
}

const feedOf = (version: string): string => {
  const sha512 = createHash('sha512').update(installer).digest('base64')
  return JSON.stringify({ version, files: [{ url: 'new.exe', sha512, size: installer.length }] })
}

/** The app as it is installed on Windows, with an update server on this machine. */
const test = base.extend<{ installed: Installed }>({
  async installed({}, use) {
    const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
    const newest = { stable: '0.0.1', beta: '0.0.1' }
    const asked: string[] = []
    const server = createServer(({ url = '' }, response) => {
      const { pathname } = new URL(url, 'http://feed')
      asked.push(pathname)
      if (pathname === '/new.exe') response.end(installer)
      else response.end(feedOf(pathname === '/beta.yml' ? newest.beta : newest.stable))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const config = `provider: generic\nurl: http://127.0.0.1:${String(port)}\npublisherName: ${publisher}\n`
    writeFileSync(join(folder, 'app-update.yml'), config)
    const userDataDir = join(folder, 'data')
    mkdirSync(userDataDir)
    await use({
      newest,
      asked,
      signedBy(subject) {
        // Here the name of a program of Windows is one long file name.
        const powerShell = String.raw`${folder}/\System32\WindowsPowerShell\v1.0\powershell.exe`
        const answer = `{"status":0,"subject":"${subject}","path":"%s"}`
        const script = `#!/bin/sh\nprintf '${answer}' "$KITCHEN_PASS_UPDATE_FILE"\n`
        writeFileSync(powerShell, script, { mode: 0o700 })
      },
      launch: () =>
        launchDesktop({
          userDataDir,
          electronArgs: ['-r', join(import.meta.dirname, 'standin/as-installed.ts')],
          env: {
            KITCHEN_PASS_TEST_RESOURCES: folder,
            LOCALAPPDATA: folder,
            SystemRoot: `${folder}/`,
          },
        }),
    })
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A time of the day that is far away in the practice store in Chile. */
const farTime = (): string => `${String((new Date().getUTCHours() + 8) % 24).padStart(2, '0')}:00`

test('an update is found, refused if somebody else signed it, waits for its time, and the next start says that it failed', async ({
  installed,
}) => {
  test.skip(hasElectron, 'only the stand-in can be another system')
  const { newest, asked } = installed
  const { app, page } = await installed.launch()
  await goTo(page, '/setup/updates')
  await page.getByRole('switch', { name: 'Download updates automatically' }).click()
  await page.getByText('At a time', { exact: true }).click()
  const time = farTime()
  await page.getByLabel('Time for updates').getByRole('spinbutton').first().click()
  await page.keyboard.type(time.replace(':', ''))
  await button(page, 'Look for updates').click()
  await expect(page.getByText('This is the newest version')).toBeVisible()
  expect(asked).toEqual(['/latest.yml'])

  newest.stable = '99.1.0'
  newest.beta = '99.2.0-beta.1'
  installed.signedBy('CN=Kitchen Pass, O=Somebody else, C=CL')
  await button(page, 'Look for updates').click()
  await expect(page.getByText('Version 99.1.0 is available')).toBeVisible()
  await button(page, 'Download').click()
  await expect(page.getByText(/^The update isn’t signed by the maker/)).toBeVisible()

  installed.signedBy(publisher)
  await page.getByText('Test versions too (beta)').click()
  await button(page, 'Look for updates').click()
  await expect(page.getByText('Version 99.2.0-beta.1 is available')).toBeVisible()
  await button(page, 'Download').click()
  await expect(page.getByText('Version 99.2.0-beta.1 is ready')).toBeVisible()
  await expect(page.getByText(`It is installed at ${time}, if no ticket is open.`)).toBeVisible()

  // This system can't run the installer.
  const ended = app.waitForEvent('close')
  await button(page, 'Install now').click()
  const question = page.getByRole('dialog', { name: 'Install version 99.2.0-beta.1 now?' })
  await question.getByRole('button', { name: 'Install now' }).click()
  await ended
  const again = await installed.launch()
  await goTo(again.page, '/setup/updates')
  const note = again.page.getByText(/^Version 99\.2\.0-beta\.1 was not installed\./)
  await expect(note).toBeVisible()
  await button(again.page, 'Got it').click()
  await expect(note).toBeHidden()
  await again.app.close()
})
