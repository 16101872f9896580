import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { setLanguage } from '../../locales/i18n.ts'
import { findMisfits } from '../../test-support/misfits.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { lookAt } from '../../test-support/pixels.ts'
import GalleryView from './GalleryView.vue'

beforeEach(async () => {
  await page.viewport(1280, 900)
  await mountComponent(GalleryView)
})
afterEach(async () => {
  unmountComponent()
  await setLanguage('en')
})

const partsOf = (theme: 'light' | 'dark') => [
  ...document.querySelectorAll<HTMLElement>(`[data-theme=${theme}] [data-part]`),
]
const all = () => [...partsOf('light'), ...partsOf('dark')]
const nameOf = (part: HTMLElement) => part.dataset['part'] ?? ''

const groups = import.meta.glob<string>('./*.vue', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const partFiles = Object.keys(
  import.meta.glob('../{button,delivery,dialog,field,note,page,station}/*.vue'),
)

test('no part is left out', () => {
  const shown = Object.values(groups).join('')
  // These appear inside other components.
  const within = [
    '../field/FieldFrame.vue',
    '../field/FormField.vue',
    '../field/SegmentField.vue',
    '../field/SettingControl.vue',
    '../note/ErrorDetails.vue',
    '../note/ToastStack.vue',
  ]
  // These belong to a whole room and are checked there.
  const pages = [
    '../dialog/MoreMenu.vue',
    '../page/ActionBar.vue',
    '../page/DetailPage.vue',
    '../page/MasterDetail.vue',
    '../page/StepPage.vue',
  ]
  expect(partFiles.length).toBeGreaterThan(15)
  expect(partFiles.filter((name) => !shown.includes(`'${name}'`)).toSorted()).toEqual(
    [...within, ...pages].toSorted(),
  )
})

test.for(['English', 'Español', 'Português'])('every part fits in %s', async (language) => {
  await page.getByText(language, { exact: true }).click()
  await expect.element(page.getByRole('radio', { name: language })).toBeChecked()
  for (const width of [390, 768, 1024, 1280]) {
    await page.viewport(width, 900)
    const { scrollWidth, clientWidth } = document.documentElement
    expect(scrollWidth, `${String(width)} wide`).toBeLessThanOrEqual(clientWidth)
    expect(all().flatMap(findMisfits), `${String(width)} wide`).toEqual([])
  }
})

// Fonts and edges differ between machines. The background of each theme doesn't.
test.for(['light', 'dark'] as const)('the picture of every part is %s', async (theme) => {
  const parts = partsOf(theme)
  expect(parts).toHaveLength(15)
  for (const part of parts) {
    const path = `../../../test/results/parts/${theme}-${nameOf(part)}.png`
    const { base64 } = await page.screenshot({ element: part, path, base64: true })
    const { ground, drawn } = await lookAt(base64)
    if (theme === 'light') expect(ground, nameOf(part)).toBeGreaterThan(0.9)
    else expect(ground, nameOf(part)).toBeLessThan(0.2)
    expect(drawn, nameOf(part)).toBeGreaterThan(0.03)
  }
})

/** Whether the focus is visible: on the element, or on its label if the element is hidden. */
const isShown = (focused: Element): boolean =>
  [focused, focused.closest('label')].some(
    (element) => element !== null && getComputedStyle(element).outlineStyle !== 'none',
  )

test('the keyboard alone reaches every part that can be used, and its focus is seen', async () => {
  const reached = new Set<string>()
  for (let stops = 0; stops < 200; stops++) {
    await userEvent.keyboard('{Tab}')
    const focused = document.activeElement
    if (focused === null || focused === document.body) break
    expect(isShown(focused), focused.outerHTML).toBe(true)
    const part = focused.closest<HTMLElement>('[data-part]')
    if (part !== null) reached.add(nameOf(part))
  }
  const still = ['colours', 'badges', 'charts', 'pictures']
  expect([...reached].sort()).toEqual(
    partsOf('light')
      .map(nameOf)
      .filter((name) => !still.includes(name))
      .sort(),
  )
})
