import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createPinia } from 'pinia'
import { createApp, h, type App } from 'vue'

import CopyButton from './CopyButton.vue'
import ToastStack from './ToastStack.vue'
import '../tokens.css'
import '../base.css'

let app: App | undefined
beforeEach(() => {
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = createApp(() => [
    h(CopyButton, { text: () => 'ñandú', otherwise: 'Write it down.' }),
    h(ToastStack),
  ])
  app.use(createPinia()).mount(root)
})
afterEach(() => {
  app?.unmount()
  Reflect.deleteProperty(navigator, 'clipboard')
  Reflect.deleteProperty(document, 'execCommand')
})

const button = (name: string) => page.getByRole('button', { name, exact: true })

async function pasted(): Promise<string> {
  const field = document.createElement('textarea')
  document.body.append(field)
  field.focus()
  await userEvent.paste()
  return field.value
}

test.for<[string, object | undefined]>([
  ['over plain http, where the page has no clipboard', undefined],
  [
    'in the desktop’s window, which permits none',
    { writeText: () => Promise.reject(new DOMException('denied', 'NotAllowedError')) },
  ],
])('copies %s, and the button keeps the focus', async ([, clipboard]) => {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  await button('Copy').click()
  await expect.element(button('Copied')).toHaveFocus()
  expect(await pasted()).toBe('ñandú')
  expect(document.querySelectorAll('textarea')).toHaveLength(1)
})

test('where nothing can be copied it says what else to do', async () => {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  Object.defineProperty(document, 'execCommand', { value: () => false, configurable: true })
  await button('Copy').click()
  await expect.element(page.getByRole('alert').getByText('Write it down.')).toBeVisible()
  await expect.element(button('Copied')).not.toBeInTheDocument()
})
