import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ProfiledStore } from '#contract/profiles/profiles.ts'
import { maxProfileLetters } from '#contract/shared/text-file-limits.ts'
import type { FakeBridge } from '../../test-support/fake-bridge.ts'
import { openConnection, platformAddress } from '../../test-support/open-connection.ts'

beforeEach(async () => {
  sessionStorage.clear()
  await page.viewport(1024, 768)
})

const storeOf = (name: string, more: Partial<ProfiledStore> = {}): ProfiledStore => ({
  storeId: `store-${name}`,
  name,
  v3Url: platformAddress,
  isOpen: false,
  changes: null,
  hasKey: true,
  locked: false,
  settings: ['undoSeconds'],
  screens: [{ name: `Grill of ${name}`, role: 'kitchen', preferences: {} }],
  printers: [`Pass of ${name}`],
  keyMenuPath: null,
  ...more,
})

async function openFileStep(): Promise<FakeBridge> {
  const bridge = await openConnection({}, {}, '/connection/file')
  await expect.element(page.getByRole('heading', { name: 'Setup file' })).toBeVisible()
  return bridge
}

/** Gives the step a file, as the system's dialog does. */
async function choose(text = 'the text', name = 'shops.kitchenpass'): Promise<void> {
  const input = document.querySelector('input[type=file]')
  await userEvent.upload(page.elementLocator(input ?? document.body), new File([text], name))
  await expect.element(page.getByText(name)).toBeVisible()
}

const setUp = (name: string) => page.getByRole('button', { name: `Set up ${name}`, exact: true })
const alert = () =>
  page.elementLocator(document.querySelector('form') ?? document.body).getByRole('alert')
const secret = () => page.getByLabelText('Passphrase of this file')
const goOn = () => page.getByRole('button', { name: 'Continue', exact: true })

test('a file with mistakes says so in words, names each place, and is taken once it is mended', async () => {
  const bridge = await openFileStep()
  const mistake = 'common: unknown: "lockd". Allowed: v3Url, locked'
  bridge.refusals['profiles.preview'] = { code: 'bad-input', detail: mistake }
  await choose()
  await expect.element(alert()).toMatchTextContent(/^The file has mistakes/)
  await expect.element(page.getByText(mistake)).not.toBeVisible()
  await page.getByText('Details').click()
  await expect.element(page.getByText(mistake)).toBeVisible()
  expect(page.getByRole('button', { name: /^(Set up|Continue)/ }).elements()).toEqual([])

  delete bridge.refusals['profiles.preview']
  bridge.answers['profiles.preview'] = { passphrase: 'none', stores: [storeOf('Colón')] }
  await choose('the mended text')
  await expect.element(setUp('Colón')).toBeEnabled()
  await expect.element(alert()).not.toBeInTheDocument()
  expect(bridge.asked('profiles.preview')).toEqual([
    { text: 'the text' },
    { text: 'the mended text' },
  ])
})

test('a file that is too large is said to be, and never sent', async () => {
  const bridge = await openFileStep()
  await choose('x'.repeat(4 * maxProfileLetters + 1), 'film.kitchenpass')
  await expect.element(alert()).toMatchTextContent(/^This file can’t be read, or it is larger/)
  expect(bridge.asked('profiles.preview')).toEqual([])
})

test('an encrypted file asks for its passphrase; a wrong one is said at the field', async () => {
  const bridge = await openFileStep()
  const stores = [storeOf('Colón', { hasKey: false })]
  bridge.answers['profiles.preview'] = { passphrase: 'needed', stores }
  await choose()
  await expect.element(goOn()).toBeDisabled()
  await expect.element(secret()).toHaveAttribute('type', 'password')
  await expect.element(setUp('Colón')).not.toBeInTheDocument()

  bridge.answers['profiles.preview'] = { passphrase: 'wrong', stores }
  await secret().fill('seven dry onions')
  await goOn().click()
  await expect.element(secret()).toHaveAccessibleDescription(/^Wrong passphrase/)
  await expect.element(secret()).toBeInvalid()
  expect(bridge.asked('profiles.apply')).toEqual([])

  bridge.answers['profiles.preview'] = { passphrase: 'right', stores: [storeOf('Colón')] }
  bridge.answers['profiles.apply'] = null
  await secret().fill('seven wet onions')
  await userEvent.keyboard('{Enter}')
  await expect.element(secret()).not.toBeInTheDocument()
  await setUp('Colón').click()
  await expect
    .poll(() => bridge.asked('profiles.apply'))
    .toEqual([{ text: 'the text', storeId: 'store-Colón', passphrase: 'seven wet onions' }])
})

