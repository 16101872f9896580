import type { ProposedIngredient, StockKey } from '#contract/stock/stock.ts'

/** Languages in which ingredients can be found. */
type MenuLanguage = 'es' | 'pt' | 'en'

const negations: Record<MenuLanguage, ReadonlySet<string>> = {
  es: new Set(['sin', 'no']),
  pt: new Set(['sem', 'nao']),
  en: new Set(['without', 'no', 'hold']),
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Function words, which show the language of a menu. Without accents. */
const joiningTerms: Record<MenuLanguage, ReadonlySet<string>> = {
  es: wordsOf(
    'a al ante con de del desde el ella en entre es esta este hasta la las lo los mas ni o para pero por que se si sin sobre son su sus tu tus un una uno unos unas y',
  ),
  pt: wordsOf(
    'a ao aos as com da das de do dos e em entre este esta mais na nas no nos o os ou para pela pelo por que se sem seu sua suas um uma uns umas',
  ),
  en: wordsOf(
    'a an and are as at by for from in into is it its of off on or our over per served the then to topped up with without your',
  ),
}

/**
 * Words that describe many dishes but are no ingredient: types, sizes, cooking methods, praise.
 * Without accents.
 */
const kitchenTerms: Record<MenuLanguage, ReadonlySet<string>> = {
  es: wordsOf(`
    acompanado acompanamiento aderezo agregado ahumado amasado apanado artesanal asado austral barra bebida bien blanco
    bola bolas botella bowl brasa caliente caramelizada caramelizado campo canasta carta casa casera caseras casero caseros chica chico clasica
    clasico cocida cocido combo completa completo compartir crema crispy crujiente crudo cuarto cucharada dia doble dorado
    dos dulce eleccion elige ensalada entera entero especial estilo estofado extra familiar favorito fina fino fondo frasco
    fresca fresco frescos fria frio frita fritas frito fritos fuego fuente fundido gas gourmet gramos grande grandes
    gratinado grillada grilladas grillado grillados guarnicion hechas hecho hechos hervido hojas horno huerta incluye
    individual italiana italiano jugo lata lento libre litro litros madura mar media mediana mediano medio menu mesa
    mini minutos mitad mixta mixto molido momento natural negra negro nivel nuestra nuestro nueva nuevo ocho opcion
    original para parrilla pequena pequeno personal personas picado picante picantes pieza piezas plancha plato platos
    pobre porcion porciones postre preparada preparado premium promo promocion punto rallado receta regular rellena
    rellenas relleno rellenos rica rico rodajas roja rojo rustica rusticas rustico sabor sabores salsa salsas salteada
    salteado salteados sandwich seca seco seis selva servida servido simple suave surtido tabla tamano tartara taza
    temporada tibia tibio tipo tira tiras toda todas todo todos torta tostada tostado tradicional tres triple trozo
    trozos unidad unidades vaso vegana vegano vegetariana vegetariano verde verdes dulces vuelta tiritas apanada asada
    desmenuzado mechada molida peruana chilena deshuesado`),
  pt: wordsOf(`
    acompanha acompanhado acompanhamento adicional artesanal assada assado batido bebida bem bolo caseira caseiro classica
    classico combo completa completo copo cozido crocante cru crua dia doce dobro dois dupla duplo empanada empanado
    entrada especial estilo extra familia fatia fatias forno fresca fresco frescas frescos fria frio frita fritas frito
    fritos gas garrafa gelada gelado grande grandes gratinado grelhada grelhado grelhados inteiro individual italiana
    italiano lanche lata leve litro litros maior massa media medio meia menor mini misto mista molho molhos momento
    natural nossa nosso nova novo opcao original pedaco pedacos pequena pequeno pessoas picado picante porcao porcoes
    prato pratos premium preparado promocao quente quentes ralado receita recheada recheado refeicao rodizio sabor
    sabores salada sanduiche seca seco simples sobremesa suco tabua tamanho temperado temperada temporada tradicional tres
    unidade unidades vegana vegano vegetariana vegetariano verde vermelho`),
  en: wordsOf(`
    baked basket beer bite bites black board boiled bottle bowl braised bread brew broiled can charred chilled choice
    choose chopped classic cold combo cooked creamy crispy crunchy cup cut daily day deep delicious diced dip double
    dressing dried drink each extra family favorite favourite fillet filled fine finished four free fresh freshly fried
    full garnish garnished glass glazed gluten golden gourmet green grilled ground half hand hot house iced individual
    infused juice kids large layered leaf light loaded local lunch made marinated medium melted menu mild mini mixed
    natural new one organic original our ounce pan pieces piece plain plate plates platter poached pot pound premium
    pressed pulled pure rare raw red regular rich ripe roast roasted rolled salad sandwich sauce sauteed seared season
    seasonal seasoned selection served shaved shredded side sides signature simple single six sizzling sliced slices slow
    small smoked smooth soft soup special spicy spread steamed stew strips stuffed style sub sweet tender three thick
    thin toasted top topping toppings traditional triple two vegan vegetarian warm whipped white whole wrap wrapped`),
}

export interface ItemText {
  key: StockKey
  name: string
  description: string
}

/** A person reviews them, and can't review more. */
const maxProposed = 30
/** An ingredient of a single item needs no switch besides the item's own. */
const minItems = 2
const minLetters = 3
/** Longer texts name no more ingredients. */
const maxLetters = 2_000

const languages: readonly MenuLanguage[] = ['es', 'pt', 'en']

/** Without accents and case, for comparison. */
const fold = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** Words as written, by clause, because a negation applies to the end of its clause. */
const clausesOf = (text: string): string[][] =>
  text
    .slice(0, maxLetters)
    .split(/[^\p{L}\p{M}\p{N}\s'’-]/u)
    .map((clause) => clause.match(/[\p{L}\p{M}]+/gu) ?? [])

/** Plural endings and their replacements; the first match applies. */
const endings: Record<MenuLanguage, readonly [ending: RegExp, singular: string][]> = {
  // The final e is removed as well, since it may belong to the plural: camarón, camarones; tomate,
  // tomates.
  es: [
    [/(?<=..)ces$|(?<=..)z$/, 'c'],
    [/(?<=..)e?s?$/, ''],
  ],
  pt: [
    [/(?:oes|aes|aos)$/, 'ao'],
    [/(?<=.)ais$/, 'al'],
    [/(?<=.)eis$/, 'el'],
    [/(?<=..)ns$/, 'm'],
    [/(?<=[rz])es$/, ''],
    [/(?<=..)s$/, ''],
  ],
  en: [
    [/(?<=..)ies$/, 'y'],
    [/(?<=.(?:ch|sh|ss|x|o))es$/, ''],
    [/(?<=[^su])s$/, ''],
  ],
}

/** The common stem of a word's forms, which may be no word itself. */
function stemOf(word: string, language: MenuLanguage): string {
  for (const [ending, singular] of endings[language])
    if (ending.test(word)) return word.replace(ending, singular)
  return word
}

/** The language whose function words a menu uses most. */
function languageOf(texts: readonly ItemText[]): MenuLanguage {
  const counts = languages.map((language) => ({ language, n: 0 }))
  for (const { name, description } of texts)
    for (const word of fold(`${name} ${description}`.slice(0, maxLetters)).split(/[^\p{L}]+/u))
      for (const count of counts) if (joiningTerms[count.language].has(word)) count.n += 1
  return counts.reduce((max, each) => (each.n > max.n ? each : max)).language
}

/** A word in all its forms. */
interface Term {
  /** How often each spelling occurs. */
  forms: Map<string, number>
  keys: Set<StockKey>
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const mainForm = ({ forms }: Term): string =>
  [...forms].reduce((max, each) => (each[1] > max[1] ? each : max), ['', 0])[0]

/** Collects the words of a menu's texts that may be ingredients, by their stems. */
class Terms {
  readonly #language: MenuLanguage
  /** Stems that are no ingredients. */
  readonly #common: ReadonlySet<string>
  readonly #terms = new Map<string, Term>()

  constructor(language: MenuLanguage, commonNames: readonly string[]) {
    this.#language = language
    const common = [
      ...joiningTerms[language],
      ...kitchenTerms[language],
      ...commonNames.flatMap((name) => clausesOf(name).flat()),
    ]
    this.#common = new Set(common.map((word) => this.#stem(word)))
  }

  add({ key, name, description }: ItemText): void {
    for (const clause of [...clausesOf(name), ...clausesOf(description)])
      this.#addClause(key, clause)
  }

  list(): Term[] {
    return [...this.#terms.values()]
  }

  #stem(word: string): string {
    return stemOf(fold(word), this.#language)
  }

  #addClause(key: StockKey, words: readonly string[]): void {
    for (const word of words) {
      if (negations[this.#language].has(fold(word))) return
      const stem = this.#stem(word)
      if (word.length < minLetters || this.#common.has(stem)) continue
      const term = this.#terms.get(stem) ?? { forms: new Map<string, number>(), keys: new Set() }
      const form = word.toLowerCase()
      term.forms.set(form, (term.forms.get(form) ?? 0) + 1)
      term.keys.add(key)
      this.#terms.set(stem, term)
    }
  }
}

/**
 * Finds ingredients named in a menu's texts, with the items that name each, most items first.
 * Leaves out words that describe many dishes, words in category names, and what a dish is without;
 * `ingredients` are those that need no proposal. It only matches words, so a person confirms the
 * result. Linear in the length of the texts.
 */
export function proposeIngredients(
  texts: readonly ItemText[],
  categories: readonly string[],
  ingredients: readonly string[],
): ProposedIngredient[] {
  const terms = new Terms(languageOf(texts), [...categories, ...ingredients])
  for (const text of texts) terms.add(text)
  return terms
    .list()
    .filter(({ keys }) => keys.size >= minItems)
    .toSorted((one, other) => other.keys.size - one.keys.size)
    .slice(0, maxProposed)
    .map((term) => ({ name: capitalised(mainForm(term)), keys: [...term.keys] }))
}
