import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { App } from 'vue'
import { defaultSettings, type Preferences } from '#contract/settings/settings.ts'
import { start } from '../app/start.ts'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { sampleScreens } from '../test-support/sample-screens.ts'

let app: App | undefined
beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  app?.unmount()
  location.hash = ''
})

interface Opening {
  language: Preferences['language']
  answering: boolean
}

/** The whole app with a host, at a Settings address. */
async function open(
  address = '/setup',
  { language = 'en', answering = true }: Partial<Opening> = {},
) {
  const bridge = new FakeBridge()
  bridge.answering = answering
  bridge.preferences = { ...bridge.preferences, language }
  bridge.answers['settings.get'] = defaultSettings
  bridge.answers['network.get'] = {
    ...{ isPossible: true, isAllowed: false, problem: null, port: 8_440 },
    ...{ addresses: [], hasMoreWaiting: false, otherHosts: [], certificate: null, waiting: [] },
  }
  bridge.answers['settings.change'] = { ...defaultSettings, amberShare: 0.8 }
  location.hash = `#${address}`
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  await expect.element(search()).toBeVisible()
  return bridge
}

const search = () => page.getByRole('searchbox')
const links = () => page.getByRole('navigation', { name: 'Settings sections' })
const section = (name: string) => page.getByRole('heading', { name, exact: true, level: 2 })

test('on a wide screen the sections stand beside one of them, the first where none is named', async () => {
  await open()
  await expect.element(section('General')).toBeVisible()
  const appearance = links().getByRole('link', { name: 'Appearance' })
  const current = links().getByRole('link', { name: 'General' })
  await expect.element(current).toHaveAttribute('aria-current', 'page')
  await appearance.click()
  await expect.element(section('Appearance')).toBeVisible()
  await expect.element(appearance).toHaveAttribute('aria-current', 'page')
  await expect.element(appearance).toHaveFocus()
  await expect.element(current).not.toHaveAttribute('aria-current')
  expect(section('General').elements()).toEqual([])
  expect(location.hash).toBe('#/setup/appearance')
})

test('where the list is longer than the screen, it scrolls by itself and shows the open section', async () => {
  await page.viewport(1024, 500)
  await open('/setup/about')
  const about = links().getByRole('link', { name: 'About' })
  await expect.element(about).toBeInViewport({ ratio: 1 })
  // The sliders of this section need more than the screen.
  await links().getByRole('link', { name: 'Kitchen times' }).click()
  await expect.element(section('Kitchen times')).toBeVisible()
  links().element().scrollTo(0, 10_000)
  await expect.element(about).toBeInViewport({ ratio: 1 })
  await about.click()
  await expect.element(section('About')).toBeVisible()
  await expect.element(about).toBeInViewport({ ratio: 1 })
})

test('on a narrow screen the list leads to a section and back, and the focus goes along', async () => {
  await page.viewport(1023, 768)
  await open()
  await expect.element(links()).toBeVisible()
  expect(page.getByRole('heading', { level: 2 }).elements()).toEqual([])
  expect(document.querySelector('main [aria-current]')).toBeNull()
  await links().getByRole('link', { name: 'Kitchen times' }).click()
  await expect.element(section('Kitchen times')).toHaveFocus()
  await expect.element(links()).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'All sections' }).click()
  await expect.element(links().getByRole('link', { name: 'Kitchen times' })).toHaveFocus()
  expect(location.hash).toBe('#/setup')
})

test('a section that is not there is the list, and the width may change meanwhile', async () => {
  await open('/setup/kitchen-sink')
  await expect.element(section('General')).toBeVisible()
  await page.viewport(768, 1024)
  await expect.element(section('General')).not.toBeInTheDocument()
  await expect.element(links()).toBeVisible()
})

test('a search finds the settings themselves in the language of the screen and in English; Escape ends it', async () => {
  const bridge = await open('/setup', { language: 'es' })
  await userEvent.keyboard('/')
  await expect.element(search()).toHaveFocus()
  expect(search().element()).toHaveValue('')
  const slider = page.getByRole('slider', { name: 'Ámbar desde' })
  for (const text of ['ambar', 'amber']) {
    await search().fill(text)
    await expect.element(slider).toBeVisible()
    // The common value and one for each type.
    expect(page.getByRole('slider').elements()).toHaveLength(4)
    expect(document.querySelector('main [aria-current]')).toBeNull()
  }
  await expect.element(section('Cocina › Tiempos de cocina')).toBeVisible()
  await expect.element(page.getByText('4 ajustes encontrados')).toBeInTheDocument()
  slider.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => bridge.asked('settings.change')).toEqual([{ amberShare: 0.8 }])
  await userEvent.keyboard('/')
  await expect.element(search()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(search()).toHaveValue('')
  await expect.element(section('General')).toBeVisible()
})

test('what is found is grouped by section; a link to a section ends the search', async () => {
  await open('/setup/sounds')
  await search().fill('screen')
  await expect.element(section('This screen › General')).toBeVisible()
  const headings = page.getByRole('heading', { level: 2 }).elements()
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'This screen › General',
    'This screen › Appearance',
    'Kitchen › Kitchen wall',
    'Kitchen › Stations',
    'Kitchen › Sounds',
    'Restaurant › Reservations',
    'Devices › Screens and roles',
    'Devices › Network screens',
  ])
  await links().getByRole('link', { name: 'Sounds' }).click()
  await expect.element(search()).toHaveValue('')
  await expect.element(section('This screen › General')).not.toBeInTheDocument()
  await expect.element(section('Sounds')).toBeVisible()
})

