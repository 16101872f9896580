import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { pairContext, startWeb } from '#test/support/web-process.ts'
import { servePage } from '#cli/dev.ts'
import { axeViolations } from './axe.ts'
import { inEachTheme, checkedSizes } from './page-checks.ts'
import { takePictureToLookAt } from './picture.ts'

/** The page of the parts: as `npm run dev` serves it, and where the built page would have it. */
interface Address {
  dev: string
  built: string
}

const test = base.extend<object, { address: Address }>({
  address: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-parts-'))
      const web = startWeb({ dataDir: folder })
      const { ui } = await web.ready
      const server = await servePage(ui.replace(/\/$/, ''), folder)
      await use({ dev: `${server.resolvedUrls?.local[0] ?? ''}#/ui`, built: `${ui}#/ui` })
      await server.close()
      await web.end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

async function open(page: Page, { dev }: Address): Promise<void> {
  await page.goto(dev)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function expectClean(page: Page, within = 'body'): Promise<void> {
  // Each part is there twice, once a theme.
  const violations = await axeViolations(page, (axe) =>
    axe.include(within).disableRules('landmark-unique'),
  )
  expect(violations).toEqual([])
}

test('no part has an axe violation, in either theme', async ({ page, address }) => {
  await open(page, address)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectClean(page)
  }
})

test('dialogs open over all, fit, and give the focus back, in either theme', async ({
  page,
  address,
}) => {
  await open(page, address)
  for (const { width, height, themes } of checkedSizes) {
    await page.setViewportSize({ width, height })
    const checkPage = async (theme: string): Promise<void> => {
      for (const name of [
        'Open a dialog',
        'Open a drawer',
        'Open a decision',
        'Keyboard shortcuts',
      ]) {
        const opener = page.locator('[data-theme=light]').getByRole('button', { name })
        await opener.focus()
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog')
        await expect(dialog).toBeInViewport({ ratio: 1 })
        await expectClean(page, '[role=dialog]')
        const picture = `${name.replaceAll(' ', '-')}-${String(width)}-${theme}`
        await takePictureToLookAt(page, picture)
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
        await expect(opener).toBeFocused()
      }
    }
    await inEachTheme(page, checkPage, themes)
  }
})

test('the page that is shipped has no such page', async ({ page, address }) => {
  await pairContext(page.context(), address.built)
  await page.goto(address.built)
  await expect(page).toHaveURL(/#\/$/)
  await expect(page.getByRole('heading', { name: 'The parts of every screen' })).toHaveCount(0)
})
