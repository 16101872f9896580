import type { DeliveryKind } from '#contract/deliveries/delivery.ts'
import type { contracts } from '#contract/index.ts'
import type { Handlers } from '../dispatch.ts'
import type { AnyNoun, AnyNounDefinition, Context, NounEvents } from '../noun.ts'
import type { OutboxKinds } from '../outbox/rules.ts'

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

/** What nouns get, without what this file adds. */
type NounContext = Omit<Context, 'use' | 'allNouns'>
type NounThatMakes<Definition> = AnyNoun & { create(context: Context): Definition }
/** The nouns of an open store. */
export class Nouns {
  readonly #list: readonly AnyNoun[]
  readonly #built = new Map<AnyNoun, AnyNounDefinition>()
  #parts: readonly AnyNounDefinition[] = []
  #kinds = {} as OutboxKinds

  constructor(list: readonly AnyNoun[]) {
    this.#list = list
  }

  /** Those that are built, in the order of their list. */
  get parts(): readonly AnyNounDefinition[] {
    return this.#parts
  }

  get handlers(): Handlers {
    return this.#joined('handlers') as Handlers
  }

  get kinds(): OutboxKinds {
    return this.#kinds
  }

  /** Builds each noun after the nouns that it needs. */
  build(context: NounContext): void {
    for (const noun of this.#list) this.#build(noun, context)
    this.#kinds = this.#joined('outbox') as OutboxKinds
  }

  /** The object of a noun. Throws before the noun is built. */
  api<Definition extends AnyNounDefinition>(noun: NounThatMakes<Definition>): Definition {
    const part = this.#built.get(noun)
    if (part === undefined) throw new Error(`${noun.contract.name} is not built`)
    return part as Definition
  }

  announce<Name extends keyof NounEvents>(name: Name, news: NounEvents[Name]): Promise<unknown> {
    return Promise.all(
      this.#parts.map((part) => {
        const listener: ((news: never) => unknown) | undefined = part.listens?.[name]
        return listener?.(news as never)
      }),
    )
  }

  #build(noun: AnyNoun, context: NounContext): void {
    if (this.#built.has(noun)) return
    for (const needed of noun.needs) this.#build(needed, context)
    const part = noun.create({
      ...context,
      use: (other) => this.#use(noun, other),
      allNouns: () => this.#parts,
    })
    this.#built.set(noun, part)
    this.#parts = this.#list.flatMap((each) => this.#built.get(each) ?? [])
  }

  #use<Definition extends AnyNounDefinition>(noun: AnyNoun, other: NounThatMakes<Definition>) {
    if (noun.needs.includes(other)) return this.api(other)
    throw new Error(`${noun.contract.name} does not need ${other.contract.name}`)
  }

  #joined(part: 'handlers' | 'outbox'): unknown {
    return Object.assign({}, ...this.#parts.map((each) => each[part])) as unknown
  }
}
