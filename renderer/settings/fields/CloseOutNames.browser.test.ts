import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h } from 'vue'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import CloseOutNames from './CloseOutNames.vue'

afterEach(unmountComponent)

test('a person gets a name; the id stands behind details', async () => {
  const bridge = new FakeBridge()
  const registers = [{ id: 'tcr-1', name: 'Barra' }]
  bridge.answers['shifts.names'] = { registers, people: [{ id: 'usr-7', name: '' }] }
  bridge.answers['shifts.rename'] = { registers, people: [{ id: 'usr-7', name: 'Ana R.' }] }
  await mountComponent(() => h(CloseOutNames), bridge)
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await expect.element(field('Register 1')).toHaveValue('Barra')
  await expect.element(page.getByText('usr-7')).not.toBeVisible()
  await field('Person 1').fill('Ana')
  await userEvent.tab()
  await expect
    .poll(() => bridge.asked('shifts.rename'))
    .toEqual([{ kind: 'people', id: 'usr-7', name: 'Ana' }])
  // The host reports the name.
  await expect.element(field('Person 1')).toHaveValue('Ana R.')
  await page.getByText('Details').last().click()
  await expect.element(page.getByText('usr-7')).toBeVisible()
})
