import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  closeReservations,
  makeClient,
  makeReservation,
  openReservations,
  tomorrow,
} from '../../test-support/open-reservations.ts'
import { makeGuest, makeGuestList } from '../../test-support/open-guests.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => closeReservations())

const combo = (name: string) => page.getByRole('combobox', { name })

async function openFor(guest: string, some: Parameters<typeof openReservations>[1] = {}) {
  const query = `day=${tomorrow}&guest=${encodeURIComponent(guest)}`
  const bridge = await openReservations([], { query, ...some })
  await userEvent.keyboard('n')
  await expect.poll(() => location.hash).not.toContain('guest=')
  return bridge
}

test('the guest of another room is filled in once, by their id', async () => {
  const bridge = await openFor('c1', { answers: { 'guests.get': makeGuest({ clientId: 'c1' }) } })
  await expect.element(combo('Name')).toHaveValue('Ana Ñandú')
  await expect.element(combo('Phone')).toHaveValue('+56911112222')
  await expect
    .poll(() => bridge.asked('drafts.save').at(-1))
    .toMatchObject({ draft: { clientId: 'c1' } })
})

test('by a phone that a client has, however it is written', async () => {
  await openFor('9 6123 4514', {
    answers: {
      'guests.list': makeGuestList([makeClient({ phone: '+56911112222' }), makeClient()]),
    },
  })
  await expect.element(combo('Name')).toHaveValue('Camila Rojas')
  await expect.element(combo('Phone')).toHaveValue('+56961234514')
})

test('by the phone of an earlier reservation, or else the phone alone', async () => {
  await openFor('+56922223333', { answers: { 'reservations.search': [makeReservation()] } })
  await expect.element(combo('Name')).toHaveValue('Renata Inventada')
  closeReservations()
  await openFor('+56944445555')
  await expect.element(combo('Phone')).toHaveValue('+56944445555')
  await expect.element(combo('Name')).toHaveValue('')
})
