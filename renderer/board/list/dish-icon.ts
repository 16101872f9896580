import {
  Baby,
  Beef,
  Beer,
  CakeSlice,
  Coffee,
  CookingPot,
  Croissant,
  CupSoda,
  Drumstick,
  EggFried,
  Fish,
  Hamburger,
  IceCreamCone,
  Martini,
  Pizza,
  Popcorn,
  Salad,
  Sandwich,
  Shrimp,
  Soup,
  Utensils,
  Vegan,
  Wheat,
  Wine,
} from '@lucide/vue'

/** The beginnings of words in three languages, without accents; the first that fits counts. */
const icons = [
  [Pizza, 'pizza'],
  [Hamburger, 'hamburg|burger|smash'],
  [EggFried, 'desayuno|cafe da manha|breakfast|brunch|huevo|ovos?\\b|eggs?\\b|omelet'],
  [IceCreamCone, 'helado|sorvete|ice cream|gelato'],
  [CakeSlice, 'postre|sobremesa|dessert|tortas?\\b|bolos?\\b|cake|dulce|doces?\\b|sweet|brownie'],
  [Salad, 'ensalad|salad|bowl|poke'],
  [Soup, 'sopa|soup|caldo|ramen|crema'],
  [Wine, 'vino|vinho|wine|espumante'],
  [Beer, 'cervez|cervej|beer|chopp|schop'],
  [Martini, 'coctel|cocktail|coquetel|trago|pisco|caipirinha'],
  [Coffee, 'cafe|coffee|espresso|capuc|cappuc|te\\b|tes\\b|cha\\b|chas\\b|teas?\\b|infusion'],
  [
    CupSoda,
    'bebida|drink|beverage|jugo|suco|juice|refresco|refrigerante|gaseosa|soda|agua|water|limonada|batido|smoothie',
  ],
  [
    Sandwich,
    'sandwich|sanduich|lomito|completo|hot ?dog|cachorro|panini|bocadillo|wrap|burrito|taco',
  ],
  [Croissant, 'empanad|pasteis|salgad|panader|panes\\b|pan\\b|pao\\b|paes\\b|bread|bakery'],
  [Shrimp, 'marisco|camaron|camarao|shrimp|seafood|frutos do mar'],
  [Fish, 'sushi|pescado|peixe|fish|salmon|salmao|ceviche|nigiri|sashimi'],
  [Drumstick, 'pollo|frango|chicken|aves?\\b|alitas|wings'],
  [Beef, 'carne|parrilla|churrasc|asado|bife|steak|grill|beef|picanha|meat'],
  [Wheat, 'pasta|fideo|noqui|nhoque|gnocchi|lasan|lasag|macarr|massa|spaghetti|noodle'],
  [CookingPot, 'arroz|rice|risott|guiso|cazuela|feijoad|stew|curry'],
  [Popcorn, 'papas?\\b|batata|fries|acompan|guarnici|sides?\\b|snack|picoteo|porcoes'],
  [Vegan, 'vegan|vegetar|veggie|verdura'],
  [Baby, 'infantil|ninos|crianca|kids'],
] as const

const rules = icons.map(([icon, words]) => ({ icon, fits: new RegExp(`(?:^|[^a-z])(?:${words})`) }))

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** What stands for a dish without a picture: an icon of its categories, or else of its name. */
export function dishIcon(categories: string, name: string) {
  for (const text of [plain(categories), plain(name)])
    for (const { icon, fits } of rules) if (fits.test(text)) return icon
  return Utensils
}
