import { readRelayFile, type RelayFile } from '#contract/relay/relay-file.ts'

export function fileOf(text: string): RelayFile {
  const read = readRelayFile(text)
  if (!read.ok) throw new Error(read.error.detail)
  return read.value
}
