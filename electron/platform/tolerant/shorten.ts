import type { Steps } from '#contract/steps.ts'

/** What a list or an object costs beside its members, as much as so many characters: each is read, kept and shown by itself. */
const aroundMembers = 100
/** A text that is cut keeps no more characters than this: nobody reads more of it in a kitchen. */
const longestText = 8_000
/** Each member of a list or an object may keep this much, however many there are; the last ones are dropped instead. */
const leastShare = 1_024
/** Of so many members it is worked out how much each may keep; of more, each may keep the least. */
const mostShared = 4_096

type Fields = Readonly<Record<string, unknown>>

/** Sizes of lists and objects: characters of JSON, and what each list and object costs. */
type Sizes = Map<object, number>

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Of what is in no list and no object. */
const plainSize = (value: unknown): number => (typeof value === 'string' ? value.length + 2 : 5)

/** What is left of `room` once a value has taken its size; below nothing as soon as it is larger, and looked at no further. */
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

function* measure(value: object, sizes: Sizes): Steps<number> {
  let size = aroundMembers
  // No pairs of names and members: there may be millions.
  const names = Array.isArray(value) ? null : Object.keys(value)
  const members: readonly unknown[] = names === null ? (value as unknown[]) : Object.values(value)
  for (const name of names ?? []) size += name.length + 3
  for (const member of members)
    size += isContainer(member) ? yield* measure(member, sizes) : plainSize(member)
  sizes.set(value, size)
  yield
  return size
}

/** The most that one member may keep so that all of them together keep no more than `most`. */
function shareOf(sizes: readonly number[], most: number): number {
  let left = most
  let members = sizes.length
  for (const size of sizes.toSorted((one, other) => one - other)) {
    if (size * members > left) return left / members
    left -= size
    members -= 1
  }
  return Infinity
}

/** Cuts a text, and no sign of two code units in half. */
const cutText = (text: string, length: number): string =>
  text.slice(0, Math.min(length, longestText)).replace(/[\uD800-\uDBFF]$/, '')

const nameWithin = (path: string, key: string | number): string =>
  path === '' ? String(key) : `${path}.${String(key)}`

interface Cutting {
  sizes: Sizes
  /** Grows. */
  cut: string[]
}

function* cutValue(value: unknown, most: number, path: string, along: Cutting): Steps<unknown> {
  const { sizes, cut } = along
  if (!isContainer(value)) {
    if (typeof value !== 'string' || plainSize(value) <= most) return value
    cut.push(path)
    return cutText(value, most)
  }
  if ((sizes.get(value) ?? 0) <= most) return value
  const names = Array.isArray(value) ? null : Object.keys(value)
  const members: readonly unknown[] = names === null ? (value as unknown[]) : Object.values(value)
  const sizeOf = (member: unknown): number =>
    isContainer(member) ? (sizes.get(member) ?? 0) : plainSize(member)
  const room = most - aroundMembers
  const share =
    members.length > mostShared
      ? leastShare
      : Math.max(leastShare, shareOf(members.map(sizeOf), room))
  const stored: unknown[] = []
  let left = room
  for (const [nth, member] of members.entries()) {
    const within = nameWithin(path, names?.[nth] ?? nth)
    left -= Math.min(sizeOf(member), share)
    if (left < 0) {
      cut.push(names === null ? path : within)
      break
    }
    stored.push(yield* cutValue(member, share, within, along))
    yield
  }
  if (names === null) return stored
  const fields = stored.map((member, nth): [string, unknown] => [names[nth] ?? '', member])
  return Object.fromEntries(fields)
}

/**
 * What is larger than `most` (characters, and 100 for each list and object), shortened to that: long texts are cut, and of long lists and objects
 * the last members are dropped. What is short beside it stays whole. Where fields have to be dropped, `first` names those
 * that are kept before others. `cut` has the paths of what was shortened: `items` for a list without its end,
 * `items.0.comment` for a text.
 */
export function* shorten(
  value: unknown,
  most: number,
  first: readonly string[] = [],
): Steps<{ value: unknown; cut: string[] }> {
  const cut: string[] = []
  if (!isContainer(value) || roomAfter(value, most) >= 0) return { value, cut }
  const sizes: Sizes = new Map()
  const size = yield* measure(value, sizes)
  let ordered: object = value
  if (!Array.isArray(value)) {
    const fields = value as Fields
    const own = first.filter((name) => Object.hasOwn(fields, name))
    ordered = { ...Object.fromEntries(own.map((name) => [name, fields[name]])), ...fields }
    sizes.set(ordered, size)
  }
  return { value: yield* cutValue(ordered, most, '', { sizes, cut }), cut }
}
