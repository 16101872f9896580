import { expect, test } from 'vitest'
import { isSameGuest, contactKeys, type Contacts } from './guest.ts'

const ana = contactKeys({ userId: 'usr-1', phone: '+56 9 1234 5678', email: 'Ana@Example.com ' })

test.for<[string, Contacts, boolean]>([
  ['the user id', { userId: 'usr-1' }, true],
  ['another user id', { userId: 'usr-2' }, false],
  ['the number as it is dialled here', { phone: '912345678' }, true],
  ['the number with zeros before it', { phone: '0056912345678' }, true],
  ['the number with a zero for long distance', { phone: '0912345678' }, true],
  ['another number', { phone: '+56 9 1234 5679' }, false],
  ['the end of the number alone', { phone: '45678' }, false],
  ['the address in other letters', { email: 'ANA@example.COM' }, true],
  ['another address', { email: 'anna@example.com' }, false],
  ['nothing at all', {}, false],
  ['empty texts', { userId: '', phone: '', email: '' }, false],
])('a guest is known by %s: %#', ([, contacts, same]) => {
  expect(isSameGuest(ana, contactKeys(contacts))).toBe(same)
})

test('two guests of whom nothing is known are not the same', () => {
  expect(isSameGuest(contactKeys({}), contactKeys({ userId: null, phone: '12', email: ' ' }))).toBe(
    false,
  )
})

test('a phone number needs eight digits; other characters do not count', () => {
  const phoneOf = (phone: string) => contactKeys({ phone }).phone
  expect(phoneOf('123 45 67')).toBe('')
  expect(phoneOf('(22) 345-678')).toBe('22345678')
  expect(contactKeys({ userId: ' usr-1 ' }).userId).toBe('usr-1')
})
