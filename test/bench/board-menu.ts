import type { MenuPayload } from '#practice/menu/payload.ts'

const dishes = ['Hamburguesa', 'Sándwich', 'Empanada', 'Cazuela', 'Ensalada', 'Panqueque', 'Ají']
const kinds = ['clásica', 'de champiñón', 'con jalapeños', 'a lo pobre', 'del día', 'napolitana']
const extras = ['Palta', 'Plátano frito', 'Limón', 'Queso ñuble', 'Tomate', 'Maíz', 'Orégano']

const products = 2_000
const categories = 40
const modifiers = 500
const optionsEach = 10

const nameOf = (from: readonly string[], nth: number): string => from[nth % from.length] ?? ''
const dishName = (nth: number): string =>
  `${nameOf(dishes, nth)} ${nameOf(kinds, Math.floor(nth / dishes.length))} ${String(nth)}`

const range = <T>(length: number, make: (nth: number) => T): T[] =>
  Array.from({ length }, (_, nth) => make(nth))

/** A menu of 2,000 products and 5,000 options in the platform's format; the names have accents. */
export function largeMenu(sample: MenuPayload): object {
  const { products: some, modifiers: groups, options } = sample
  const [product, modifier, option] = [some[0], groups[0], options[0]]
  if (product === undefined || modifier === undefined || option === undefined)
    throw new Error('the sample is empty')
  return {
    menu: sample.menu,
    categories: range(categories, (nth) => ({
      _id: `cat-${String(nth)}`,
      name: `Categoría ${String(nth)}`,
      externalId: `C${String(nth)}`,
      priority: String(categories - nth),
      metadata: {},
    })),
    products: range(products, (nth) => ({
      ...product,
      _id: `prd-${String(nth)}`,
      name: dishName(nth),
      externalId: `P${String(nth)}`,
      available: nth % 50 !== 7,
      categoriesExternalIds: [`C${String(Math.floor((nth * categories) / products))}`],
      modifiersExternalIds: [`G${String(nth % modifiers)}`],
    })),
    modifiers: range(modifiers, (nth) => ({
      ...modifier,
      _id: `mod-${String(nth)}`,
      name: `Agregados ${String(nth)}`,
      externalId: `G${String(nth)}`,
      optionIds: range(optionsEach, (place) => `O${String(nth * optionsEach + place)}`),
    })),
    options: range(modifiers * optionsEach, (nth) => ({
      ...option,
      _id: `opt-${String(nth)}`,
      name: `${nameOf(extras, nth)} ${nameOf(kinds, nth)} ${String(nth)}`,
      externalId: `O${String(nth)}`,
      available: nth % 100 !== 3,
    })),
  }
}
