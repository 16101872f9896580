/**
 * Signs that nobody sees and that turn what stands beside them around, or apart: the marks and overrides of writing
 * direction, and blanks without a width. What joins the parts of an emoji, or of letters, is none of them.
 */
const hidden = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/
const everyHidden = new RegExp(hidden, 'g')

/** What stands for a sign that cannot be shown, in every font. */
const hiddenMark = '\ufffd'

/** Somebody else's text with a mark in the place of each such sign: a person sees that there is something, and reads in order. */
export const showHidden = (text: string): string =>
  hidden.test(text) ? text.replaceAll(everyHidden, hiddenMark) : text