test('without the passphrase, the access key itself will do', async () => {
  const bridge = await openFileStep()
  const stores = [storeOf('Colón', { hasKey: false, keyMenuPath: 'Settings › Keys' })]
  bridge.answers['profiles.preview'] = { passphrase: 'needed', stores }
  bridge.refusals['profiles.apply'] = { code: 'unreachable', reason: 'token-refused' }
  await choose()
  await page.getByRole('button', { name: 'Enter the access key instead' }).click()
  const key = page.getByLabelText('Access key', { exact: true })
  await expect.element(key).toHaveAccessibleDescription('Where to find it: Settings › Keys')
  await expect.element(setUp('Colón')).toBeDisabled()
  await key.fill('key-of-another')
  await setUp('Colón').click()
  await expect.element(key).toHaveAccessibleDescription(/doesn’t accept the access key/)
  expect(location.hash).toBe('#/connection/file')
  expect(bridge.asked('profiles.apply')).toEqual([
    { text: 'the text', storeId: 'store-Colón', token: 'key-of-another' },
  ])
})

test('several stores are listed; what the chosen one gets is shown, and it alone is set up', async () => {
  const bridge = await openFileStep()
  const names = Array.from({ length: 10 }, (_, index) => `Branch ${String(index + 1)}`)
  bridge.answers['profiles.preview'] = {
    passphrase: 'none',
    // The open store is chosen at first.
    stores: names.map((name, index) =>
      storeOf(name, index === 2 ? { isOpen: true, changes: [] } : {}),
    ),
  }
  bridge.answers['profiles.apply'] = null
  await choose()
  const radios = page.getByRole('radio')
  await expect.element(page.getByRole('radio', { name: 'Branch 3' })).toBeChecked()
  expect(radios.elements().map((each) => each.closest('label')?.textContent.trim())).toEqual(names)

  await page.getByText('Branch 7', { exact: true }).click()
  const facts = page.getByRole('region', { name: 'What it sets' })
  await expect.element(facts).toMatchTextContent(/Grill of Branch 7 \(Kitchen\).*Pass of Branch 7/)
  await setUp('Branch 7').click()
  await expect
    .element(page.getByRole('heading', { name: 'What is this screen for?' }))
    .toBeVisible()
  expect(bridge.asked('profiles.apply')).toEqual([{ text: 'the text', storeId: 'store-Branch 7' }])
})

test('among several stores a person chooses; until then nothing can be set up', async () => {
  const bridge = await openFileStep()
  const stores = [storeOf('Colón', { hasKey: false }), storeOf('Punta Arenas')]
  bridge.answers['profiles.preview'] = { passphrase: 'none', stores }
  await choose()
  await expect.element(page.getByRole('radio', { name: 'Colón' })).toBeVisible()
  expect(page.getByRole('radio', { checked: true }).elements()).toEqual([])
  await expect.element(goOn()).toBeDisabled()
  await page.getByText('Punta Arenas', { exact: true }).click()
  await expect.element(setUp('Punta Arenas')).toBeEnabled()
})

test('a good file of one store lists none, and leads to the place of this screen', async () => {
  const bridge = await openFileStep()
  const stores = [storeOf('Colón', { locked: true })]
  bridge.answers['profiles.preview'] = { passphrase: 'none', stores }
  const applying = bridge.hold('profiles.apply')
  await choose()
  await expect
    .element(page.getByText('Locked: what the file sets can’t be changed on the screens.'))
    .toBeVisible()
  expect(page.getByRole('radio').elements()).toEqual([])
  await setUp('Colón').click()
  await expect.element(page.getByRole('button', { name: 'Connecting…' })).toBeDisabled()
  expect(location.hash).toBe('#/connection/file')
  await (await applying.next()).answer(null)
  await expect
    .element(page.getByRole('heading', { name: 'What is this screen for?' }))
    .toBeVisible()
})
