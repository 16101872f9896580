import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h, shallowRef } from 'vue'
import { Pencil } from '@lucide/vue'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import AppButton from './AppButton.vue'
import IconButton from './IconButton.vue'
import TextField from '../field/TextField.vue'

afterEach(unmountComponent)

test('a busy button keeps the focus and its place, and does nothing twice', async () => {
  const busy = shallowRef(false)
  const press = vi.fn(() => (busy.value = true))
  await mountComponent(() => h(AppButton, { busy: busy.value, onClick: press }, () => 'Connect'))
  const button = page.getByRole('button', { name: 'Connect' })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  await button.click({ force: true })
  await userEvent.keyboard('{Enter} ')
  expect(press).toHaveBeenCalledTimes(1)
  await expect.element(button).toHaveFocus()
  busy.value = false
  await expect.element(button).not.toHaveAttribute('aria-busy')
  await userEvent.keyboard('{Enter}')
  expect(press).toHaveBeenCalledTimes(2)
})

test('a button that can’t be pressed looks so under the pointer too', async () => {
  await mountComponent(() => h(AppButton, { kind: 'primary', disabled: true }, () => 'Continue'))
  const button = page.getByRole('button', { name: 'Continue' })
  const face = () => getComputedStyle(button.element()).backgroundColor
  const before = face()
  await button.hover({ force: true })
  expect(button.element().matches(':hover')).toBe(true)
  await Promise.all(
    button
      .element()
      .getAnimations()
      .map(({ finished }) => finished),
  )
  expect(face()).toBe(before)
})

test('Enter in a field sends a form once, however often it is pressed while that is under way', async () => {
  const busy = shallowRef(false)
  const send = vi.fn((event: Event) => {
    event.preventDefault()
    busy.value = true
  })
  await mountComponent(() =>
    h('form', { onSubmit: send }, [
      h(TextField, { label: 'Address', modelValue: '' }),
      h(AppButton, { submit: true, busy: busy.value }, () => 'Check'),
    ]),
  )
  await page.getByRole('textbox', { name: 'Address' }).click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => send.mock.calls.length).toBe(1)
  await userEvent.keyboard('{Enter}{Enter}')
  expect(send).toHaveBeenCalledTimes(1)
})

test('with an address it is a link, which looks the same', async () => {
  await mountComponent(() => [
    h(AppButton, { to: '/stock' }, () => 'Board'),
    h(AppButton, () => 'Save'),
  ])
  const link = page.getByRole('link', { name: 'Board' })
  await expect.element(link).toHaveAttribute('href', '/stock')
  const look = (element: Element) => {
    const { height, backgroundColor, borderRadius } = getComputedStyle(element)
    return { height, backgroundColor, borderRadius }
  }
  const button = page.getByRole('button', { name: 'Save' })
  expect(look(link.element())).toEqual(look(button.element()))
})

test('a picture has a name, and is as large as a finger', async () => {
  await mountComponent(() => h(IconButton, { icon: Pencil, label: 'Edit avocado' }))
  const button = page.getByRole('button', { name: 'Edit avocado' })
  await expect.element(button).toHaveAttribute('title', 'Edit avocado')
  const { width, height } = button.element().getBoundingClientRect()
  expect([width, height]).toEqual([48, 48])
})
