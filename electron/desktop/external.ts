/** Pages outside the app that it may open in the person's browser, letter by letter. */
export const externalPages: ReadonlySet<string> = new Set([
  // What a keyring is and which ones work, for whoever is told that this machine keeps no token.
  'https://www.electronjs.org/docs/latest/api/safe-storage',
])

/** True only for a URL that is on the list exactly as written: nothing is parsed, so nothing can be misparsed. */
export function isExternalPage(url: string): boolean {
  return externalPages.has(url)
}
