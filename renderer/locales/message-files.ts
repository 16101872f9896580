import { languages, type Language } from '#contract/languages.ts'

/** What the files of `messages` folders export, by their paths, as `import.meta.glob` reads them. */
export type MessageFiles = Readonly<Record<string, unknown>>

/** The texts by language; those of several folders together. No file is named, so a new one is enough. */
export function byLanguage<Texts extends object>(files: MessageFiles): Record<Language, Texts> {
  const paths = Object.keys(files)
  const texts = languages.map((language) => {
    const own = paths.filter((path) => path.endsWith(`/${language}.ts`))
    return [language, Object.assign({}, ...own.map((path) => files[path])) as Texts]
  })
  return Object.fromEntries(texts) as Record<Language, Texts>
}
