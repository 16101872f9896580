/** A package that the app uses, or that one of those asks for. */
export interface Licence {
  name: string
  version: string
  /** As its author names it: `MIT`. */
  licence: string
  text: string
}

/** Written by the build, from the packages that the code imports (docs/site/licences.ts). */
export const licences: readonly Licence[] = []
