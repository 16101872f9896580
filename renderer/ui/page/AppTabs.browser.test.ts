import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h, shallowRef } from 'vue'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import AppTabs from './AppTabs.vue'

afterEach(unmountComponent)

const names = ['appearance', 'sounds', 'screens'] as const
type Name = (typeof names)[number]

async function open(vertical: boolean) {
  const shown = shallowRef<Name>('appearance')
  await mountComponent(() =>
    h(
      AppTabs<Name>,
      {
        label: 'Settings',
        tabs: names.map((key) => ({ key, title: key })),
        vertical,
        modelValue: shown.value,
        'onUpdate:modelValue': (next: Name) => (shown.value = next),
      },
      {
        appearance: () => 'Theme',
        sounds: () => h('input', { 'aria-label': 'Volume' }),
        screens: () => 'Roles',
      },
    ),
  )
  return shown
}
const tab = (name: string) => page.getByRole('tab', { name })
const panel = (name: string) => page.getByRole('tabpanel', { name })

test.for<[string, number, boolean, string, string, string]>([
  ['in a row', 1024, false, 'horizontal', '{ArrowRight}', '{ArrowLeft}'],
  ['beside what they show', 1024, true, 'vertical', '{ArrowDown}', '{ArrowUp}'],
  ['beside, where there is no room', 390, true, 'horizontal', '{ArrowRight}', '{ArrowLeft}'],
])('%s, arrows lead along them', async ([, width, vertical, orientation, next, back]) => {
  await page.viewport(width, 768)
  const shown = await open(vertical)
  const list = page.getByRole('tablist', { name: 'Settings' })
  await expect.element(list).toHaveAttribute('aria-orientation', orientation)
  await userEvent.keyboard('{Tab}')
  await expect.element(tab('appearance')).toHaveFocus()
  await userEvent.keyboard(next)
  await expect.element(tab('sounds')).toHaveFocus()
  expect(shown.value).toBe('sounds')
  await userEvent.keyboard(`${back}${back}`)
  await expect.element(tab('screens')).toHaveFocus()
  await expect.element(panel('screens')).toHaveTextContent('Roles')
})

test('Tab leads from the tab into what it shows', async () => {
  await page.viewport(1024, 768)
  await open(false)
  await tab('sounds').click()
  await expect.element(tab('sounds')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(page.getByRole('textbox', { name: 'Volume' })).toHaveFocus()
  expect(page.getByRole('tabpanel').elements()).toHaveLength(1)
})
