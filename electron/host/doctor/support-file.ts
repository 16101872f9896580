import type { Settings } from '#contract/settings/settings.ts'
import type { Status, Versions } from '#contract/status/status.ts'
import type { Connection } from '#platform/connection.ts'
import type { Database } from '../db/open.ts'
import type { LogLine } from '../log/recent-log.ts'
import { terminalText } from '../log/terminal-text.ts'
import { Mask } from './mask.ts'

/** Texts of the platform or the system: they may repeat what was sent. */
const foreignTexts = ['detail', 'message']

const statusText = (status: Status, mask: Mask): string =>
  JSON.stringify(
    status,
    (key, value: unknown) =>
      foreignTexts.includes(key) && typeof value === 'string' ? mask.hide(value) : value,
    2,
  )

const numberIn = (db: Pick<Database, 'all'>, sql: string): number =>
  Number(Object.values(db.all(sql)[0] ?? {})[0])

/** The rows of each table, and the size of the database. No row is read. */
export function tableSizes(db: Pick<Database, 'all'>): string[] {
  const bytes = numberIn(db, 'PRAGMA page_count') * numberIn(db, 'PRAGMA page_size')
  const names = db
    .all(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .map(({ name }) => String(name))
  return [
    `database: ${String(bytes)} bytes`,
    ...names.map(
      (name) => `${name}: ${String(numberIn(db, `SELECT count(*) FROM "${name}"`))} rows`,
    ),
  ]
}

interface SupportParts {
  versions: Versions
  connection: Connection | null
  settings: Settings
  status: Status
  /** The doctor's last report; null before the first. */
  report: string | null
  tables: readonly string[]
  log: readonly LogLine[]
}

/**
 * What support needs to know of this kitchen, as one text: no token, no PIN, no guest and nothing
 * of an order.
 */
export function supportFile(parts: SupportParts): string {
  const { versions, connection, settings, status, report, tables, log } = parts
  const mask = new Mask([connection?.token ?? null, connection?.channelToken ?? null])
  const sections: [string, readonly string[]][] = [
    [
      'Versions',
      [
        `Kitchen Pass ${versions.app}`,
        `Node ${versions.node}, Electron ${versions.electron ?? 'none'}, Chromium ${versions.chromium ?? 'none'}`,
        `${process.platform} ${process.arch}`,
      ],
    ],
    ['Settings', [JSON.stringify(settings, null, 2)]],
    ['Status', [statusText(status, mask)]],
    ['Connection check', [report ?? 'Not done since the start.']],
    ['Stored rows', tables],
    [
      'Log since the start, at most 300 lines',
      log.map(
        ({ at, level, event, facts }) =>
          `${at} ${level} ${mask.hide(`${event} ${JSON.stringify(facts)}`)}`,
      ),
    ],
  ]
  const text = sections.map(([title, lines]) => [`== ${title}`, ...lines, ''].join('\n'))
  return terminalText(`Kitchen Pass support file of ${status.now}\n\n${text.join('\n')}`)
}
