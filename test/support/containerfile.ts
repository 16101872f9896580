import { readFileSync } from 'node:fs'

const wordsOf = (text: string): string[] => text.trim().split(/\s+/)

/** The instructions of a Containerfile. */
export function readContainerfile(path: string) {
  const instructions = readFileSync(path, 'utf8')
    .replaceAll('\\\n', '')
    .split('\n')
    .flatMap((line) => [...line.matchAll(/^([A-Z]+) (.*)$/g)])
    .map(([, name = '', value = '']) => ({ name, value }))
  const valuesOf = (name: string): string[] =>
    instructions.filter((each) => each.name === name).map(({ value }) => value)
  return {
    valuesOf,
    /** The instructions of the last stage, which alone is the image. */
    last: instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM')),
    /** What an instruction like CMD has as a JSON list. */
    listOf: (name: string): string[] =>
      JSON.parse(/\[.*\]$/.exec(valuesOf(name)[0] ?? '')?.[0] ?? '[]') as string[],
    /** What is set by ENV. */
    variables: Object.fromEntries(
      valuesOf('ENV')
        .flatMap(wordsOf)
        .map((pair) => pair.split('=') as [string, string]),
    ),
    /** What is copied from the project. */
    sources: valuesOf('COPY')
      .filter((value) => !value.startsWith('--from'))
      .flatMap((value) => wordsOf(value).slice(0, -1)),
  }
}
