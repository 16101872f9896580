import type { Steps } from '#contract/steps.ts'

/** Deeper than any answer, and safe for recursion. */
const mostDepth = 100
/**
 * A menu of 16 MB has about 200,000 lists and objects. Of `{}` alone there would be five million,
 * using 300 MB.
 */
const mostContainers = 1_000_000
/** A larger object would be parsed in one step, which takes too long. */
const mostFields = 10_000
/** This many characters are parsed in one step: about a millisecond. */
const chunkLength = 64 * 1024
/** This many are scanned in one step. */
const lookLength = 512 * 1024

/** Why a text isn't JSON. */
export const notJson = 'not JSON'

type ParsedJson = { ok: true; value: unknown } | { ok: false; why: string }

/** A list or object that is longer than a chunk, and is built from several. */
interface Frame {
  isList: boolean
  /** Its content so far. */
  value: unknown[] | Record<string, unknown>
  isEmpty: boolean
}

const [quote, comma, backslash] = [34, 44, 92]
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125]
const blank = /^[ \t\n\r]*$/

function demand(holds: boolean): void {
  if (!holds) throw new SyntaxError(notJson)
}

/** Sets a field like JSON.parse: `__proto__` is an ordinary name. */
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

/** Adds whole members, as written between two commas. */
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

/**
 * Adds a list or object whose members follow; `before` is the text between the last comma and its
 * bracket.
 */
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

/** Where open lists and objects start, the last comma of each, and their number of members. */
interface Open {
  begin: number
  comma: number
  commas: number
}

/** Builds what is longer than a chunk; shorter values are parsed with their neighbours. */
function createChunks(text: string, chunk: number) {
  /** The lists and objects being built, outermost first. */
  const frames: Frame[] = []
  let root: Frame | null = null
  /** Where unparsed text starts, in the innermost frame. */
  let from = 0
  /** A frame ended at `from`: next is a comma or bracket. */
  let isEnded = false

  const isOwn = (depth: number): boolean => depth === frames.length

  return {
    /**
     * Parses what is complete, and opens values longer than a chunk. Returns whether there was a
     * chunk.
     */
    comma(at: number, open: readonly Open[]): boolean {
      if (isEnded && isOwn(open.length)) {
        demand(blank.test(text.slice(from, at)))
        from = at + 1
        isEnded = false
      }
      if (at - from <= chunk) return false
      while (at - from > chunk) {
        const frame = frames.at(-1)
        const { comma } = open[frames.length - 1] ?? { comma: 0 }
        if (frame !== undefined && comma > from) {
          addMembers(frame, text.slice(from, comma))
          from = comma + 1
          continue
        }
        const inner = open[frames.length]
        // A text or number longer than a chunk.
        if (inner === undefined) return true
        const before = text.slice(from, inner.begin)
        const opened = addFrame(frame, before, text.charCodeAt(inner.begin) === openList)
        root ??= opened
        frames.push(opened)
        from = inner.begin + 1
      }
      return true
    },
    begin(depth: number): void {
      demand(!(isEnded && isOwn(depth)))
    },
    end(at: number, depth: number): void {
      if (!isOwn(depth)) return
      const frame = frames.pop()
      if (frame?.isList !== (text.charCodeAt(at) === closeList)) throw new SyntaxError(notJson)
      const rest = text.slice(from, at)
      if (isEnded) demand(blank.test(rest))
      else if (!frame.isEmpty || !blank.test(rest)) addMembers(frame, rest)
      from = at + 1
      isEnded = true
    },
    /** The whole value, once the text was scanned. */
    whole(): unknown {
      if (root === null) return JSON.parse(text)
      demand(frames.length === 0 && blank.test(text.slice(from)))
      return root.value
    },
  }
}

function demandNarrow({ begin, commas }: Open, text: string): void {
  if (commas >= mostFields && text.charCodeAt(begin) === openObject)
    throw new RangeError(`an object of more than ${String(mostFields)} fields`)
}

const tooDeep = (levels: number): string => `more than ${String(levels)} levels deep`

/** For a text no longer than a chunk: most are, thousands a second. Throws like `parse`. */
function parseShort(text: string, levels: number): unknown {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInText) {
      if (code === backslash) at++
      else if (code === quote) isInText = false
    } else if (code === quote) isInText = true
    else if (code === openObject || code === openList) {
      if (++depth > levels) throw new RangeError(tooDeep(levels))
    } else if (code === closeObject || code === closeList) depth--
  }
  return JSON.parse(text)
}

/**
 * JSON.parse in steps, one chunk each. Throws SyntaxError like it, and RangeError beyond the
 * limits.
 */
function* parse(text: string, chunk: number, levels: number): Steps<unknown> {
  if (text.length <= chunk) return parseShort(text, levels)
  const chunks = createChunks(text, chunk)
  const open: Open[] = []
  let [containers, looked] = [0, 0]
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (at - looked > lookLength) {
      looked = at
      yield
    }
    if (isInText) {
      if (code === backslash) at++
      else if (code === quote) isInText = false
    } else if (code === quote) isInText = true
    else if (code === comma) {
      const own = open.at(-1)
      if (own === undefined) throw new SyntaxError(notJson)
      own.comma = at
      own.commas += 1
      demandNarrow(own, text)
      if (chunks.comma(at, open)) yield
    } else if (code === openList || code === openObject) {
      chunks.begin(open.length)
      if (open.push({ begin: at, comma: at, commas: 0 }) > levels)
        throw new RangeError(tooDeep(levels))
      if (++containers > mostContainers)
        throw new RangeError(`more than ${String(mostContainers)} lists and objects`)
    } else if (code === closeList || code === closeObject) {
      demand(open.length > 0)
      chunks.end(at, open.length)
      open.pop()
    }
  }
  return chunks.whole()
}

/**
 * JSON.parse in steps, or why the text isn't the platform's: no JSON, deeper than `levels`, more
 * than a million lists and objects, or an object with more than 10,000 fields. `chunk` is the
 * number of characters per step.
 */
export function* readJson(
  text: string,
  { chunk = chunkLength, levels = mostDepth }: { chunk?: number; levels?: number } = {},
): Steps<ParsedJson> {
  try {
    return { ok: true, value: yield* parse(text, chunk, levels) }
  } catch (cause) {
    if (cause instanceof SyntaxError) return { ok: false, why: notJson }
    if (cause instanceof RangeError) return { ok: false, why: `JSON of ${cause.message}` }
    throw cause
  }
}
