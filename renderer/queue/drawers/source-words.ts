import { say } from './words.ts'

const known = ['pos', 'app', 'web'] as const

/** Where an order was made, in words; a channel that we have none for is called what the platform calls it. */
export function sourceWords(source: string): string {
  const found = known.find((one) => one === source.toLowerCase())
  return found === undefined ? source : say(`sources.${found}`)
}
