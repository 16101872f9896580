import type { guestMessageChannels } from './fields.ts'

/*
 * Addresses that open a message to a guest in an app of the device. The page makes them, and the
 * desktop lets only such addresses out of its window.
 */

export type GuestMessageChannel = (typeof guestMessageChannels)[number]

/** ShellExecute of Windows takes 2,081 characters. */
const longest = 2_000

/** Every character but the unreserved ones, as one writing of a text is easier to check than many. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** With plain line breaks, and without halves of letters, which can't be encoded. */
const cleaned = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\uD800-\uDFFF]/gu, '\uFFFD')

/**
 * `phone` is international: +56912345678. Android reads the body after `?`, iOS after `&`: with
 * both characters the same address works on both.
 */
export const messageLink = (channel: GuestMessageChannel, phone: string, text: string): string =>
  channel === 'sms'
    ? `sms:${phone}?&body=${encode(cleaned(text))}`
    : `https://wa.me/${phone.slice(1)}?text=${encode(cleaned(text))}`

const forms: readonly [GuestMessageChannel, RegExp][] = [
  ['sms', /^sms:(?<phone>\+[1-9]\d{6,14})\?&body=(?<body>[\w.~%-]+)$/],
  ['whatsapp', /^https:\/\/wa\.me\/(?<phone>[1-9]\d{6,14})\?text=(?<body>[\w.~%-]+)$/],
]

/** What a message may not have: control characters but the line break. */
const control = /[\0-\t\v-\u001f\u007f-\u009f]/

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** True only for an address exactly as `messageLink` makes it, with a text and not too long. */
export const isMessageLink = (url: string): boolean =>
  url.length <= longest &&
  forms.some(([channel, form]) => {
    const { phone = '', body = '' } = form.exec(url)?.groups ?? {}
    const text = decode(body)
    if (phone === '' || text === null || text === '' || control.test(text)) return false
    return messageLink(channel, `+${phone.replace('+', '')}`, text) === url
  })
