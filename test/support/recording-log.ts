import type { Log } from '#host/core/log.ts'

export interface RecordingLog extends Log {
  /** Everything that was logged, as one text, to look for what must never be in it. */
  text(): string
}

export function createRecordingLog(): RecordingLog {
  const lines: string[] = []
  const keep = (event: string, facts?: object): void => {
    lines.push(JSON.stringify({ event, ...facts }))
  }
  return { info: keep, warn: keep, error: keep, text: () => lines.join('\n') }
}
