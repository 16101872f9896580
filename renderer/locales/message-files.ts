import { languages, type Language } from '#contract/shared/languages.ts'

/** What the files of `messages` folders hold, by their paths, as `import.meta.glob` reads them. */
export type MessageFiles = Readonly<Record<string, unknown>>

/** The texts in one language, from each folder. No file is named, so a new one is enough. */
export const textsIn = <Texts>(files: MessageFiles, language: Language): Texts[] =>
  Object.keys(files)
    .filter((path) => path.endsWith(`/${language}.json`))
    .map((path) => files[path] as Texts)

/** The texts of one folder by language. */
export const byLanguage = <Texts>(files: MessageFiles): Record<Language, Texts> =>
  Object.fromEntries(
    languages.map((language) => [language, textsIn<Texts>(files, language)[0]]),
  ) as Record<Language, Texts>
