import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fleetStatus, fleetStore, openFleet } from '../../../test-support/open-fleet.ts'

type Fleet = Awaited<ReturnType<typeof openFleet>>
let fleet: Fleet | undefined
beforeEach(() => page.viewport(1280, 800))
afterEach(() => fleet?.close())

const button = (name: RegExp) => page.getByRole('button', { name })
const field = (name: RegExp) => page.getByRole('textbox', { name })
const choice = (name: RegExp) => page.getByRole('radio', { name })
const slider = (name: RegExp) => page.getByRole('slider', { name })
const check = (name: RegExp) => page.getByRole('checkbox', { name })
const plain = (text: string | null | undefined): string =>
  (text ?? '').replaceAll(/[\u2068\u2069]/g, '')
const form = (): string => plain(document.querySelector('form')?.textContent)

const stores = [
  fleetStore('Alto'),
  fleetStore('Bajo', { status: fleetStatus({ acceptsInstructions: false }) }),
  fleetStore('Centro', { websiteId: 'other', state: 'silent', troubles: ['silent'] }),
]
const openNew = async (): Promise<Fleet> => {
  fleet = await openFleet('#/instructions/new', { stores })
  await expect.element(page.getByRole('heading', { name: 'New instruction' })).toHaveFocus()
  return fleet
}

test('an item is sold out in the chosen stores, and its page opens', async () => {
  const { posts } = await openNew()
  await button(/^Send$/).click()
  await expect.poll(form).toMatch('Choose what should change.')
  await expect.poll(form).toMatch('Choose at least one store.')
  await expect.element(choice(/an item/)).toHaveFocus()
  await choice(/an item/).click()
  await button(/^Send$/).click()
  await expect.element(field(/^Name of the item/)).toHaveFocus()
  await expect.element(field(/^Name of the item/)).toHaveAttribute('aria-invalid', 'true')
  await field(/^Name of the item/).fill('Salmon ')
  await field(/^Reason/).fill('No delivery')
  await page.getByRole('combobox', { name: 'Website' }).selectOptions('web')
  await check(/^Choose all 2 shown/).click()
  await expect.poll(form).toMatch('2 of 3 chosen')
  await expect.poll(form).toMatch('Salmon is sold out in 2 stores until you put it back on sale.')
  await expect.poll(form).toMatch('1 of them doesn’t accept instructions.')
  await page.getByRole('combobox', { name: 'Website' }).selectOptions('')
  await page.getByRole('combobox', { name: 'State' }).selectOptions('silent')
  await check(/^Centro/).click()
  await page.getByRole('combobox', { name: 'State' }).selectOptions('')
  await page.getByRole('searchbox').fill('alto')
  await check(/^Alto/).click()
  expect(posts).toEqual([])
  await button(/^Send$/).click()
  await expect.element(page.getByRole('heading', { name: 'Sold out: Salmon' })).toBeVisible()
  expect(location.hash).toBe('#/instructions/sent-1')
  expect(posts).toEqual([
    {
      path: 'instructions',
      body: {
        reason: 'No delivery',
        change: { kind: 'sold-out', what: 'item', name: 'Salmon' },
        stores: ['web.Bajo', 'web.Centro'],
      },
    },
  ])
})

test('a refused instruction says why, and nothing that was typed is lost', async () => {
  const { server, posts } = await openNew()
  await choice(/an ingredient/).click()
  await field(/^Name of the ingredient/).fill('Avocado')
  await check(/^Alto/).click()
  server.refusal = { status: 503, text: 'NATS is away' }
  await button(/^Send$/).click()
  await expect.poll(form).toMatch('The server has no connection to the stores now.')
  server.refusal = { status: 400, text: 'change.name' }
  await button(/^Send$/).click()
  await expect.poll(form).toMatch('The server rejected “Name”. Nothing was sent.')
  await expect.element(field(/^Name of the ingredient/)).toHaveValue('Avocado')
  await expect.element(check(/^Alto/)).toBeChecked()
  server.refusal = null
  await button(/^Send$/).click()
  await expect
    .element(page.getByRole('heading', { name: 'Ingredient sold out: Avocado' }))
    .toBeVisible()
  expect(posts).toHaveLength(3)
})

async function addSetting(name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Setting to add' }).selectOptions(name)
  await button(/^Add$/).click()
}

