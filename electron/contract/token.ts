import { z } from 'zod'

const mostLetters = 4096

/**
 * What every token of the platform is made of: printable ASCII without white space. Anything else cannot stand in a header,
 * and what refuses it there would repeat it.
 */
const printable = /^[\x21-\x7e]+$/
export const isToken = (text: string): boolean => text.length <= mostLetters && printable.test(text)

/** Bearers of events, one a line: two are good during a rotation. */
export const areBearers = (text: string): boolean =>
  text.length <= mostLetters && text.split('\n').every((line) => printable.test(line.trim()))

/** `params` is the reason that a screen is told (host/dispatch.ts); the message has nothing of what was given. */
const wrong = {
  error: 'is no token: it has a space, a line break or a letter that no token has, or is too long',
  params: { reason: 'bad-token' },
}

/** A token as a person or a file gives it: what stands around it is cut off. */
export const tokenSchema = z.string().trim().refine(isToken, wrong)
export const bearersSchema = z.string().trim().refine(areBearers, wrong)
