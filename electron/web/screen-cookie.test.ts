import { expect, test } from 'vitest'
import { newScreenToken, screenCookie, screenIdOf, screenTokenIn } from './screen-cookie.ts'

const token = 'abcdefghijklmnopqrstuvwxyz-_0123'
const ours = `kitchen-pass-screen=${token}`

test.for<[string, string | undefined, string | null]>([
  ['none', undefined, null],
  ['empty', '', null],
  ['ours', ours, token],
  ['ours among others', `a=b; ${ours}; c=d`, token],
  ['ours without spaces', `a=b;${ours}`, token],
  ['another’s', `other=${token}`, null],
  ['a name that only ends like ours', `x-${ours}`, null],
  ['one letter short', ours.slice(0, -1), null],
  ['one letter long', `${ours}x`, null],
  ['other letters', `kitchen-pass-screen=${token.replace('a', '/')}`, null],
  ['a wrong one before the right one', `kitchen-pass-screen=x; ${ours}`, token],
])('a header with %s', ([, header, expected]) => {
  expect(screenTokenIn(header)).toBe(expected)
})

test('what is given comes back, each browser has its own, and the id is not the token', () => {
  const [one, other] = [newScreenToken(), newScreenToken()]
  expect(screenTokenIn(screenCookie(one).split(';')[0])).toBe(one)
  expect(screenIdOf(one)).not.toBe(screenIdOf(other))
  expect(screenIdOf(one)).toBe(screenIdOf(one))
  expect(screenIdOf(one)).toMatch(/^[0-9a-f]{24}$/)
  expect(one).not.toContain(screenIdOf(one))
  expect(screenIdOf(null)).toBe('')
})

test('the cookie is for no script and no other site, and lasts a year', () => {
  expect(screenCookie(token)).toMatch(/; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/)
})
