import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h, nextTick, shallowRef } from 'vue'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import StepPage from './StepPage.vue'

afterEach(unmountComponent)

type Name = 'review' | 'choose' | 'confirm'
const steps = [
  { name: 'review', label: 'Review', to: '/review' },
  { name: 'choose', label: 'Choose', to: '/choose' },
  { name: 'confirm', label: 'Confirm' },
] as const

async function open(some: object = {}, slots: Record<string, () => unknown> = {}) {
  const at = shallowRef<Name | null>('choose')
  await mountComponent(() =>
    h(
      StepPage<Name>,
      {
        way: 'A way',
        stepsName: 'Its steps',
        steps,
        at: at.value,
        title: String(at.value),
        ...some,
      },
      slots,
    ),
  )
  return at
}
const list = () => page.getByRole('navigation', { name: 'Its steps' })
const item = (nth: number) => list().getByRole('listitem').nth(nth)

test('it says which step this is, which are behind, and leads to those that can be entered', async () => {
  const at = await open()
  await expect
    .element(item(0).getByRole('link', { name: 'Review' }))
    .toHaveAttribute('href', '/review')
  await expect.element(item(0)).not.toMatchTextContent(/1/)
  await expect.element(item(1).getByText('Choose')).toBeVisible()
  expect(list().getByRole('link').elements()).toHaveLength(1)
  expect(list().element().querySelector('[aria-current=step]')?.textContent).toMatch(/2\s*Choose/)
  await expect.element(item(2)).toMatchTextContent(/^3/)
  at.value = null
  await nextTick()
  expect(list().element().querySelector('[aria-current]')).toBeNull()
  expect(list().getByRole('link').elements()).toHaveLength(2)
})

test('each step begins at its heading, unless the focus is elsewhere', async () => {
  const at = await open({}, { default: () => h('input', { 'aria-label': 'Name' }) })
  const heading = (name: Name) => page.getByRole('heading', { level: 2, name })
  await expect.element(heading('choose')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('textbox')).toHaveFocus()
  at.value = 'confirm'
  await nextTick()
  await expect.element(page.getByRole('textbox')).toHaveFocus()
  ;(document.activeElement as HTMLElement).blur()
  at.value = 'review'
  await expect.element(heading('review')).toHaveFocus()
})

test('below the step stands what is waited for, or why it could not be read and the ways on', async () => {
  let asked = 0
  const props = {
    waiting: 'A moment…',
    failed: 'It could not be read',
    error: { code: 'unreachable', detail: 'ECONNREFUSED' },
    onAgain: () => asked++,
  }
  await open({ ...props, error: null }, { default: () => h('p', 'What is there') })
  await expect.element(page.getByRole('status')).toHaveTextContent('A moment…')
  await expect.element(page.getByText('What is there')).toBeVisible()
  unmountComponent()

  await open(props, { failed: () => 'Another way' })
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent(/It could not be read.*No answer.*Another way/)
  await expect.element(alert).toMatchTextContent(/ECONNREFUSED/)
  expect(page.getByText('A moment…').elements()).toEqual([])
  await alert.getByRole('button', { name: 'Try again' }).click()
  expect(asked).toBe(1)
})

test('the foot has the ways back and on, and what stands between; without any there is none', async () => {
  const foot = () => page.getByRole('contentinfo')
  await open()
  expect(foot().elements()).toEqual([])
  unmountComponent()

  const ways = { back: { to: '/review', label: 'Back' }, next: { to: '/confirm', label: 'On' } }
  await open(ways, { foot: () => 'Kept' })
  await expect.element(foot()).toMatchTextContent(/Back.*Kept.*On/)
  await expect.element(foot().getByRole('link', { name: 'On' })).toHaveAttribute('href', '/confirm')
  unmountComponent()

  await open(ways, { next: () => h('button', 'Sign') })
  await expect.element(foot().getByRole('button', { name: 'Sign' })).toBeVisible()
  expect(foot().getByRole('link', { name: 'On' }).elements()).toEqual([])
})
