import { expect, test } from 'vitest'
import type { GuestRow } from '#contract/guests/guests.ts'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { ofReservations, ofClient, rankMatches } from './matches.ts'

const client = (name: string | null, phone = '', clientId = `c-${String(name)}`) =>
  ofClient({ clientId, name, phone, email: null, ordersCount: 3 } as GuestRow)
const booked = (firstName: string, lastName: string, phone = '', clientId: string | null = null) =>
  ofReservations({
    firstName,
    lastName,
    phone,
    email: '',
    clientId,
    allergies: 'maní',
  } as Reservation)
const names = (...asked: Parameters<typeof rankMatches>) =>
  rankMatches(...asked).map(({ name }) => name)

test('who has booked here comes first, then whose name begins so, then whom the platform found elsewhere', () => {
  const clients = [client('Ricardo Gómez'), client('Ana Camus'), client('Camilo Soto')]
  expect(names('cam', [booked('Camila', 'Rojas')], clients)).toEqual([
    'Camila Rojas',
    'Ana Camus',
    'Camilo Soto',
    'Ricardo Gómez',
  ])
})

test('every word must begin a word of the name, whatever its accents', () => {
  const clients = [client('Óscar Núñez'), client('Nuria Soto'), client('Nuria Óscar')]
  expect(names('nu osc', [], clients)).toEqual(['Óscar Núñez', 'Nuria Óscar', 'Nuria Soto'])
})

test('a telephone is found by its digits, as it is spoken', () => {
  const clients = [client('Uno', '+56 9 1111 2222'), client('Dos', '+56 9 3333 4444')]
  expect(names('9 33', [], clients)).toEqual(['Dos', 'Uno'])
})

test('each person stands once, as the points program knows them, and keeps their place', () => {
  const clients = [
    client('Camilo Soto', '+56911'),
    client('Camila Rojas', '+56 922', 'c1'),
    client(null, '+56933'),
  ]
  const matches = rankMatches('cam', [booked('CAMILA', 'Rojas', '+56922')], clients)
  expect(matches.map(({ name, clientId }) => [name, clientId])).toEqual([
    ['Camila Rojas', 'c1'],
    ['Camilo Soto', 'c-Camilo Soto'],
  ])
  const renamed = rankMatches('cam', [booked('Cami', '', '', 'c1')], clients)
  expect(renamed.map(({ name }) => name)).toEqual(['Camila Rojas', 'Camilo Soto'])
  const namesakes = [booked('Camila', 'Rojas', '+56922'), booked('Camila', 'Rojas', '+56944')]
  expect(rankMatches('cam', namesakes, [])).toHaveLength(2)
})

test('six at most', () => {
  const many = Array.from({ length: 9 }, (_, nth) => client(`Camila ${String(nth)}`))
  expect(rankMatches('cam', [], many)).toHaveLength(6)
})
