/** The languages of the menus that ingredients are looked for in. */
export type MenuLanguage = 'es' | 'pt' | 'en'

/** What follows these is not in the dish. */
export const negations: Record<MenuLanguage, ReadonlySet<string>> = {
  es: new Set(['sin', 'no']),
  pt: new Set(['sem', 'nao']),
  en: new Set(['without', 'no', 'hold']),
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that join others. By them the language of a menu is known. Without accents. */
export const joiningWords: Record<MenuLanguage, ReadonlySet<string>> = {
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

/** What kitchens say of many dishes, and no kitchen runs out of: kinds, sizes, ways to cook, praise. Without accents. */
export const kitchenWords: Record<MenuLanguage, ReadonlySet<string>> = {
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
