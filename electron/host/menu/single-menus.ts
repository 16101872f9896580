import { idsOfMenu } from '#domain/menu/menu-ids.ts'
import type { AnswerMemory } from '#platform/call/answer-memory.ts'
import type { CallFailure } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import type { Menu as WireMenu } from '#platform/menu.ts'
import { countThings, readMenu } from '#platform/menus.ts'
import { maxRecords } from '#platform/read-answer.ts'

/** The most menus that are read one by one. */
export const maxSingly = 50

/** Whether a menu came with what it sells, and not only with its head. */
export const hasContents = ({ products, categories }: WireMenu): boolean =>
  products != null || categories != null

/** A menu to read by itself. */
interface Target {
  /** Null if it has none, so that it can't be read. */
  id: string | null
  /** As it is in the list of known menus; null if only orders name it. */
  listed: WireMenu | null
  /** As it was last read with its contents; null if it never was. */
  stored: WireMenu | null
}

/**
 * The store's own menus among the known ones, and those that only its orders name. `stored` are the
 * menus of the last read.
 */
export function targetsOf(
  all: readonly WireMenu[],
  own: readonly WireMenu[],
  stored: readonly WireMenu[],
  ordered: readonly string[],
): Target[] {
  const named = own.map((menu): Target => {
    const ids = idsOfMenu(menu.menu)
    const same = stored.find((each) => idsOfMenu(each.menu).some((id) => ids.includes(id)))
    const isStored = same === undefined && stored.includes(menu)
    return { id: ids[0] ?? null, listed: menu, stored: same ?? (isStored ? menu : null) }
  })
  const idsOfKnown = new Set(all.flatMap(({ menu }) => idsOfMenu(menu)))
  const others = ordered.filter((id) => !idsOfKnown.has(id))
  return [...named, ...others.map((id) => ({ id, listed: null, stored: null }))]
}

interface SingleMenus {
  /** As they were read now, or stored before. */
  menus: WireMenu[]
  /** The paths in `menus` of what could not be read. */
  unread: string[]
  /** Stored menus that could not be read now. */
  kept: WireMenu[]
  /** How many menus could not be read and were never stored. */
  missing: number
  /** How many were read now, and how many were not. */
  count: number
  failed: number
  /** The first failure; null if there was none. */
  failure: CallFailure | null
  /** When the platform answered first, epoch milliseconds. */
  answeredAt: number | null
  /** Everything is as it was stored. */
  isRepeat: boolean
}

/** The failure is not about this menu alone, so the others would fail as well. */
const isAboutAll = ({ kind, status }: CallFailure): boolean =>
  ['not-sent', 'portal', 'called-off'].includes(kind) ||
  (kind === 'answered' && [401, 403, 429, 503].includes(status ?? 0))

const isGone = ({ kind, status }: CallFailure): boolean => kind === 'answered' && status === 404

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

/** A menu that was not read stays as it was stored. */
function leaveAsStored(read: SingleMenus, { stored, listed }: Target): void {
  read.failed += 1
  read.isRepeat = false
  if (stored === null) read.missing += 1
  else read.kept.push(stored)
  const menu = stored ?? listed
  if (menu !== null) read.menus.push(menu)
}

/** Reads menus one after the other. A menu that fails stays as it was stored. */
export async function readSingly(
  connection: Connection,
  targets: readonly Target[],
  { memory, isStopped }: { memory: AnswerMemory; isStopped: () => boolean },
): Promise<SingleMenus> {
  const read: SingleMenus = {
    menus: [],
    unread: [],
    kept: [],
    missing: 0,
    count: 0,
    failed: 0,
    failure: null,
    answeredAt: null,
    isRepeat: true,
  }
  let recordCount = 0
  let isOver = false

  for (const [nth, target] of targets.entries()) {
    const { id } = target
    if (id === null || nth >= maxSingly || isOver || isStopped()) {
      leaveAsStored(read, target)
      continue
    }
    const result = await readMenu(connection, { params: { menuId: id } }, { memory })
    if (!result.ok) {
      read.failure ??= result.failure
      isOver = isAboutAll(result.failure)
      // An old order may name a menu that is gone.
      if (target.listed !== null || !isGone(result.failure)) leaveAsStored(read, target)
      continue
    }
    const menu = result.repeated === true ? target.stored : result.value
    recordCount += countThings(menu)
    if (menu === null || recordCount > maxRecords) {
      isOver = recordCount > maxRecords
      leaveAsStored(read, target)
      continue
    }
    read.count += 1
    read.isRepeat &&= result.repeated === true
    read.answeredAt = earlier(read.answeredAt, result.answeredAt)
    for (const path of result.unread ?? []) read.unread.push(`${String(read.menus.length)}.${path}`)
    read.menus.push(menu)
  }
  return read
}
