import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h, shallowRef } from 'vue'
import type { GuestTexts, Reservation } from '#contract/reservations/reservations.ts'
import { addDays } from '../../clock/instant-at.ts'
import { usePreferences } from '../../state/preferences.ts'
import { expectAccessible } from '../../test-support/expect-accessible.ts'
import { FakeBridge, fakeComputer } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { at, makeReservation, today } from '../../test-support/open-reservations.ts'
import AppDialog from '../../ui/dialog/AppDialog.vue'
import MessageButton from './MessageButton.vue'

/** What a tap on a link would open; nothing is. */
let opened: { href: string; target: string }[] = []
function keepLink(event: MouseEvent): void {
  const link = (event.target as Element).closest('a')
  if (link === null) return
  event.preventDefault()
  opened.push({ href: link.href, target: link.target })
}

beforeEach(async () => {
  opened = []
  document.addEventListener('click', keepLink)
  await page.viewport(1024, 768)
})
afterEach(() => {
  document.removeEventListener('click', keepLink)
  unmountComponent()
})

const guest = (some: Partial<Reservation> = {}): Reservation => ({
  ...makeReservation({
    kind: 'waiting',
    startsAt: new Date().toISOString(),
    seatedAt: null,
    leftAt: null,
    quote: null,
    messages: [],
    otherTables: null,
  }),
  ...some,
})

async function open(
  some: Partial<Reservation> = {},
  {
    texts = [],
    bridge = new FakeBridge(),
    short = false,
  }: {
    texts?: GuestTexts
    bridge?: FakeBridge
    short?: boolean
  } = {},
) {
  const reservation = shallowRef(guest(some))
  bridge.answers['reservations.guestTexts'] = texts
  bridge.answers['reservations.noteMessage'] = null
  bridge.answers['reservations.estimate'] = {
    minutes: 25,
    table: '3',
    seatedAt: null,
    turnMinutes: null,
    freeAt: new Date().toISOString(),
    before: 0,
  }
  await mountComponent(
    {
      setup() {
        void usePreferences().load()
        return () => h(MessageButton, { reservation: reservation.value, short })
      },
    },
    bridge,
  )
  await page.getByRole('button', { name: /^Message/ }).click()
  await expect.element(dialog()).toBeVisible()
  return { bridge, reservation }
}

const dialog = () => page.getByRole('dialog', { name: 'Message to Renata Inventada' })
const link = (name: string) => dialog().getByRole('link', { name })
const text = () => dialog().getByRole('textbox', { name: 'Text' })
const written = () => (text().element() as HTMLTextAreaElement).value
const choose = (name: string) => dialog().getByText(name, { exact: true }).first().click()
const bodyOf = (href: string | undefined) =>
  new URLSearchParams(href?.split('?')[1]).get('body') ??
  new URLSearchParams(href?.split('?')[1]).get('text')
const ready =
  'Hello Renata, your table at Alerce Providencia is ready. Please come to the entrance.'

test('a waiting party is written to in two taps: Message, SMS', async () => {
  const { bridge, reservation } = await open({}, { short: true })
  await link('SMS').click()
  expect(opened).toEqual([{ href: expect.any(String) as string, target: '' }])
  expect(opened[0]?.href).toMatch(/^sms:\+56922223333\?&body=/)
  expect(bodyOf(opened[0]?.href)).toBe(ready)
  expect(bridge.asked('reservations.noteMessage')).toEqual([
    { reservationId: 'r1', kind: 'ready', channel: 'sms' },
  ])
  const messages = [
    { kind: 'ready', channel: 'sms', at: new Date().toISOString(), by: 'Caja' },
  ] as const
  reservation.value = guest({ messages: [...messages] })
  await expect.element(dialog().getByRole('listitem')).toMatchTextContent(/Table ready.*SMS.*Caja/)
})

test('WhatsApp opens in another tab, with the digits of the number', async () => {
  const { bridge } = await open()
  await link('WhatsApp').click()
  expect(opened[0]?.href).toMatch(/^https:\/\/wa\.me\/56922223333\?text=/)
  expect([bodyOf(opened[0]?.href), opened[0]?.target]).toEqual([ready, '_blank'])
  expect(link('WhatsApp').element().getAttribute('rel')).toBe('noopener')
  expect(bridge.asked('reservations.noteMessage')).toMatchObject([{ channel: 'whatsapp' }])
})

test('in the desktop’s window an SMS opens outside too', async () => {
  const bridge = new FakeBridge()
  bridge.computer = fakeComputer()
  await open({}, { bridge })
  await expect.element(link('SMS')).toHaveAttribute('target', '_blank')
})

