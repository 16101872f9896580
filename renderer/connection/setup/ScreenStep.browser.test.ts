import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConnection } from '../../test-support/open-connection.ts'
import type { FakeBridge } from '../../test-support/fake-bridge.ts'
import { bar, grill, listOf } from '../../test-support/open-stations.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'

beforeEach(async () => {
  sessionStorage.clear()
  await page.viewport(1024, 768)
})

async function openScreenStep(hasPin = false): Promise<FakeBridge> {
  const bridge = await openConnection({}, {}, '/connection/screen')
  const screens = sampleScreens()
  bridge.answers['screens.get'] = { ...screens, hasPin, own: { ...screens.own, name: '' } }
  bridge.answers['screens.rename'] = null
  bridge.answers['screens.assign'] = null
  bridge.answers['screens.setPin'] = null
  bridge.notify({ type: 'screens.changed' })
  return bridge
}
const name = () => page.getByLabelText('Name of this screen')
const done = () => page.getByRole('button', { name: 'Go to the orders' })

test('a place suggests a name, and both are stored', async () => {
  const bridge = await openScreenStep()
  await expect.element(name()).toHaveValue('Kitchen')
  await page.getByRole('radio', { name: /^Counter/ }).click()
  await expect.element(name()).toHaveValue('Counter')
  await done().click()
  await expect
    .poll(() => bridge.asked('screens.assign'))
    .toMatchObject([{ name: 'Counter', role: 'counter' }])
  await expect.poll(() => location.hash).toBe('#/')
  expect(bridge.asked('screens.setPin')).toEqual([])
})

test('a name that somebody typed stays', async () => {
  await openScreenStep()
  await name().fill('Grill')
  await page.getByRole('radio', { name: /^Office/ }).click()
  await expect.element(name()).toHaveValue('Grill')
})

test('without a PIN it says so and offers one; two different ones are not stored', async () => {
  const bridge = await openScreenStep()
  await expect.element(page.getByText('No PIN set. Every screen has full access.')).toBeVisible()
  await page.getByText('Set a manager’s PIN (optional)').click()
  await page.getByLabelText('New PIN').fill('4821')
  await page.getByLabelText('Repeat PIN').fill('4822')
  await done().click()
  await expect.element(page.getByText(/The two PINs are different/)).toBeVisible()
  expect(bridge.asked('screens.setPin')).toEqual([])
  await page.getByLabelText('Repeat PIN').fill('4821')
  await done().click()
  await expect.poll(() => bridge.asked('screens.setPin')).toEqual([{ pin: '4821' }])
  await expect.poll(() => bridge.asked('screens.assign')).toHaveLength(1)
})

test('with a PIN none is asked for', async () => {
  await openScreenStep(true)
  await expect.element(name()).toHaveValue('Kitchen')
  await expect.element(page.getByText(/No PIN set/)).not.toBeInTheDocument()
})

test('a screen that is called as a station shows it', async () => {
  const bridge = await openScreenStep()
  bridge.answers['stations.get'] = listOf([grill, bar])
  bridge.answers['stations.show'] = null
  bridge.notify({ type: 'stations.changed' })
  await name().fill('Grill')
  await expect
    .element(page.getByRole('group', { name: 'Station' }).getByRole('button', { name: 'Grill' }))
    .toHaveAttribute('aria-pressed', 'true')
  await done().click()
  await expect.poll(() => bridge.asked('stations.show')).toEqual([{ stations: ['s1'] }])
  await expect.poll(() => location.hash).toBe('#/')
})
