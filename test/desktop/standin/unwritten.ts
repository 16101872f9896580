import { EventEmitter } from 'node:events'

/**
 * Names that languages and tools look up on any object; looking them up is not a use of Electron.
 */
const probes = new Set(['then', 'toJSON', 'default', '__esModule', 'inspect', 'module.exports'])

/** What a missing member does, however it is used. */
function missing(path: string): never {
  throw new Error(`stand-in: electron.${path} is not provided`)
}

/** The end of a prototype chain: anything that was not found before throws by name. */
function endOfChain(name: string, base: object): object {
  return new Proxy(base, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || probes.has(key)) {
        return Reflect.get(target, key, receiver) as unknown
      }
      return missing(`${name}.${key}`)
    },
  })
}

export function strict<Members extends object>(name: string, members: Members): Members {
  return Object.setPrototypeOf(members, endOfChain(name, Object.prototype)) as Members
}

/** Makes instances and statics of an emitter class throw by name for missing members. */
export function strictEmitter(name: string, emitter: { prototype: EventEmitter }): void {
  for (const part of [emitter.prototype, emitter]) {
    Object.setPrototypeOf(part, endOfChain(name, Object.getPrototypeOf(part) as object))
  }
}

/**
 * An emitter that rejects listeners for events that it never emits, instead of letting them wait
 * forever.
 */
export class KnownEvents extends EventEmitter {
  constructor(name: string, events: readonly string[]) {
    super()
    this.setMaxListeners(0)
    this.on('newListener', (event: string) => {
      if (!events.includes(event)) missing(`${name}.on('${event}')`)
    })
  }
}

/** A missing part of Electron: any use of it throws. */
export function unwritten(name: string): never {
  return new Proxy(function () {}, {
    get: (_target, key) =>
      typeof key === 'symbol' || probes.has(key) ? undefined : missing(`${name}.${key}`),
    apply: () => missing(`${name}()`),
    construct: () => missing(name),
  }) as never
}

export class Preventable {
  defaultPrevented = false
  preventDefault(): void {
    this.defaultPrevented = true
  }
}