test('a search that finds nothing says so, and leads back', async () => {
  await page.viewport(390, 844)
  await open('/setup/appearance')
  await search().fill('fryer')
  await expect.element(page.getByText('No results for “fryer”')).toBeVisible()
  expect(page.getByRole('heading', { name: 'Appearance' }).elements()).toEqual([])
  await page.getByRole('button', { name: 'All sections' }).click()
  await expect.element(search()).toHaveFocus()
  await expect.element(section('Appearance')).toBeVisible()
})

test('whom the settings are for is said once: by the group, or by a section of a mixed group', async () => {
  await open('/setup/reservations')
  const scopes = (text: string) =>
    page.getByRole('main').getByText(text, { exact: true }).elements()
  await expect.element(section('Reservations')).toBeVisible()
  // Three of the five groups are for all screens, one is for this one, and the kitchen is mixed.
  expect(scopes('On all screens')).toHaveLength(3)
  expect(scopes('Only on this screen')).toHaveLength(1)
  await links().getByRole('link', { name: 'Kitchen wall' }).click()
  await expect.element(section('Kitchen wall')).toBeVisible()
  expect(scopes('Only on this screen')).toHaveLength(2)
  // The allergy words of the restaurant are among the settings of this screen.
  expect(scopes('On all screens')).toHaveLength(4)
})

test('on a phone the section says whom it is for', async () => {
  await page.viewport(390, 844)
  await open('/setup/reservations')
  await expect.element(page.getByText('On all screens')).toBeVisible()
})

test('five groups list the sections, each with what it is set to', async () => {
  const bridge = await open()
  const groups = links().getByRole('list').elements()
  expect(groups.map((list) => list.getAttribute('aria-labelledby'))).toEqual(
    ['screen', 'kitchen', 'restaurant', 'devices', 'computer'].map((id) => `group-${id}`),
  )
  const value = (name: string) => expect.element(links().getByRole('link', { name }))
  for (const [name, text] of [
    ['General', 'No name'],
    ['Appearance', 'English'],
    ['Kitchen wall', 'Text M'],
    ['Stations', 'None'],
    ['Kitchen times', 'Amber at 75 %'],
    ['Preparation time', 'By hand'],
    ['Sounds', 'On · 80 %'],
    ['Keys', 'Default'],
    ['Reservations', '120 minutes'],
    ['Close-out', 'From 04:00'],
    ['Network screens', 'Off'],
    ['Data', '60 days'],
  ] as const)
    await value(name).toHaveAccessibleDescription(text)
  bridge.notify({
    type: 'settings.changed',
    settings: { ...defaultSettings, automaticPreparation: true, timeFormat: '12-hour' },
  })
  await value('Preparation time').toHaveAccessibleDescription('Auto, 15–60 min')
  await value('Close-out').toHaveAccessibleDescription(/^From 4:00.AM$/)
  await links().getByRole('link', { name: 'Sounds' }).click()
  await page.getByRole('switch', { name: 'Order sounds' }).click()
  await value('Sounds').toHaveAccessibleDescription('Off')
})

test('the navigation on the wall is kept as this screen likes it', async () => {
  const bridge = await open('/setup/wall')
  const choice = page.getByRole('group', { name: 'Navigation on the wall' })
  await expect.element(choice.getByRole('radio', { name: 'By role' })).toBeChecked()
  await expect.element(choice).toHaveAccessibleDescription(/^By role: kitchen screens/)
  await choice.getByText('Hidden in a corner').click()
  await expect.poll(() => bridge.preferences.navigation).toBe('corner')
})

test('the keys of every room that has some are shown, in the language of the screen', async () => {
  await open('/setup/keys')
  for (const name of ['Tickets', '86', 'Settings'])
    await expect.element(page.getByRole('heading', { name, exact: true, level: 3 })).toBeVisible()
  await expect.element(page.getByText('Bump tickets 1 to 10')).toBeVisible()
})

test('the connection is a page of its own, reached from the sections and from a search', async () => {
  await open()
  const way = links().getByRole('link', { name: 'Connection' })
  await expect.element(way).toHaveAttribute('href', '#/connection')
  await search().fill('webhook')
  await page.getByRole('link', { name: 'Open Connection' }).click()
  await expect.poll(() => location.hash).toBe('#/connection')
})

test('with the host’s answer outstanding nothing is made up', async () => {
  await open('/setup/kitchen-times', { answering: false })
  await expect.element(page.getByText('Loading settings…')).toBeVisible()
  expect(page.getByRole('slider').elements()).toEqual([])
})

test('when the unlocking of a manager ends, Settings leads home and says why', async () => {
  const bridge = await open('/setup/appearance')
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: 'kitchen' }, { hasPin: true })
  bridge.notify({ type: 'screens.changed' })
  await expect.element(page.getByText(/^Settings isn’t available on this screen/)).toBeVisible()
  await expect.poll(() => location.hash).toBe('#/')
})
