import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { setLanguage } from '../../locales/i18n.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { closeWall, openWall, ticketsUpTo } from '../../test-support/open-wall.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'
import { rooms } from '../rooms.ts'
import { getHelpPage } from './help-pages.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeWall)

const titled = (name: string) => page.getByRole('dialog', { name, exact: true })

async function openHelp(role: 'kitchen' | 'manager' = 'manager'): Promise<FakeBridge> {
  const bridge = new FakeBridge(ticketsUpTo(3))
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: role })
  location.hash = '#/'
  await openWall(bridge)
  if (role === 'kitchen') await page.getByRole('button', { name: /^Navigation/ }).click()
  await page.getByRole('button', { name: 'Help' }).click()
  await expect.element(titled('The wall')).toBeVisible()
  return bridge
}

test('every room has a page of its own', () => {
  for (const { help } of rooms) expect(getHelpPage(help).name).toBe(help)
})

test('what changed is a page too', () => {
  expect(getHelpPage('CHANGELOG').page.title).toBe('Changelog')
})

test('an unknown page shows the contents', () => {
  expect(getHelpPage('kitchen/nothing').name).toBe('README')
  expect(getHelpPage('developers/outbox').name).toBe('README')
})

test('a room opens its own page; links, the contents and the way back stay in the help', async () => {
  const bridge = await openHelp()
  await page.getByRole('link', { name: 'keys and bump bars' }).click()
  await expect.element(titled('Keys and bump bars')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(titled('The wall')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Back' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'All topics' }).click()
  await expect.element(titled('Kitchen Pass help')).toBeVisible()
  await expect.element(page.getByText('For developers')).not.toBeInTheDocument()
  expect(location.hash).toBe('#/')
  // The help handles keys itself: a digit bumps nothing.
  await userEvent.keyboard('1')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(bridge.asked('tickets.markReady')).toHaveLength(0)
})

test('a link to a section of a page shows that section', async () => {
  await openHelp()
  await page.getByRole('button', { name: 'All topics' }).click()
  await page.getByRole('link', { name: /^Roles/ }).click()
  await page.getByRole('link', { name: 'command line' }).click()
  const section = page.getByRole('heading', { name: 'Take off the manager’s PIN' })
  await expect.element(section).toBeInViewport()
})

test('a cook’s screen has the help too, and its button is large enough for a finger', async () => {
  await openHelp('kitchen')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: /^Navigation/ }).click()
  const { width, height } = page
    .getByRole('button', { name: 'Help' })
    .element()
    .getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(48)
})

test('pictures are shown, and everything fits in the width of a telephone', async () => {
  await openHelp()
  await page.viewport(390, 844)
  const image = page.getByRole('img', { name: /^The wall in a rush/ }).element()
  image.scrollIntoView()
  await expect.poll(() => image instanceof HTMLImageElement && image.naturalWidth > 0).toBe(true)
  for (const name of ['it/service', 'it/command-line', 'kitchen/86']) {
    const title = getHelpPage(name).page.title
    await page.getByRole('button', { name: 'All topics' }).click()
    await page.getByRole('link', { name: title, exact: true }).click()
    await expect.element(titled(title)).toBeVisible()
    const content = document.querySelector('[role=dialog] .content')
    expect(content?.scrollWidth, name).toBe(content?.clientWidth)
  }
})

test('in other languages the button and the ways say so, and that the text is in English', async () => {
  await openHelp()
  await setLanguage('es')
  await expect.element(page.getByText('La ayuda está en inglés.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Todos los temas' })).toBeVisible()
  await setLanguage('en')
})