test('a profile has settings of every kind, stations and sold-out items', async () => {
  const { posts } = await openNew()
  await choice(/^Settings and stations/).click()
  await check(/^Choose all/).click()
  await button(/^Send$/).click()
  await expect.poll(form).toMatch('Add a setting, a station or a sold-out item.')
  await addSetting('Courses')
  await expect.element(page.getByRole('switch', { name: 'Courses' })).toHaveFocus()
  await page.getByRole('switch', { name: 'Courses' }).click()
  await addSetting('Check for orders every (seconds)')
  await field(/^Check for orders every/).fill('4')
  await button(/^Send$/).click()
  await expect.element(field(/^Check for orders every/)).toHaveFocus()
  await expect.poll(form).toMatch('Check this value.')
  await field(/^Check for orders every/).fill('12')
  await addSetting('Undo after a bump')
  await slider(/^Undo after a bump/).fill('12')
  await addSetting('Amber after')
  await slider(/^Amber after/).fill('60')
  await expect.element(slider(/^Amber after/)).toHaveAttribute('aria-valuetext', '60 %')
  await addSetting('Very late after')
  await slider(/^Very late after/).fill('0')
  await addSetting('Install updates')
  await choice(/^At a time$/).click({ force: true })
  await addSetting('Time for updates')
  await expect.element(page.getByRole('spinbutton', { name: 'Hour' })).toHaveFocus()
  await userEvent.keyboard('0315')
  await addSetting('Allergy words')
  await field(/^Allergy words/).fill('kiwi\n\n mango ')
  await addSetting('Shortest automatic time')
  await button(/^Remove Shortest automatic time$/).click()
  await button(/^Add station$/).click()
  await field(/^Name$/).fill('Bar')
  await choice(/^Blue$/).click({ force: true })
  await choice(/^Drink$/).click({ force: true })
  await field(/^Categories that it makes/).fill('Drinks\nJuices')
  await field(/^Sold-out items/).fill('Ceviche')
  await expect.poll(form).toMatch('3 stores change: 8 settings, 1 station, 1 sold-out item.')
  await button(/^Send$/).click()
  await expect.element(page.getByRole('heading', { name: 'Settings and stations' })).toBeVisible()
  expect(posts[0]?.body).toEqual({
    reason: '',
    change: {
      kind: 'profile',
      settings: {
        courses: true,
        pollSeconds: 12,
        undoSeconds: 12,
        amberShare: 0.6,
        veryLateMinutes: null,
        updateWhen: 'set-time',
        updateTime: '03:15',
        allergyWords: ['kiwi', 'mango'],
      },
      stations: [{ name: 'Bar', color: 'blue', icon: 'cup', categories: ['Drinks', 'Juices'] }],
      soldOut: ['Ceviche'],
    },
    // By website, then by name.
    stores: ['web.Centro', 'web.Alto', 'web.Bajo'],
  })
  const facts = plain(document.querySelector('dl')?.textContent)
  expect(facts).toMatch(/Amber after: 60 %.*Very late after: off.*Install updates: At a time/)
})

test('by the keyboard alone', async () => {
  const { posts } = await openNew()
  await userEvent.keyboard('{Tab} {Tab}Salmon{Tab}')
  await expect.element(field(/^Reason/)).toHaveFocus()
  // Enter is no way to send by accident.
  await userEvent.keyboard('{Enter}{Tab}alto{Enter}')
  await expect.element(page.getByRole('searchbox')).toHaveFocus()
  await userEvent.clear(page.getByRole('searchbox'))
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}')
  await expect.element(check(/^Choose all 3 shown/)).toHaveFocus()
  await userEvent.keyboard('{Tab}{ArrowDown} {End} {ArrowUp} {Tab}')
  await expect.poll(form).toMatch('1 of 3 chosen')
  await expect.element(page.getByRole('link', { name: 'Cancel' })).toHaveFocus()
  expect(posts).toEqual([])
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Sold out: Salmon' })).toBeVisible()
  expect(posts[0]?.body).toMatchObject({ stores: ['web.Bajo'] })
})

test('leaving with something typed asks once, by a link and by the browser', async () => {
  fleet = await openFleet('#/instructions', { stores })
  await page.getByRole('link', { name: 'New instruction' }).click()
  await choice(/an item/).click()
  await field(/^Name of the item/).fill('Salmon')
  await page.getByRole('link', { name: 'Stores', exact: true }).click()
  await expect.element(page.getByText('Leave without sending?')).toBeVisible()
  await button(/^Keep writing$/).click()
  await expect.element(field(/^Name of the item/)).toHaveValue('Salmon')
  expect(location.hash).toBe('#/instructions/new')
  history.back()
  await expect.element(page.getByText('Leave without sending?')).toBeVisible()
  await button(/^Leave$/).click()
  await expect.element(page.getByRole('heading', { name: 'Instructions' })).toBeVisible()
  await expect.element(page.getByText('Leave without sending?')).not.toBeInTheDocument()
  expect(location.hash).toBe('#/instructions')
})
