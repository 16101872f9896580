import type { Log } from '#host/log.ts'

/** One JSON line an entry on stderr; stdout belongs to the line that says where the web shell is. */
export const webLog: Log = {
  info: (event, facts) => {
    write('info', event, facts)
  },
  warn: (event, facts) => {
    write('warn', event, facts)
  },
  error: (event, facts) => {
    write('error', event, facts)
  },
}

function write(level: string, event: string, facts: object = {}): void {
  const line = { at: new Date().toISOString(), level, event, ...facts }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}
