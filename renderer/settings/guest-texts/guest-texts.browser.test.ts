import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { h } from 'vue'
import type { GuestTexts as Texts } from '#contract/reservations/reservations.ts'
import { expectAccessible } from '../../test-support/expect-accessible.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { openApp } from '../../test-support/open-app.ts'
import GuestTexts from './GuestTexts.vue'

beforeEach(() => page.viewport(1024, 768))
afterEach(unmountComponent)

const form = (name: string) => page.getByRole('form', { name })
const field = (name: string) => form(name).getByRole('textbox')
const button = (kind: string, name: string) => form(kind).getByRole('button', { name })
const preview = (kind: string) => form(kind).getByRole('figure').getByRole('paragraph').first()

/** What is in a field. */
const written = (one: Locator) => () => (one.element() as HTMLTextAreaElement).value

async function open(texts: Texts = [], bridge = new FakeBridge()): Promise<FakeBridge> {
  bridge.answers['reservations.guestTexts'] = texts
  bridge.answers['reservations.saveGuestTexts'] = null
  await mountComponent(() => h(GuestTexts), bridge)
  await expect.element(field('Reminder')).toBeVisible()
  return bridge
}

test('a text is changed, previewed and saved; only what differs from the default is stored', async () => {
  const late = { kind: 'late', language: 'en', text: 'Sorry!' } as const
  const bridge = await open([late])
  await expect.poll(written(field('Table ready'))).toMatch(/^Hello \{name\}, your table at/)
  await expect
    .element(preview('Table ready'))
    .toMatchTextContent(/^Hello Ana, your table at Alerce/)
  await field('Table ready').fill('Come in, {name}: {time}')
  await expect.element(preview('Table ready')).toMatchTextContent('Come in, Ana: 20:30')
  expect(bridge.asked('reservations.saveGuestTexts')).toEqual([])
  await button('Table ready', 'Save').click()
  const ready = { kind: 'ready', language: 'en', text: 'Come in, {name}: {time}' } as const
  expect(bridge.asked('reservations.saveGuestTexts')).toEqual([{ texts: [late, ready] }])
  await expect.element(button('Table ready', 'Save')).not.toBeInTheDocument()
  await expect.poll(() => bridge.drafts.size).toBe(0)
  await button('Running late', 'Use the default text').click()
  await expect.poll(written(field('Running late'))).toMatch(/^Hello \{name\}, we are sorry/)
  await button('Running late', 'Save').click()
  expect(bridge.asked('reservations.saveGuestTexts').at(-1)).toEqual({ texts: [ready] })
  await expect.element(button('Running late', 'Use the default text')).not.toBeInTheDocument()
})

test('what is not saved stays when the room is left, and another language names it', async () => {
  const bridge = await open()
  await page.getByText('Español', { exact: true }).click()
  await field('Reminder').fill('Te esperamos, {name}')
  unmountComponent()
  await open([], bridge)
  await expect.element(page.getByText('Not saved in Español: Reminder')).toBeVisible()
  await expect.poll(written(field('Reminder'))).toMatch(/^Hello/)
  await page.getByText('Español', { exact: true }).click()
  await expect.element(field('Reminder')).toHaveValue('Te esperamos, {name}')
  await button('Reminder', 'Discard change').click()
  await expect.poll(written(field('Reminder'))).toMatch(/^Hola \{name\}/)
  await expect.poll(() => bridge.drafts.size).toBe(0)
})

test('a text that can’t be saved says why, and stays', async () => {
  const bridge = await open()
  for (const [text, problem] of [
    ['Hello {nombre} {name}', /\{nombre\} can’t be filled in/],
    ['  ', /Enter a text/],
    ['a'.repeat(501), /Shorten the text to 500 characters. It has 501/],
  ] as const) {
    await field('Confirmation').fill(text)
    await expect.element(form('Confirmation').getByText(problem)).toBeVisible()
    await button('Confirmation', 'Save').click()
  }
  expect(bridge.asked('reservations.saveGuestTexts')).toEqual([])
  bridge.refusals['reservations.saveGuestTexts'] = { code: 'storage' }
  await field('Confirmation').fill('Booked')
  await button('Confirmation', 'Save').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(field('Confirmation')).toHaveValue('Booked')
  expect([...bridge.drafts.values()]).toMatchObject([{ draft: { 'confirmation.en': 'Booked' } }])
})

test('the section is accessible, and explains the words in braces', async () => {
  await openApp('/setup/reservations', {
    'reservations.guestTexts': [{ kind: 'late', language: 'en', text: 'Sorry {name}' }],
  })
  await expect.element(page.getByText('{restaurant}', { exact: true })).toBeVisible()
  await expectAccessible(field('Running late'))
})
