/** @import { tokenPlace } from '#contract/network/device-token.ts' */

/** @type {typeof tokenPlace} */
const place = 'kitchen-pass.token'

/** Throws in a browser that keeps nothing: to be called before a token is made. */
export function tryStorage() {
  localStorage.setItem(`${place}.try`, '')
  localStorage.removeItem(`${place}.try`)
}

/**
 * Keeps a token in the page's own storage.
 * @param {string} token
 */
export const keepToken = (token) => localStorage.setItem(place, token)
