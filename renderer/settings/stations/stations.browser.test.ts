import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ProposedStation } from '#contract/stations/station.ts'
import { setLanguage } from '../../locales/i18n.ts'
import type { FakeBridge } from '../../test-support/fake-bridge.ts'
import { findMisfits } from '../../test-support/misfits.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { bar, bridgeWithStations, grill, listOf } from '../../test-support/open-stations.ts'
import { everythingElse } from '../../test-support/sample-stations.ts'
import StationsPanel from './StationsPanel.vue'

beforeEach(() => page.viewport(1024, 800))
afterEach(async () => {
  unmountComponent()
  await setLanguage('en')
})

const proposals: ProposedStation[] = [
  {
    kind: 'grill',
    color: 'red',
    icon: 'flame',
    categories: [
      { id: 'burgers', name: 'Burgers', products: 2 },
      { id: 'steaks', name: 'Steaks', products: 3 },
    ],
  },
  {
    kind: 'bar',
    color: 'blue',
    icon: 'cup',
    categories: [{ id: 'drinks', name: 'Drinks', products: 2 }],
  },
]

async function open(bridge = bridgeWithStations()): Promise<FakeBridge> {
  await mountComponent(StationsPanel, bridge)
  return bridge
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true })

describe('without stations', () => {
  test('one sentence says what they are for, and the menu’s suggestion is added together', async () => {
    const bridge = bridgeWithStations([])
    bridge.answers['stations.propose'] = proposals
    await open(bridge)
    await expect.element(page.getByText(/^With stations, each cook sees only/)).toBeVisible()
    expect(page.getByText('Everything else').elements()).toEqual([])
    expect(button('What each station makes').elements()).toEqual([])
    const suggested = page.getByRole('region', { name: 'Suggested from your menu' })
    await expect.element(suggested.getByText('Burgers, Steaks · 5 products')).toBeVisible()
    const boxes = suggested.getByRole('checkbox')
    for (const box of boxes.all()) await expect.element(box).toBeChecked()
    await boxes.nth(1).click()
    await button('Add these stations').click()
    expect(bridge.asked('stations.accept')).toEqual([
      {
        stations: [
          { name: 'Grill', color: 'red', icon: 'flame', categories: ['burgers', 'steaks'] },
        ],
      },
    ])
    bridge.answers['stations.get'] = listOf([grill])
    bridge.answers['stations.propose'] = []
    bridge.notify({ type: 'stations.changed' })
    await expect.element(button('Edit Grill')).toBeVisible()
    await expect.element(suggested).not.toBeInTheDocument()
  })

  test('suggested names are in the language of the page, and nothing ticked adds nothing', async () => {
    const bridge = bridgeWithStations([])
    bridge.answers['stations.propose'] = proposals.slice(0, 1)
    await open(bridge)
    await setLanguage('es')
    await button('Agregar estas estaciones').click()
    expect(bridge.asked('stations.accept')).toMatchObject([{ stations: [{ name: 'Parrilla' }] }])
    await page.getByRole('checkbox', { name: /^Parrilla/ }).click()
    await expect.element(button('Agregar estas estaciones')).toBeDisabled()
  })

  test('why nothing was added is said there', async () => {
    const bridge = bridgeWithStations([])
    bridge.answers['stations.propose'] = proposals.slice(0, 1)
    bridge.refusals['stations.accept'] = { code: 'bad-input', detail: 'stations' }
    await open(bridge)
    await button('Add these stations').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/at most 20 stations/)
  })
})

test('a list that can’t be loaded says so and is asked for again', async () => {
  const bridge = bridgeWithStations()
  bridge.refusals['stations.get'] = { code: 'storage' }
  await open(bridge)
  await expect.element(page.getByText('Couldn’t load the stations')).toBeVisible()
  bridge.refusals = {}
  await button('Try again').click()
  await expect.element(button('Edit Grill')).toBeVisible()
})

describe('the list', () => {
  test('has the stations in order with their products, everything else at the end', async () => {
    await open()
    const rows = page.getByRole('listitem')
    await expect.element(rows.nth(0)).toMatchTextContent(/^Grill.*2 products/)
    await expect.element(rows.nth(1)).toMatchTextContent(/^Bar.*3 products/)
    await expect.element(rows.nth(2)).toMatchTextContent(/^Everything else.*1 product ·/)
    expect(rows.elements()).toHaveLength(3)
  })

  test('a station moves up, and the focus stays with it', async () => {
    const bridge = await open()
    await expect.element(button('Move Bar up')).toBeVisible()
    for (const name of ['Grill', 'Everything else'])
      expect(button(`Move ${name} up`).elements()).toEqual([])
    bridge.answers['stations.get'] = listOf([bar, grill])
    await button('Move Bar up').click()
    expect(bridge.asked('stations.sort')).toEqual([{ stations: ['s2', 's1', 'rest'] }])
    await expect.element(page.getByRole('listitem').nth(0)).toMatchTextContent(/^Bar/)
    await expect.element(button('Edit Bar')).toHaveFocus()
  })

  test('a move that is refused says so', async () => {
    const bridge = await open()
    bridge.refusals['stations.sort'] = { code: 'storage' }
    await button('Move Bar up').click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(page.getByRole('listitem').nth(0)).toMatchTextContent(/^Grill/)
  })

  test('a full kitchen gets no more stations', async () => {
    const many = Array.from({ length: 20 }, (_, nth) => ({ ...grill, id: `s${String(nth)}` }))
    await open(bridgeWithStations(many))
    await expect.element(page.getByText('A kitchen has at most 20 stations.')).toBeVisible()
    expect(button('Add station').elements()).toEqual([])
  })
})

