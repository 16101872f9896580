import type { Picture } from '#platform/picture.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import { hasSum, sumOf } from '../db/sum.ts'

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
      `INSERT INTO pictures (url, type, body, read_at, sum) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (url) DO UPDATE SET type = excluded.type, body = excluded.body, sum = excluded.sum`,
      url,
      picture.type,
      picture.bytes,
      isoNow(clock),
      sumOf(url, picture.type, picture.bytes),
    )
    db.run(
      'DELETE FROM pictures WHERE url NOT IN (SELECT url FROM pictures ORDER BY read_at DESC LIMIT ?)',
      most,
    )
    return picture
  }

  return {
    read(url) {
      const kept = db.get('SELECT type, body, sum FROM pictures WHERE url = ?', url)
      const type = String(kept?.['type'])
      // One that is not what was kept is asked for anew.
      if (kept?.['body'] instanceof Uint8Array && hasSum(kept['sum'], url, type, kept['body']))
        return Promise.resolve({ type, bytes: kept['body'] })
      const asking = underWay.get(url) ?? fetched(url).finally(() => underWay.delete(url))
      underWay.set(url, asking)
      return asking
    },
  }
}
