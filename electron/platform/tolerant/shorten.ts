/**
 * The cost of a list or object without its members, in characters: each is parsed, stored and shown
 * separately.
 */
const aroundMembers = 100
/** The length of a cut text: nobody reads more in a kitchen. */
const maxText = 8_000
/** The minimum for each member of a list or object; the last ones are dropped instead. */
const minShare = 1_024
/** For this many members the share of each is calculated; with more, each gets the minimum. */
const maxShared = 4_096

type Fields = Readonly<Record<string, unknown>>

/** Sizes of lists and objects: characters of JSON, plus a cost for each list and object. */
type Sizes = Map<object, number>

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** For single values. */
const plainSize = (value: unknown): number => (typeof value === 'string' ? value.length + 2 : 5)

/**
 * What is left of `room` after a value; negative as soon as it is larger, without looking further.
 */
function roomAfter(value: unknown, room: number): number {
  if (!isContainer(value)) return room - plainSize(value)
  let left = room - aroundMembers
  if (Array.isArray(value)) {
    for (const member of value as unknown[]) {
      if (left < 0) return left
      left = roomAfter(member, left)
    }
    return left
  }
  const fields = value as Fields
  for (const name of Object.keys(fields)) {
    if (left < 0) return left
    left = roomAfter(fields[name], left - name.length - 3)
  }
  return left
}

function measure(value: object, sizes: Sizes): number {
  let size = aroundMembers
  // No arrays of entries: there may be millions.
  const names = Array.isArray(value) ? null : Object.keys(value)
  const members: readonly unknown[] = names === null ? (value as unknown[]) : Object.values(value)
  for (const name of names ?? []) size += name.length + 3
  for (const member of members)
    size += isContainer(member) ? measure(member, sizes) : plainSize(member)
  sizes.set(value, size)
  return size
}

/** The maximum for each member so that all together stay below `most`. */
function shareOf(sizes: readonly number[], max: number): number {
  let left = max
  let members = sizes.length
  for (const size of sizes.toSorted((one, other) => one - other)) {
    if (size * members > left) return left / members
    left -= size
    members -= 1
  }
  return Infinity
}

/** Cuts a text without splitting a surrogate pair. */
const cutText = (text: string, length: number): string =>
  text.slice(0, Math.min(length, maxText)).replace(/[\uD800-\uDBFF]$/, '')

const nameWithin = (path: string, key: string | number): string =>
  path === '' ? String(key) : `${path}.${String(key)}`

const sizeOf = (value: unknown, sizes: Sizes): number =>
  isContainer(value) ? (sizes.get(value) ?? 0) : plainSize(value)

interface Cutting {
  sizes: Sizes
  /** Grows. */
  cut: string[]
}

function cutValue(value: unknown, max: number, path: string, along: Cutting): unknown {
  const { sizes, cut } = along
  if (!isContainer(value)) {
    if (typeof value !== 'string' || plainSize(value) <= max) return value
    cut.push(path)
    return cutText(value, max)
  }
  if ((sizes.get(value) ?? 0) <= max) return value
  const names = Array.isArray(value) ? null : Object.keys(value)
  const members: readonly unknown[] = names === null ? (value as unknown[]) : Object.values(value)
  const room = max - aroundMembers
  const share =
    members.length > maxShared
      ? minShare
      : Math.max(
          minShare,
          shareOf(
            members.map((member) => sizeOf(member, sizes)),
            room,
          ),
        )
  const stored: unknown[] = []
  let left = room
  for (const [nth, member] of members.entries()) {
    const within = nameWithin(path, names?.[nth] ?? nth)
    left -= Math.min(sizeOf(member, sizes), share)
    if (left < 0) {
      cut.push(names === null ? path : within)
      break
    }
    stored.push(cutValue(member, share, within, along))
  }
  if (names === null) return stored
  const fields = stored.map((member, nth): [string, unknown] => [names[nth] ?? '', member])
  return Object.fromEntries(fields)
}

/**
 * Shortens a value larger than `most` (characters, plus 100 for each list and object): long texts
 * are cut, and the last members of long lists and objects are dropped. Short neighbours stay whole.
 * If fields must be dropped, `first` names those to keep. `cut` has the paths of what was
 * shortened: `items` for a list without its end, `items.0.comment` for a text.
 */
export function shorten(
  value: unknown,
  max: number,
  first: readonly string[] = [],
): { value: unknown; cut: string[] } {
  const cut: string[] = []
  if (!isContainer(value) || roomAfter(value, max) >= 0) return { value, cut }
  const sizes: Sizes = new Map()
  const size = measure(value, sizes)
  let ordered: object = value
  if (!Array.isArray(value)) {
    const fields = value as Fields
    const own = first.filter((name) => Object.hasOwn(fields, name))
    ordered = { ...Object.fromEntries(own.map((name) => [name, fields[name]])), ...fields }
    sizes.set(ordered, size)
  }
  return { value: cutValue(ordered, max, '', { sizes, cut }), cut }
}
