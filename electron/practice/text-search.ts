/** Normalizes text for searches: without accents, hidden characters, case and surrounding space. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .trim()

/**
 * Returns a function that tells whether any of an object's texts contains `sought`. Ignoring case
 * and accents is our assumption. An empty search finds everything.
 */
export function textSearch(sought: string): (texts: readonly (string | null)[]) => boolean {
  const query = plain(sought)
  return (texts) =>
    query === '' || texts.some((text) => text !== null && plain(text).includes(query))
}
