import type { Picture } from '#platform/picture.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'

/** Pictures of the menu, kept so that they show without a line. */
export interface Pictures {
  /** Null where there is none. */
  read(url: string): Promise<Picture | null>
}

/** At most so many are kept; the oldest go first. */
const most = 500

export function createPictures(
  db: Database,
  clock: Clock,
  ask: (url: string) => Promise<Picture | null>,
): Pictures {
  const underWay = new Map<string, Promise<Picture | null>>()

  async function fetched(url: string): Promise<Picture | null> {
    const picture = await ask(url)
    if (picture === null) return null
    db.run(
      'INSERT INTO pictures (url, type, body, read_at) VALUES (?, ?, ?, ?) ON CONFLICT (url) DO NOTHING',
      url,
      picture.type,
      picture.bytes,
      isoNow(clock),
    )
    db.run(
      'DELETE FROM pictures WHERE url NOT IN (SELECT url FROM pictures ORDER BY read_at DESC LIMIT ?)',
      most,
    )
    return picture
  }

  return {
    read(url) {
      const kept = db.get('SELECT type, body FROM pictures WHERE url = ?', url)
      if (kept?.['body'] instanceof Uint8Array)
        return Promise.resolve({ type: String(kept['type']), bytes: kept['body'] })
      const asking = underWay.get(url) ?? fetched(url).finally(() => underWay.delete(url))
      underWay.set(url, asking)
      return asking
    },
  }
}
