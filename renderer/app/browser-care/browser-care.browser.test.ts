import { afterEach, expect, onTestFinished, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { closeWall, openWall, ticketsUpTo } from '../../test-support/open-wall.ts'
// A room that is opened here; loaded on a busy machine, it takes long.
import '../../settings/SettingsView.vue'
import { noteDarkening } from './note-darkening.ts'
import css from './browser-care.css?raw'

afterEach(closeWall)

/** Makes the browser darken every page, or stops it. */
const darken = (how: { enabled?: boolean }) =>
  (cdp() as unknown as { send(method: string, how: object): Promise<unknown> }).send(
    'Emulation.setAutoDarkModeOverride',
    how,
  )
const place = () => (history.state as { position: number }).position
/** Goes back, and returns the places to which the history moved. */
async function goBack(): Promise<number[]> {
  const places: number[] = []
  const note = (): void => void places.push(place())
  addEventListener('popstate', note)
  history.back()
  await expect.poll(() => places.length).toBe(2)
  removeEventListener('popstate', note)
  return places
}
const link = (name: string) => page.getByRole('link', { name, exact: true })

async function openTouched(): Promise<number> {
  await page.viewport(1280, 800)
  location.hash = '#/'
  await openWall(new FakeBridge(ticketsUpTo(2)))
  const before = place()
  await expect
    .poll(async () => {
      await page.getByRole('heading').first().click()
      return place()
    })
    .toBe(before + 1)
  return before
}

test('going back too often stays in the app, in the first room', async () => {
  const first = await openTouched()
  await link('Settings').click()
  await expect.element(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  history.back()
  await expect.element(page.getByRole('list', { name: 'Kitchen queue' })).toBeVisible()
  expect(place()).toBe(first + 1)
  for (let times = 0; times < 3; times++) {
    expect(await goBack()).toEqual([first, first + 1])
  }
  await expect.element(page.getByRole('list', { name: 'Kitchen queue' })).toBeVisible()
})

test('going back leaves no form in which somebody types', async () => {
  const first = await openTouched()
  await link('Settings').click()
  await expect.element(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  const field = document.createElement('input')
  const form = document.createElement('form')
  form.append(field)
  document.querySelector('[data-room]')?.append(form)
  field.focus()
  expect(await goBack()).toEqual([first + 1, first + 2])
  expect(field.isConnected).toBe(true)
})

test('going back closes a dialog without fields, and stays in its room', async () => {
  const first = await openTouched()
  await userEvent.keyboard('?')
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  expect(await goBack()).toEqual([first, first + 1])
  await expect.element(dialog).not.toBeInTheDocument()
})

test('where the browser darkens every page, letters on colors are light', async () => {
  onTestFinished(async () => {
    await darken({})
    noteDarkening()
  })
  noteDarkening()
  const { documentElement: root } = document
  expect(root.hasAttribute('data-darkened')).toBe(false)
  await darken({ enabled: true })
  noteDarkening()
  expect(root.hasAttribute('data-darkened')).toBe(true)
  for (const [, tone = '', ink] of css.matchAll(/--(\w+)-ink: (\S+);/g)) {
    expect(ink).toBe('#ffffff')
    // The browser darkens only grounds that are brighter than this.
    const [, fill = ''] = new RegExp(`--${tone}: #(\\w{6});`).exec(css) ?? []
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((from) =>
      Number.parseInt(fill.slice(from, from + 2), 16),
    )
    expect(0.299 * red + 0.587 * green + 0.114 * blue, tone).toBeLessThan(128)
  }
})
