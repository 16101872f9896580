import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CategoryCare } from '#contract/stations/station.ts'
import { findMisfits } from '../../test-support/misfits.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { bridgeWithStations, samplePlan } from '../../test-support/open-stations.ts'
import StationsPanel from './StationsPanel.vue'

beforeEach(() => page.viewport(1024, 800))
afterEach(unmountComponent)

const dialog = page.getByRole('dialog')
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true })
const time = (name: string) => dialog.getByRole('radio', { name, exact: true })
/** The radio is hidden; its label is what people tap. */
const tap = (name: string) => dialog.getByText(name, { exact: true }).click()
const packing = dialog.getByLabelText('What to pack with them')

/** The burgers' row with its picker; `care` is what the store says about them. */
async function openBurgers(care: CategoryCare[] = []) {
  const bridge = bridgeWithStations()
  const answer = (list: CategoryCare[]) => {
    bridge.answers['stations.plan'] = { ...samplePlan, care: list }
  }
  answer(care)
  bridge.answers['stations.setCare'] = null
  await mountComponent(StationsPanel, bridge)
  await page.getByRole('button', { name: 'What each station makes' }).click()
  await inDialog('Change the stations of Burgers').click()
  await expect.element(packing).toBeVisible()
  return { bridge, answer }
}

describe('how to hand over a category', () => {
  test('its dishes get a time that they may wait, once the host has it, and any time again', async () => {
    const { bridge, answer } = await openBurgers()
    await expect.element(time('Any time')).toBeChecked()
    const hold = bridge.hold('stations.setCare')
    await tap('10 min')
    const care = { key: 'burgers', waitMinutes: 10, packing: '', course: null }
    await expect.poll(() => bridge.asked('stations.setCare')).toEqual([care])
    await expect.element(time('Any time')).toBeChecked()
    answer([care])
    await hold.answerAll(null)
    await expect.element(time('10 min')).toBeChecked()
    await tap('Any time')
    await expect
      .poll(() => bridge.asked('stations.setCare').at(-1))
      .toEqual({ ...care, waitMinutes: null })
  })

  test('what goes with them is saved, and keeps the time', async () => {
    const { bridge, answer } = await openBurgers([
      { key: 'burgers', waitMinutes: 20, packing: 'fork', course: null },
      { key: 'drinks', waitMinutes: 5, packing: 'straw', course: null },
    ])
    await expect.element(time('20 min')).toBeChecked()
    await expect.element(packing).toHaveValue('fork')
    await expect.element(inDialog('Save')).toBeDisabled()
    await packing.fill('fork, napkin')
    answer([{ key: 'burgers', waitMinutes: 20, packing: 'fork, napkin', course: null }])
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => bridge.asked('stations.setCare'))
      .toEqual([{ key: 'burgers', waitMinutes: 20, packing: 'fork, napkin', course: null }])
    await expect.element(inDialog('Save')).toBeDisabled()
    await expect.element(packing).toHaveValue('fork, napkin')
  })

  test('what the host refuses is said there, and what was typed stays', async () => {
    const { bridge } = await openBurgers([
      { key: 'burgers', waitMinutes: 20, packing: '', course: null },
    ])
    bridge.refusals['stations.setCare'] = { code: 'storage' }
    await packing.fill('fork')
    await inDialog('Save').click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/may be full or read-only/)
    await expect.element(packing).toHaveValue('fork')
    await tap('5 min')
    await expect.element(time('20 min')).toBeChecked()
    bridge.refusals = {}
    await inDialog('Save').click()
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  })

  test('a text is at most as long as fits on a card', async () => {
    const { bridge } = await openBurgers()
    await packing.fill('x'.repeat(80))
    await inDialog('Save').click()
    await expect
      .poll(() => bridge.asked('stations.setCare'))
      .toEqual([{ key: 'burgers', waitMinutes: null, packing: 'x'.repeat(60), course: null }])
  })

  test('is asked of categories only', async () => {
    await openBurgers()
    await dialog.getByText('Option groups').click()
    await inDialog('Change the stations of Milkshakes').click()
    await expect
      .element(dialog.getByRole('group', { name: 'Stations of Milkshakes' }))
      .toBeVisible()
    expect(packing.elements()).toEqual([])
  })

  test('fits on a telephone, and is large enough to touch', async () => {
    await page.viewport(390, 844)
    await openBurgers([
      { key: 'burgers', waitMinutes: 60, packing: 'knife and fork, napkin', course: null },
    ])
    expect(findMisfits(dialog.element() as HTMLElement)).toEqual([])
    for (const label of ['Any time', '60 min'])
      expect(
        dialog.getByText(label, { exact: true }).element().getBoundingClientRect().height,
      ).toBeGreaterThanOrEqual(48)
  })
})
