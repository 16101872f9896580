import type { Steps } from '#contract/steps.ts'

/** Deeper than any answer: what walks through one may then call itself. */
const mostDepth = 100
/** A menu of 16 MB has some 200,000 lists and objects. Of `{}` alone there would be five million, and 300 MB of them. */
const mostContainers = 1_000_000
/** An object of more is read in one step all the same, and takes longer than a step may. */
const mostFields = 10_000
/** So many characters are parsed in one step: about a millisecond. */
const pieceLength = 64 * 1024
/** So many are looked through in one step. */
const lookLength = 512 * 1024

/** Why a text was not read that is no JSON at all. */
export const notJson = 'not JSON'

type JsonReading = { ok: true; value: unknown } | { ok: false; why: string }

/** A list or an object that is longer than a piece, and is put together from several. */
interface Frame {
  isList: boolean
  /** What it has so far. */
  value: unknown[] | Record<string, unknown>
  isEmpty: boolean
}

const blank = /^[ \t\n\r]*$/

function demand(holds: boolean): void {
  if (!holds) throw new SyntaxError(notJson)
}

/** Sets a field as JSON.parse does: `__proto__` is a name like any other. */
function setField(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') fields[name] = value
  else
    Object.defineProperty(fields, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })
}

/** Adds whole members, as they are written between two commas of a list or an object. */
function addMembers(frame: Frame, text: string): void {
  const { value } = frame
  if (Array.isArray(value)) {
    const members = JSON.parse(`[${text}]`) as unknown[]
    demand(members.length > 0)
    for (const member of members) value.push(member)
  } else {
    const members = Object.entries(JSON.parse(`{${text}}`) as Record<string, unknown>)
    demand(members.length > 0)
    for (const [name, member] of members) setField(value, name, member)
  }
  frame.isEmpty = false
}

/** Adds a list or an object whose members follow; `before` is what is written between the last comma and its bracket. */
function addFrame(around: Frame | undefined, before: string, isList: boolean): Frame {
  const frame: Frame = { isList, value: isList ? [] : {}, isEmpty: true }
  if (around === undefined || Array.isArray(around.value)) {
    demand(blank.test(before))
    if (Array.isArray(around?.value)) around.value.push(frame.value)
  } else {
    const [name, ...others] = Object.keys(JSON.parse(`{${before}[]}`) as object)
    if (name === undefined || others.length > 0) throw new SyntaxError(notJson)
    setField(around.value, name, frame.value)
  }
  if (around !== undefined) around.isEmpty = false
  return frame
}

/** JSON.parse in steps, a piece of the text in each. Throws SyntaxError as that does, and RangeError beyond the limits. */
function* parse(text: string, piece: number): Steps<unknown> {
  /** By depth, where each list or object that is open begins, and the last comma of its own. */
  const begins: number[] = []
  const commas: number[] = []
  const members: number[] = []
  /** Those of them that are put together here, the outermost first. */
  const frames: Frame[] = []
  let [depth, containers, looked] = [0, 0, 0]
  let root: Frame | null = null
  /** Where what is not parsed yet begins, within the innermost frame. */
  let from = 0
  /** A frame ended at `from`: a comma or a bracket is next. */
  let isEnded = false
  let isInText = false

  /** Parses what is whole, and opens what is longer than a piece by itself. */
  function cut(at: number): void {
    while (at - from > piece) {
      const frame = frames.at(-1)
      const comma = commas[frames.length - 1] ?? 0
      if (frame !== undefined && comma > from) {
        addMembers(frame, text.slice(from, comma))
        from = comma + 1
        continue
      }
      const begin = begins[frames.length]
      // One text or number that is longer than a piece.
      if (begin === undefined || frames.length >= depth) return
      const opened = addFrame(frame, text.slice(from, begin), text.charCodeAt(begin) === 91)
      root ??= opened
      frames.push(opened)
      from = begin + 1
    }
  }

  function close(at: number, isList: boolean): void {
    const frame = frames.pop()
    if (frame?.isList !== isList) throw new SyntaxError(notJson)
    const rest = text.slice(from, at)
    if (isEnded) demand(blank.test(rest))
    else if (!frame.isEmpty || !blank.test(rest)) addMembers(frame, rest)
    from = at + 1
    isEnded = true
  }

  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (at - looked > lookLength) {
      looked = at
      yield
    }
    if (isInText) {
      if (code === 92) at++
      else if (code === 34) isInText = false
    } else if (code === 34) isInText = true
    else if (code === 44) {
      commas[depth - 1] = at
      const count = (members[depth - 1] ?? 0) + 1
      members[depth - 1] = count
      if (count >= mostFields && text.charCodeAt(begins[depth - 1] ?? 0) === 123)
        throw new RangeError(`an object of more than ${String(mostFields)} fields`)
      if (isEnded && depth === frames.length) {
        demand(depth > 0 && blank.test(text.slice(from, at)))
        from = at + 1
        isEnded = false
      } else if (at - from > piece) {
        cut(at)
        yield
      }
    } else if (code === 91 || code === 123) {
      demand(!(isEnded && depth === frames.length))
      begins[depth] = commas[depth] = at
      members[depth] = 0
      if (++depth > mostDepth) throw new RangeError(`more than ${String(mostDepth)} levels deep`)
      if (++containers > mostContainers)
        throw new RangeError(`more than ${String(mostContainers)} lists and objects`)
    } else if (code === 93 || code === 125) {
      demand(depth > 0)
      if (depth === frames.length) close(at, code === 93)
      depth--
    }
  }
  if (root === null) return JSON.parse(text)
  demand(depth === 0 && blank.test(text.slice(from)))
  return (root as Frame).value
}

/**
 * What JSON.parse makes of a text, in steps; or why it is not the platform's: no JSON, deeper than 100 levels, of more
 * lists and objects than a million, or with an object of more fields than 10,000.
 */
export function* readJson(text: string, piece = pieceLength): Steps<JsonReading> {
  try {
    return { ok: true, value: yield* parse(text, piece) }
  } catch (cause) {
    if (cause instanceof SyntaxError) return { ok: false, why: notJson }
    if (cause instanceof RangeError) return { ok: false, why: `JSON of ${cause.message}` }
    throw cause
  }
}
