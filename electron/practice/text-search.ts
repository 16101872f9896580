/** Text as it is compared in searches: without accents and hidden signs, in lower case, without blanks around it. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .trim()

/**
 * Answers whether one of a thing's texts holds what is sought. That case and accents do not matter is our
 * assumption; an empty search finds everything.
 */
export function textSearch(sought: string): (texts: readonly (string | null)[]) => boolean {
  const desired = plain(sought)
  return (texts) =>
    desired === '' || texts.some((text) => text !== null && plain(text).includes(desired))
}
