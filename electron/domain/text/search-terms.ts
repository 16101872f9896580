/**
 * The words of a text in the form in which they are compared, each once: no accents, no case, only
 * letters and digits; an invisible character does not separate words. "Jalapeño" and "JALAPENO" are
 * the same. The form is upper case, because only upper case makes ß equal to ss and both small
 * sigmas equal.
 */
export function searchTerms(text: string): string[] {
  const bare = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
  return [...new Set(bare.match(/[\p{L}\p{N}]+/gu))]
}
