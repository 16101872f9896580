import wordsFile from '../../../resources/practice/control-words.json' with { type: 'json' }

/** What the control page says, by language. `{code}` is an order's code. */
export const words = wordsFile

export type Language = keyof typeof words
export type Words = (typeof words)['en']

const isLanguage = (code: string): code is Language => Object.hasOwn(words, code)

/** The language wished for: `asked` if we have it, else the best of an Accept-Language header, else English. */
export function chooseLanguage(asked: string | undefined, accepted = ''): Language {
  if (asked !== undefined && isLanguage(asked)) return asked
  const wishes = accepted
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean)
      return { code: tag.split('-')[0] ?? '', quality: Number(quality ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
  return wishes.map(({ code }) => code).find(isLanguage) ?? 'en'
}