describe('a station', () => {
  test('is added with a name, a color and a picture', async () => {
    const bridge = await open()
    await button('Add station').click()
    await expect.element(inDialog('Save')).toBeDisabled()
    expect(inDialog('Remove').elements()).toEqual([])
    await userEvent.keyboard('bar')
    await expect.element(dialog.getByText(/already a station called .*bar/)).toBeVisible()
    await dialog.getByLabelText('Name').fill('Desserts')
    // The first color that no station has.
    await expect.element(dialog.getByRole('radio', { name: 'Orange' })).toBeChecked()
    for (const [group, name] of [
      ['Color', 'Violet'],
      ['Picture', 'Cake'],
    ] as const) {
      const radio = dialog.getByRole('group', { name: group }).getByRole('radio', { name })
      const { height, width } = radio.element().closest('label')?.getBoundingClientRect() ?? {}
      expect(Math.min(height ?? 0, width ?? 0)).toBeGreaterThanOrEqual(48)
      radio.element().closest('label')?.click()
      await expect.element(radio).toBeChecked()
    }
    await inDialog('Save').click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(bridge.asked('stations.save')).toEqual([
      { id: null, name: 'Desserts', color: 'violet', icon: 'cake' },
    ])
  })

  test('is renamed; what the host refuses is said in the dialog', async () => {
    const bridge = await open()
    await button('Edit Grill').click()
    await dialog.getByLabelText('Name').fill('Parrilla')
    bridge.refusals['stations.save'] = { code: 'not-found' }
    await inDialog('Save').click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/no longer exists/)
    await expect.element(dialog.getByLabelText('Name')).toHaveValue('Parrilla')
    bridge.refusals = {}
    await inDialog('Save').click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(bridge.asked('stations.save').at(-1)).toEqual({ ...grill, name: 'Parrilla' })
  })

  test('is removed after a confirmation that says where its dishes go', async () => {
    const bridge = await open()
    await button('Edit Bar').click()
    await inDialog('Remove').click()
    await expect
      .element(dialog.getByRole('alert'))
      .toMatchTextContent(/Remove .*Bar.*\? Its dishes go to Everything else or by the next rule/)
    expect(inDialog('Save').elements()).toEqual([])
    await inDialog('Cancel').click()
    await inDialog('Remove').click()
    await inDialog('Remove it').click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(bridge.asked('stations.remove')).toEqual([{ stationId: 's2' }])
  })

  test('everything else gets a name of its own, and is not removed', async () => {
    const bridge = await open()
    await button('Edit Everything else').click()
    await expect.element(dialog.getByLabelText('Name')).toHaveValue('Everything else')
    expect(inDialog('Remove').elements()).toEqual([])
    await dialog.getByLabelText('Name').fill('Kitchen')
    await inDialog('Save').click()
    await expect
      .poll(() => bridge.asked('stations.save'))
      .toEqual([{ ...everythingElse, name: 'Kitchen' }])
  })
})

test.for([
  ['light', 390],
  ['dark', 390],
  ['light', 1024],
] as const)('everything fits, in %s at %i pixels', async ([theme, width]) => {
  await page.viewport(width, 844)
  const bridge = bridgeWithStations([{ ...grill, name: 'Parrilla y plancha de la terraza' }, bar])
  bridge.answers['stations.propose'] = proposals.slice(1)
  await open(bridge)
  const picture = (name: string) =>
    page.screenshot({
      path: `../../../test/results/stations/${name}-${theme}-${String(width)}.png`,
    })
  await expect.element(button('Edit Bar')).toBeVisible()
  document.documentElement.dataset['theme'] = theme
  expect(findMisfits(document.body)).toEqual([])
  await picture('list')
  await button('Add station').click()
  await expect.element(inDialog('Save')).toBeVisible()
  expect(findMisfits(dialog.element() as HTMLElement)).toEqual([])
  await picture('station')
  await inDialog('Cancel').click()
  await button('What each station makes').click()
  await dialog.getByRole('button', { name: /^Burgers/ }).click()
  await inDialog('Change the stations of Cheeseburger').click()
  await expect.element(dialog.getByRole('group', { name: /Cheeseburger/ })).toBeVisible()
  expect(findMisfits(dialog.element() as HTMLElement)).toEqual([])
  await picture('makes')
  delete document.documentElement.dataset['theme']
})
