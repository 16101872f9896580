import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { defineComponent, h } from 'vue'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import ToastStack from './ToastStack.vue'
import { useToasts } from './toasts.ts'

let toasts: ReturnType<typeof useToasts>
beforeEach(async () => {
  vi.useFakeTimers()
  await mountComponent(
    defineComponent(() => {
      toasts = useToasts()
      return () => h(ToastStack)
    }),
  )
})
afterEach(() => {
  unmountComponent()
  vi.useRealTimers()
})

const texts = () => [...document.querySelectorAll('.toast p')].map(({ textContent }) => textContent)
const toast = () => document.querySelector<HTMLElement>('.toast')
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('what went wrong is read out at once, the rest when there is a pause', async () => {
  toasts.show('Saved', 'good')
  toasts.fail({ code: 'unreachable' })
  await expect.element(page.getByRole('status')).toMatchTextContent('Saved')
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('No answer. Check the connection and try again.')
})

test('it goes by itself after nine seconds, and not while a hand is on it', async () => {
  toasts.show('Saved')
  await pass(8_900)
  expect(texts()).toEqual(['Saved'])
  toast()?.dispatchEvent(new PointerEvent('pointerenter'))
  await pass(60_000)
  expect(texts()).toEqual(['Saved'])
  toast()?.dispatchEvent(new PointerEvent('pointerleave'))
  await pass(8_900)
  expect(texts()).toEqual(['Saved'])
  await pass(200)
  expect(texts()).toEqual([])
})

test('its action is done once, and it is gone', async () => {
  const undo = vi.fn()
  toasts.show('Avocado is sold out.', 'good', { label: 'Undo', run: undo })
  // Vue ignores a click in the same millisecond in which the button was mounted, and this clock
  // stands still.
  await pass(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(texts).toEqual([])
  expect(undo).toHaveBeenCalledTimes(1)
})

test('at most three, the newest, and none twice', async () => {
  for (const text of ['one', 'two', 'three', 'two', 'four']) toasts.show(text)
  await pass(0)
  expect(texts()).toEqual(['three', 'two', 'four'])
})
