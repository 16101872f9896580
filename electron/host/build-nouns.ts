import type { DeliveryKind } from '#contract/deliveries/delivery.ts'
import type { contracts } from '#contract/index.ts'
import type { Handlers } from './dispatch.ts'
import type { AnyNoun, AnyParts, Context, News, Use } from './noun.ts'
import type { OutboxKinds } from './outbox/rules.ts'

/** The nouns of one store. */
export interface BuiltNouns {
  /** Builds each after those that it needs. */
  build(context: Omit<Context, 'use' | 'allNouns'>): void
  /** Those that are built, in the order of their list. */
  readonly parts: readonly AnyParts[]
  /** What a noun offers to others. Throws before it is built. */
  readonly api: Use
  /** Of all of them. */
  readonly handlers: Handlers
  readonly kinds: OutboxKinds
  tell<Name extends keyof News>(name: Name, news: News[Name]): Promise<unknown>
}

type KindsOf<One> = One extends { create(context: Context): { outbox?: infer Kinds } }
  ? keyof NonNullable<Kinds>
  : never
type NameOf<One> = One extends AnyNoun ? One['contract']['name'] : never
/** What is answered, or told, by whoever opens a store and not by a noun. */
type NotOfNouns = 'connection' | 'host'
/** A contract or a kind of the outbox that no noun of the list has. */
type Missing<All extends readonly AnyNoun[]> =
  | Exclude<(typeof contracts)[number]['name'], NameOf<All[number]> | NotOfNouns>
  | Exclude<DeliveryKind, KindsOf<All[number]>>

/** The list of all nouns. One that lacks a contract or a kind of the outbox does not compile. */
export const everyNoun = <const All extends readonly AnyNoun[]>(
  nouns: All & ([Missing<All>] extends [never] ? unknown : Missing<All>),
): readonly AnyNoun[] => nouns

/** Builds what the nouns of a list declare. */
export function createNouns(nouns: readonly AnyNoun[]): BuiltNouns {
  const built = new Map<AnyNoun, AnyParts>()
  let parts: AnyParts[] = []
  let kinds = {} as OutboxKinds
  const joined = (part: 'handlers' | 'outbox') =>
    Object.assign({}, ...parts.map((each) => each[part])) as unknown

  function api<Api>(noun: AnyNoun): Api {
    const found = built.get(noun)
    if (found === undefined) throw new Error(`${noun.contract.name} is not built`)
    return found.api as Api
  }

  return {
    build(context) {
      function build(noun: AnyNoun): void {
        if (built.has(noun)) return
        noun.needs.forEach(build)
        const use: Use = (other) => {
          if (noun.needs.includes(other)) return api(other)
          throw new Error(`${noun.contract.name} does not need ${other.contract.name}`)
        }
        built.set(noun, noun.create({ ...context, use, allNouns: () => parts }))
        parts = nouns.flatMap((each) => built.get(each) ?? [])
      }
      nouns.forEach(build)
      kinds = joined('outbox') as OutboxKinds
    },
    get parts() {
      return parts
    },
    api,
    get handlers() {
      return joined('handlers') as Handlers
    },
    get kinds() {
      return kinds
    },
    tell: (name, news) =>
      Promise.all(
        parts.map(({ listens: listen }) => {
          const hear: ((news: never) => unknown) | undefined = listen?.[name]
          return hear?.(news as never)
        }),
      ),
  }
}
