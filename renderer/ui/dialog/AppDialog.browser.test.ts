import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defineComponent, h, shallowRef } from 'vue'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import AppButton from '../button/AppButton.vue'
import AppDialog from './AppDialog.vue'
import { isDialogOpen } from './open-dialogs.ts'
import TextField from '../field/TextField.vue'
import ToastStack from '../note/ToastStack.vue'
import { useToasts } from '../note/toasts.ts'

beforeEach(() => page.viewport(1024, 768))
afterEach(unmountComponent)

async function open(props: { stays?: boolean; asks?: boolean } = {}): Promise<void> {
  const level = shallowRef(0)
  const name = shallowRef('')
  await mountComponent(
    defineComponent(() => {
      const toasts = useToasts()
      toasts.show('Said before')
      return () => [
        h(AppButton, { onClick: () => (level.value = 1) }, () => 'Open'),
        h(ToastStack),
        level.value > 0 &&
          h(AppDialog, { title: 'First', ...props, onClose: () => (level.value = 0) }, () => [
            h(TextField, { label: 'Name', modelValue: name.value }),
            h(AppButton, { onClick: () => (level.value = 2) }, () => 'More'),
          ]),
        level.value > 1 &&
          h(AppDialog, { title: 'Second', onClose: () => (level.value = 1) }, () => 'Words'),
      ]
    }),
  )
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(dialog('First')).toBeVisible()
}
const dialog = (name: string) => page.getByRole('dialog', { name })
const button = (name: string) => page.getByRole('button', { name })

test('its words have the focus, Tab stays within, and Escape gives the focus back', async () => {
  await open()
  await expect.poll(() => document.activeElement?.classList.contains('content')).toBe(true)
  const names: (string | undefined)[] = []
  for (let stops = 0; stops < 4; stops++) {
    await userEvent.keyboard('{Tab}')
    const focused = document.activeElement
    expect(dialog('First').element().contains(focused)).toBe(true)
    names.push(focused?.getAttribute('aria-label') ?? focused?.textContent)
  }
  expect(names).toEqual(['', 'More', 'Close', ''])
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('First')).not.toBeInTheDocument()
  await expect.element(button('Open')).toHaveFocus()
})

test('one that asks has the focus in its field', async () => {
  await open({ asks: true })
  await expect.element(dialog('First').getByLabelText('Name')).toHaveFocus()
})

test('a tap beside it closes it, unless it stays', async () => {
  await open()
  await userEvent.click(document.body, { position: { x: 20, y: 700 }, force: true })
  await expect.element(dialog('First')).not.toBeInTheDocument()
  unmountComponent()
  await open({ stays: true })
  await userEvent.click(document.body, { position: { x: 20, y: 700 }, force: true })
  await button('Close').first().click()
  await expect.element(dialog('First')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('First')).not.toBeInTheDocument()
})

test('one over another: each Escape closes one, and the focus goes back step by step', async () => {
  await open()
  await button('More').click()
  await expect.element(dialog('Second')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('Second')).not.toBeInTheDocument()
  await expect.element(button('More')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('First')).not.toBeInTheDocument()
})

test('while it is open no view answers a key, also not the one that closes it', async () => {
  const answered = vi.fn()
  const listen = () => {
    if (!isDialogOpen()) answered()
  }
  addEventListener('keydown', listen)
  await open()
  await userEvent.keyboard('r{Escape}')
  await expect.element(dialog('First')).not.toBeInTheDocument()
  expect(answered).not.toHaveBeenCalled()
  await userEvent.keyboard('r')
  expect(answered).toHaveBeenCalledTimes(1)
  removeEventListener('keydown', listen)
})

test('a toast lies over the dialog, is announced, and can be dismissed without closing it', async () => {
  await open()
  const toast = page.getByRole('status').getByText('Said before')
  await expect.element(toast).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
  await expect.element(toast).not.toBeInTheDocument()
  await expect.element(dialog('First')).toBeVisible()
})
