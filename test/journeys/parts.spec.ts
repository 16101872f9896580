import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { startWeb, webBundle } from '#test/support/web-process.ts'
import { servePage } from '#web/dev.ts'
import { findMisfits } from './misfits.ts'
import { lookAt } from './pixels.ts'

/** The page `/ui` as `npm run dev` serves it; the built page has none. */
const test = base.extend<object, { address: string }>({
  address: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-parts-'))
      const web = startWeb({ dataDir: folder, entry: webBundle })
      const { ui } = await web.ready
      const server = await servePage(ui.replace(/\/$/, ''))
      await use(`${server.resolvedUrls?.local[0] ?? ''}#/ui`)
      await server.close()
      await web.end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

const themes = ['light', 'dark'] as const
const languages = ['English', 'Español', 'Português']
const widths = [390, 768, 1024, 1280]

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function expectClean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

for (const language of languages)
  test(`every part fits in ${language}`, async ({ page, address }) => {
    await open(page, address)
    await page.getByText(language, { exact: true }).click()
    await expect(page.getByRole('radio', { name: language })).toBeChecked()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(findMisfits), `${String(width)} wide`).toEqual([])
    }
  })

test('no part has an axe violation, in either theme', async ({ page, address }) => {
  await open(page, address)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectClean(page)
  }
})

// What a machine's fonts and edges look like is its own; that every part is drawn on its theme's ground is not.
test('every part is seen, light on one side and dark on the other', async ({ page, address }) => {
  await open(page, address)
  for (const theme of themes) {
    const parts = page.locator(`[data-theme=${theme}] [data-part]`)
    await expect(parts).toHaveCount(10)
    for (const part of await parts.all()) {
      const name = `${theme}-${(await part.getAttribute('data-part')) ?? ''}`
      const picture = await part.screenshot({ path: test.info().outputPath(`${name}.png`) })
      const { ground, drawn } = await lookAt(page, picture)
      if (theme === 'light') expect(ground, name).toBeGreaterThan(0.9)
      else expect(ground, name).toBeLessThan(0.2)
      expect(drawn, name).toBeGreaterThan(0.03)
    }
  }
})

for (const theme of themes)
  test(`dialogs open over all, fit, and give the focus back, in ${theme}`, async ({
    page,
    address,
  }) => {
    await page.emulateMedia({ colorScheme: theme })
    await open(page, address)
    for (const width of [1280, 390])
      for (const name of ['Open a dialog', 'Open a drawer', 'Keyboard']) {
        await page.setViewportSize({ width, height: 844 })
        const opener = page.locator('[data-theme=light]').getByRole('button', { name })
        await opener.focus()
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog')
        await expect(dialog).toBeInViewport({ ratio: 1 })
        await expectClean(page)
        await page.screenshot({
          path: test.info().outputPath(`${name.replaceAll(' ', '-')}-${String(width)}.png`),
        })
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
        await expect(opener).toBeFocused()
      }
  })

test('the keyboard alone reaches every part, and its focus is seen', async ({ page, address }) => {
  await open(page, address)
  await page.setViewportSize({ width: 1280, height: 900 })
  const reached = new Set<string>()
  for (let stops = 0; stops < 150; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || focused === document.body) return null
      // A hidden radio shows its focus on its words.
      const shown = [focused, focused.closest('label')].some(
        (element) => element !== null && getComputedStyle(element).outlineStyle !== 'none',
      )
      const part = focused.closest<HTMLElement>('[data-part]')?.dataset['part']
      return { part, shown, html: focused.outerHTML.slice(0, 120) }
    })
    if (stop === null) break
    expect(stop.shown, stop.html).toBe(true)
    if (stop.part !== undefined) reached.add(stop.part)
  }
  const still = ['colours', 'badges']
  const parts = await page.locator('[data-theme=light] [data-part]').all()
  const names = await Promise.all(parts.map((part) => part.getAttribute('data-part')))
  expect([...reached].sort()).toEqual(names.filter((name) => !still.includes(name ?? '')).sort())
})
