/** Beginnings of words that speak of an allergy, without accents: English, Spanish, Portuguese. */
const stems = [
  'alerg',
  'allerg',
  'anafil',
  'anaphyl',
  'celiac',
  'coeliac',
  'epipen',
  'gluten',
  'intoleran',
  'lactos',
]

/** A sign that nobody sees, as a blank without a width, must hide no allergy. */
const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()

/** The words of `text` that speak of an allergy, as they are written there, each once. */
export function allergyWords(text: string): string[] {
  const words = text.match(/[\p{L}\p{M}\p{Cf}]+/gu) ?? []
  return [
    ...new Set(
      words.filter((word) => {
        const bare = plain(word)
        return stems.some((stem) => bare.startsWith(stem))
      }),
    ),
  ]
}