test('the language is the guest’s, and the next message begins with it', async () => {
  const own = [{ kind: 'ready', language: 'es', text: '¡{name}, pasa!' }] as const
  const { bridge } = await open({}, { texts: [...own] })
  await expect.element(text()).toHaveValue(ready)
  await choose('Español')
  await expect.element(text()).toHaveValue('¡Renata, pasa!')
  await expect.element(text()).toHaveAttribute('lang', 'es')
  expect(bridge.preferences.guestLanguage).toBe('es')
  await choose('Português')
  await expect.poll(written).toMatch(/^Olá Renata, sua mesa no Alerce Providencia está pronta/)
  unmountComponent()
  await open({}, { texts: [...own], bridge })
  await expect.poll(written).toMatch(/^Olá Renata/)
})

test('what is typed goes out, stays while another text is looked at, and can be taken back', async () => {
  await open()
  await text().fill('Ven & trae #1 + ñ 🙂')
  await choose('Running late')
  await expect.poll(written).toMatch(/needs about 25 more minutes/)
  await choose('Table ready')
  await expect.element(text()).toHaveValue('Ven & trae #1 + ñ 🙂')
  await link('SMS').click()
  expect(bodyOf(opened[0]?.href)).toBe('Ven & trae #1 + ñ 🙂')
  await dialog().getByRole('button', { name: 'Use the prepared text' }).click()
  await expect.element(text()).toHaveValue(ready)
})

test('how long it takes is estimated, and a person may say otherwise', async () => {
  const { bridge } = await open()
  expect(bridge.asked('reservations.estimate')).toEqual([])
  await choose('Running late')
  await expect.poll(written).toMatch(/about 25 more/)
  expect(bridge.asked('reservations.estimate')).toEqual([{ partySize: 4 }])
  await choose('15 min')
  await expect.poll(written).toMatch(/about 15 more/)
})

test('a reservation of a later day is confirmed, with its day and time', async () => {
  const startsAt = at('20:30', addDays(today, 3))
  await open({ ...makeReservation({ startsAt }), messages: [] })
  await expect
    .poll(written)
    .toMatch(/^Hello Renata, your table for 4 at .* is booked for \w+day \d+ \w+ at 20:30\./)
  for (const kind of ['Confirmation', 'Reminder', 'Table ready', 'Running late'])
    await expect.element(dialog().getByText(kind, { exact: true })).toBeVisible()
})

test.for<[string, RegExp]>([
  ['', /^There is no phone number/],
  ['12', /^No message can go to 12\./],
])('with the number %j there is no link, and the text can be copied', async ([phone, says]) => {
  await open({ phone, phoneForMessages: null })
  await expect.element(dialog().getByText(says)).toBeVisible()
  expect(dialog().getByRole('link').elements()).toEqual([])
  await expect.element(dialog().getByRole('button', { name: 'Copy' })).toBeVisible()
})

test('a text that no link can carry says so', async () => {
  await open()
  await text().fill('🙂'.repeat(200))
  await expect.element(dialog().getByText(/This text is too long/)).toBeVisible()
  expect(dialog().getByRole('link').elements()).toEqual([])
  await text().fill(' ')
  await expect.element(dialog().getByText(/Enter a text/)).toBeVisible()
  await text().fill('Hi')
  await expect.element(link('SMS')).toBeVisible()
})

test('without the restaurant’s own texts the defaults do', async () => {
  const bridge = new FakeBridge()
  bridge.refusals['reservations.guestTexts'] = { code: 'storage' }
  await open({}, { bridge })
  await expect.element(text()).toHaveValue(ready)
})

test('the keyboard reaches all of it, and Escape closes only the message', async () => {
  const bridge = new FakeBridge()
  bridge.answers['reservations.guestTexts'] = []
  await mountComponent(
    () =>
      h(AppDialog, { title: 'Drawer', side: true }, () =>
        h(MessageButton, { reservation: guest() }),
      ),
    bridge,
  )
  await page.getByRole('button', { name: 'Message' }).click()
  await expect.element(text()).toBeVisible()
  text().element().focus()
  for (let step = 0; step < 4; step++) {
    await userEvent.tab()
    if (document.activeElement === link('SMS').query()) break
  }
  await expect.element(link('SMS')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog', { name: 'Drawer' })).toBeVisible()
})

test('it is accessible, and its links are large', async () => {
  const messages = (['sms', 'whatsapp'] as const).map((channel) => ({
    ...{ kind: 'late' as const, channel, at: new Date().toISOString(), by: 'Caja' },
  }))
  await open({ messages })
  await choose('Running late')
  await expectAccessible(link('SMS'))
  for (const name of ['SMS', 'WhatsApp'])
    expect(link(name).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(48)
})
