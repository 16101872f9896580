import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h } from 'vue'
import { defaultSettings } from '#contract/settings/settings.ts'
import { setLanguage } from '../../locales/i18n.ts'
import { useSettings } from '../../state/settings.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import AllergyWords from './AllergyWords.vue'

afterEach(async () => {
  unmountComponent()
  await setLanguage('en')
})

async function open(allergyWords: string[]): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  bridge.answers['settings.get'] = { ...defaultSettings, allergyWords }
  await mountComponent(
    {
      setup() {
        void useSettings().refresh()
        return () => h(AllergyWords)
      },
    },
    bridge,
  )
  return bridge
}

const field = () => page.getByRole('textbox', { name: 'Your word' })
const chips = () => page.getByRole('list', { name: 'Your words' }).getByRole('listitem')
const asked = (bridge: FakeBridge) => bridge.asked('settings.change')

test('a word is added with Enter, and the field is empty for the next one', async () => {
  const bridge = await open(['kiwi'])
  await expect.element(chips()).toHaveTextContent('kiwi')
  bridge.answers['settings.change'] = { ...defaultSettings, allergyWords: ['kiwi', 'sin leche'] }
  await field().fill('sin leche')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked(bridge)).toEqual([{ allergyWords: ['kiwi', 'sin leche'] }])
  await expect.element(field()).toHaveValue('')
  await expect.poll(() => chips().elements().length).toBe(2)
})

test('a word that the host refuses stays in the field', async () => {
  const bridge = await open([])
  await expect.element(page.getByText(/^You have no words of your own/)).toBeVisible()
  bridge.refusals['settings.change'] = { code: 'storage' }
  await field().fill('kiwi')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => asked(bridge)).toHaveLength(1)
  await expect.element(field()).toHaveValue('kiwi')
})

test('a word is removed', async () => {
  const bridge = await open(['kiwi', 'lact*'])
  bridge.answers['settings.change'] = { ...defaultSettings, allergyWords: ['lact*'] }
  await page.getByRole('button', { name: 'Remove kiwi' }).click()
  await expect.poll(() => asked(bridge)).toEqual([{ allergyWords: ['lact*'] }])
  await expect.element(chips()).toHaveTextContent('lact*')
})

test.for<[string, RegExp]>([
  ['x', /Use 2 to 40 letters/],
  ['E621', /Use 2 to 40 letters/],
  ['', /Use 2 to 40 letters/],
  ['KÍWI', /already in your list/],
])('“%s” is not added: %s', async ([word, reason]) => {
  const bridge = await open(['kiwi'])
  await expect.element(chips()).toBeVisible()
  await field().fill(word)
  await page.getByRole('button', { name: 'Add' }).click()
  await expect.element(page.getByText(reason)).toBeVisible()
  expect(asked(bridge)).toEqual([])
})

test('a hundred words are the most', async () => {
  const bridge = await open(
    Array.from(
      { length: 100 },
      (_, nth) => `word${'x'.repeat(nth)}`.slice(0, 40) + String.fromCodePoint(0x4e00 + nth),
    ),
  )
  await expect.poll(() => chips().elements().length).toBe(100)
  await field().fill('kiwi')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect.element(page.getByText(/That is the most: 100 words/)).toBeVisible()
  expect(asked(bridge)).toEqual([])
})

test('the words that Kitchen Pass knows are folded, and in every language', async () => {
  await open([])
  const summary = page.getByText('Words that Kitchen Pass knows')
  await expect.element(page.getByText(/^peanut, groundnut/)).not.toBeVisible()
  await summary.click()
  await expect.element(page.getByText(/^peanut, groundnut/)).toBeVisible()
  for (const name of ['English', 'Español', 'Português'])
    await expect.element(page.getByRole('heading', { name })).toBeVisible()
})
