import type { DeliveryKind } from '#contract/deliveries/delivery.ts'
import type { contracts } from '#contract/index.ts'
import type { Handlers } from './dispatch.ts'
import type { AnyNoun, AnyNounDefinition, Context, NounEvents, Use } from './noun.ts'
import type { OutboxKinds } from './outbox/rules.ts'

export interface BuiltNouns {
  /** Builds each noun after the nouns that it needs. */
  build(context: Omit<Context, 'use' | 'allNouns'>): void
  /** The nouns that are built, in the order of their list. */
  readonly parts: readonly AnyNounDefinition[]
  /** The `api` of a noun. Throws before the noun is built. */
  readonly api: Use
  readonly handlers: Handlers
  readonly kinds: OutboxKinds
  announce<Name extends keyof NounEvents>(name: Name, news: NounEvents[Name]): Promise<unknown>
}

type KindsOf<One> = One extends { create(context: Context): { outbox?: infer Kinds } }
  ? keyof NonNullable<Kinds>
  : never
type NameOf<One> = One extends AnyNoun ? One['contract']['name'] : never
/** The contracts and kinds that the opener of a store answers, not a noun. */
type NotOfNouns = 'connection' | 'profiles' | 'host'
/** A contract or an outbox kind that no noun of the list has. */
type Missing<All extends readonly AnyNoun[]> =
  | Exclude<(typeof contracts)[number]['name'], NameOf<All[number]> | NotOfNouns>
  | Exclude<DeliveryKind, KindsOf<All[number]>>

/** Checks the list of nouns: one without a contract or an outbox kind doesn't compile. */
export const everyNoun = <const All extends readonly AnyNoun[]>(
  nouns: All & ([Missing<All>] extends [never] ? unknown : Missing<All>),
): readonly AnyNoun[] => nouns

export function createNouns(nouns: readonly AnyNoun[]): BuiltNouns {
  const built = new Map<AnyNoun, AnyNounDefinition>()
  let parts: AnyNounDefinition[] = []
  let kinds = {} as OutboxKinds
  const joined = (part: 'handlers' | 'outbox') =>
    Object.assign({}, ...parts.map((each) => each[part])) as unknown

  const api: Use = (noun) => {
    const found = built.get(noun)
    if (found === undefined) throw new Error(`${noun.contract.name} is not built`)
    return (found.api ?? found) as ReturnType<typeof api<ReturnType<typeof noun.create>>>
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
    announce: (name, news) =>
      Promise.all(
        parts.map(({ listens: listen }) => {
          const listener: ((news: never) => unknown) | undefined = listen?.[name]
          return listener?.(news as never)
        }),
      ),
  }
}
