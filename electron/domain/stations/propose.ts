import type {
  ProposedKind,
  ProposedStation,
  StationColor,
  StationIcon,
  StationRule,
} from '#contract/stations/station.ts'
import type { MenuItems } from '../menu/menu-items.ts'
import { searchTerms } from '../text/search-terms.ts'

interface Kind {
  kind: ProposedKind
  color: StationColor
  icon: StationIcon
  /**
   * How the names of its categories begin a word, in English, Spanish and Portuguese; with a dot the
   * whole word.
   */
  starts: readonly string[]
}

const startsOf = (text: string): string[] => text.toUpperCase().trim().split(/\s+/)

/** The first that matches counts, so the special ones come first. */
const kinds: readonly Kind[] = [
  {
    kind: 'sushi',
    color: 'teal',
    icon: 'fish',
    starts: startsOf('sushi roll maki nigiri sashimi temaki'),
  },
  { kind: 'pizza', color: 'orange', icon: 'pizza', starts: startsOf('pizz calzone esfiha') },
  {
    kind: 'coffee',
    color: 'amber',
    icon: 'coffee',
    starts: startsOf('coffee cafe cafeteria tea. teas. te. tes. infusi espresso cha. chas. capuc'),
  },
  {
    kind: 'desserts',
    color: 'violet',
    icon: 'cake',
    starts: startsOf(
      'dessert sweet cake ice. helad gelato postre dulce pastel torta reposteria sobremesa doce bolo. bolos. sorvete waffle pancake',
    ),
  },
  {
    kind: 'bar',
    color: 'blue',
    icon: 'cup',
    starts: startsOf(
      'bar. drink bever beer wine cocktail soda juice smoothie bebid bebest cerve vino vinho coctel jugo suco refresco trago aperitivo liquado batido agua. aguas. refriger drinque licor shake',
    ),
  },
  {
    kind: 'cold',
    color: 'green',
    icon: 'salad',
    starts: startsOf('salad cold ceviche ensalad frio fria bowl poke tiradito carpaccio tartar'),
  },
  {
    kind: 'fryer',
    color: 'amber',
    icon: 'pan',
    starts: startsOf(
      'fries fried fry papas frita frito empanad nugget wing alita croqueta pastele porcao porcoes side acompan agregado guarnic',
    ),
  },
  {
    kind: 'grill',
    color: 'red',
    icon: 'flame',
    starts: startsOf(
      'grill burger steak bbq barbecue meat chicken parrill hamburgu carne asado pollo churras lomo brasa plancha grelhad frango lanche sandwich sanduiche completo hot',
    ),
  },
]

const kindOf = (name: string): Kind | undefined => {
  const words = searchTerms(name)
  return kinds.find(({ starts }) =>
    starts.some((start) => words.some((word) => `${word}.`.startsWith(start))),
  )
}

const sizeOf = ({ categories }: ProposedStation): number =>
  categories.reduce((sum, { products }) => sum + products, 0)

/**
 * Stations that the categories of the menu suggest by their names, those with most products first.
 * Categories that a rule already has are left out.
 */
export function proposeStations(
  { groups, categories }: Pick<MenuItems, 'groups' | 'categories'>,
  rules: readonly StationRule[],
): ProposedStation[] {
  const categoriesWithRule = new Set(
    rules.flatMap(({ by, key }) => (by === 'category' ? [key] : [])),
  )
  const products = new Map<string, number>()
  for (const of of categories.values())
    for (const id of of) products.set(id, (products.get(id) ?? 0) + 1)
  const proposed = new Map<Kind, ProposedStation['categories']>()
  for (const { id, kind: group, name } of groups) {
    const count = products.get(id) ?? 0
    const kind =
      group === 'category' && count > 0 && !categoriesWithRule.has(id) ? kindOf(name) : undefined
    if (kind !== undefined)
      proposed.set(kind, [...(proposed.get(kind) ?? []), { id, name, products: count }])
  }
  return [...proposed]
    .map(([{ kind, color, icon }, of]): ProposedStation => ({ kind, color, icon, categories: of }))
    .toSorted((one, other) => sizeOf(other) - sizeOf(one))
}
