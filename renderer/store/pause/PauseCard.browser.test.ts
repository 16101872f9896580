import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { languages } from '#contract/shared/languages.ts'
import { clockTime } from '../../clock/times.ts'
import { findMisfits } from '../../test-support/misfits.ts'
import {
  changePause,
  closeStore,
  deliveryOf,
  inMinutes,
  makeHours,
  makePause,
  openStore,
} from '../../test-support/open-store.ts'
import { screenSizes } from '../../test-support/screen-sizes.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeStore)

const card = () => page.getByRole('region', { name: 'Pause orders' })
const button = (name: string) => card().getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const confirm = () => dialog().getByRole('button', { name: 'Pause orders' })
const storeTime = (instant: string) => clockTime(instant, 'America/Santiago')

test('a pause is one tap, and a second after it has said what happens', async () => {
  const bridge = await openStore({ role: 'counter' })
  await button('15 min').click()
  await expect
    .element(dialog().getByText(/^New orders stop until .*\d\. Open tickets stay\.$/))
    .toBeVisible()
  expect(bridge.asked('storeHours.pause')).toEqual([])
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await button('15 min').click()
  await confirm().click()
  expect(bridge.asked('storeHours.pause')).toMatchObject([
    { length: { kind: 'minutes', minutes: 15 } },
  ])
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('the end of today is said with its time', async () => {
  const endOfToday = inMinutes(95)
  const bridge = await openStore({ answers: { 'storeHours.get': makeHours({ endOfToday }) } })
  await button(`Until the end of today ${storeTime(endOfToday)}`).click()
  await expect
    .element(dialog().getByText(new RegExp(`until .*${storeTime(endOfToday)}`)))
    .toBeVisible()
  await confirm().click()
  expect(bridge.asked('storeHours.pause')).toMatchObject([{ length: { kind: 'end-of-today' } }])
})

test('a time of today that has passed is not sent, and the same time tomorrow is', async () => {
  const bridge = await openStore()
  await button('Until a time…').click()
  await dialog().getByRole('spinbutton', { name: 'Hour' }).click()
  await userEvent.keyboard('0000')
  await dialog().getByText('Today').click()
  await confirm().click()
  await expect.element(dialog().getByText(/This time has passed/)).toBeVisible()
  expect(bridge.asked('storeHours.pause')).toEqual([])
  await dialog().getByText('Tomorrow').click()
  await confirm().click()
  await expect.poll(() => bridge.asked('storeHours.pause')).toHaveLength(1)
  const [{ length }] = bridge.asked('storeHours.pause') as [{ length: { until: string } }]
  expect(storeTime(length.until)).toBe('00:00')
  expect(Date.parse(length.until)).toBeGreaterThan(Date.now())
})

test('a pause that the host rejects stays open with the reason', async () => {
  const bridge = await openStore()
  bridge.refusals['storeHours.pause'] = { code: 'refused', reason: 'hours-unknown' }
  await button('30 min').click()
  await confirm().click()
  await expect
    .element(page.getByText(/^The store’s current hours aren’t fully known/))
    .toBeVisible()
  await expect.element(dialog()).toBeVisible()
})

test('while paused it shows how long, opens again with one tap, and changes the end', async () => {
  const until = inMinutes(15)
  const bridge = await openStore({ pause: makePause({ until }) })
  // Shortly before midnight it has its day.
  const end = new RegExp(`^Orders are paused until (?:[A-Z][a-z]{2} )?${storeTime(until)}`)
  await expect.element(card().getByText(end)).toBeVisible()
  await expect.element(card().getByText(/^1[45] min left$/)).toBeVisible()
  await expect.element(card().getByText('Paused on Counter')).toBeVisible()
  await button('60 min').click()
  await confirm().click()
  expect(bridge.asked('storeHours.pause')).toMatchObject([
    { length: { kind: 'minutes', minutes: 60 } },
  ])
  await button('Open now').click()
  expect(bridge.asked('storeHours.open')).toHaveLength(1)
  changePause(bridge, null)
  await expect.element(button('Open now')).not.toBeInTheDocument()
})

test('a rejected pause is decided in place, and never shown as a pause', async () => {
  const bridge = await openStore({ pause: makePause({ delivery: deliveryOf('refused') }) })
  await expect
    .element(card().getByText('The pause didn’t work Orders may still arrive.'))
    .toBeVisible()
  await expect.element(card().getByText(/left$/)).not.toBeInTheDocument()
  await button('Send again').click()
  expect(bridge.asked('deliveries.decide')).toEqual([
    { entries: [{ kind: 'pause', subject: 'store' }], choice: 'retry' },
  ])
  changePause(bridge, makePause({ until: null, delivery: deliveryOf('refused') }))
  await expect
    .element(card().getByText(/^The platform didn’t confirm that the store is open again/))
    .toBeVisible()
})

test('the history has pauses, openings and hours', async () => {
  const change = { until: null, screen: 'Counter' }
  await openStore({
    answers: {
      'storeHours.history': [
        { ...change, id: '1', at: inMinutes(-1), kind: 'open' },
        { ...change, id: '2', at: inMinutes(-9), kind: 'pause', until: inMinutes(6) },
        { ...change, id: '3', at: inMinutes(-30), kind: 'hours', screen: '' },
        { ...change, id: '4', at: inMinutes(-60), kind: 'unconfirmed', until: inMinutes(-45) },
      ],
    },
  })
  const rows = page.getByRole('region', { name: 'Past pauses and hours' }).getByRole('listitem')
  await expect.element(rows.first()).toMatchTextContent(/Opened again.*Counter$/)
  await expect.element(rows.nth(1)).toMatchTextContent(/Paused until .*Counter$/)
  await expect.element(rows.nth(2)).toMatchTextContent(/Hours changed.*Unnamed screen$/)
  await expect
    .element(rows.nth(3))
    .toMatchTextContent(/Pause until .* was never confirmed.*Orders may have arrived.*Counter$/)
})

test.for(languages)('in %s everything fits on every screen', async (language) => {
  await openStore({
    language,
    pause: makePause({ until: inMinutes(26 * 60), delivery: deliveryOf('unknown') }),
  })
  await expect.poll(() => document.querySelectorAll('main .large').length).toBe(6)
  const main = document.querySelector('main')
  const banner = document.querySelector('aside')
  for (const [width, height] of screenSizes) {
    await page.viewport(width, height)
    expect(main && findMisfits(main), `${String(width)} wide`).toEqual([])
    const words = banner?.querySelector('p')
    expect(words?.scrollHeight, `${String(width)} wide`).toBeLessThanOrEqual(
      (words?.clientHeight ?? 0) + 1,
    )
  }
})
