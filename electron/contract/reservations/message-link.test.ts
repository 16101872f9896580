import { expect, test } from 'vitest'
import { isMessageLink, messageLink } from './message-link.ts'

const phone = '+56912345678'

test('the addresses of a message', () => {
  expect(messageLink('sms', phone, 'Hola Ana')).toBe('sms:+56912345678?&body=Hola%20Ana')
  expect(messageLink('whatsapp', phone, 'Hola Ana')).toBe(
    'https://wa.me/56912345678?text=Hola%20Ana',
  )
})

test.for([
  'Mañana a las 20:30, ¿sí? ção',
  '👩‍👩‍👧 🙂',
  'one\ntwo\n\nthree',
  'A & B = C # D + E % F ? G',
  `"quotes" 'single' (brackets) <tag> \\ | ^ \` $(x) ; *!`,
  'שלום \u2068Ana\u2069',
])('%j arrives as it was written', (text) => {
  const sms = messageLink('sms', phone, text)
  expect(sms).toMatch(/^sms:\+\d+\?&body=[\w.~%-]+$/)
  expect(new URLSearchParams(sms.split('?')[1]).get('body')).toBe(text)
  const whatsapp = new URL(messageLink('whatsapp', phone, text))
  expect(whatsapp.searchParams.get('text')).toBe(text)
  expect([...whatsapp.searchParams.keys()]).toEqual(['text'])
  expect([sms, whatsapp.href].filter(isMessageLink)).toEqual([sms, whatsapp.href])
})

test('breaks of other systems become plain, half a letter becomes a mark', () => {
  expect(messageLink('sms', phone, 'a\r\nb\rc')).toBe(messageLink('sms', phone, 'a\nb\nc'))
  expect(messageLink('sms', phone, 'a\ud83d')).toBe(messageLink('sms', phone, 'a\ufffd'))
})

test('an address that Windows can’t open is none', () => {
  const text = 'a'.repeat(2_000 - messageLink('sms', phone, '').length)
  expect(isMessageLink(messageLink('sms', phone, text))).toBe(true)
  expect(isMessageLink(messageLink('sms', phone, `${text}a`))).toBe(false)
})
