import { choice, custom, section, toggle } from '../row.ts'
import { wallSizes } from '../fields.ts'

/** How the kitchen's wall looks on this screen, and what a tap does there. */
export const wall = section({
  name: { en: 'The wall', es: 'La cocina en pantalla', pt: 'A cozinha na tela' },
  rows: {
    wallPreview: custom({
      of: null,
      control: 'wall-preview',
      messages: {
        en: { name: 'This screen’s wall', search: 'preview picture example size columns layout' },
        es: {
          name: 'Así se ve en esta pantalla',
          search: 'vista previa imagen ejemplo tamaño columnas disposición',
        },
        pt: {
          name: 'Como fica nesta tela',
          search: 'prévia imagem exemplo tamanho colunas disposição',
        },
      },
    }),
    wallSize: choice(wallSizes, {
      of: 'screen',
      default: 'M',
      messages: {
        en: {
          name: 'Size of the text',
          search: 'large small letters text font zoom bigger read far distance',
        },
        es: {
          name: 'Tamaño del texto',
          search: 'grande pequeño letras letra fuente zoom leer lejos distancia',
        },
        pt: {
          name: 'Tamanho do texto',
          search: 'grande pequeno letras letra fonte zoom ler longe distância',
        },
      },
    }),
    /** Null for as many as the text has room for. */
    wallColumns: choice([null, 2, 3, 4, 5, 6, 7, 8, 9, 10], {
      of: 'screen',
      default: null,
      messages: {
        en: {
          name: 'Columns',
          hint: 'As many as are chosen, as far as the dishes have room.',
          choices: { null: 'Automatic' },
          search: 'cards beside grid layout wide narrow number of columns',
        },
        es: {
          name: 'Columnas',
          hint: 'Tantas como se elijan, mientras los platos tengan lugar.',
          choices: { null: 'Automático' },
          search: 'tarjetas lado cuadrícula disposición ancho angosto cantidad',
        },
        pt: {
          name: 'Colunas',
          hint: 'Tantas quantas forem escolhidas, enquanto os pratos tiverem lugar.',
          choices: { null: 'Automático' },
          search: 'cartões lado grade disposição largo estreito quantidade',
        },
      },
    }),
    wallHeader: toggle({
      of: 'screen',
      default: true,
      messages: {
        en: {
          name: 'Row above the cards',
          hint: 'Name, clock, order types and the ways to the lists. The keys reach the lists without it.',
          search: 'hide show bar top clock full screen header',
        },
        es: {
          name: 'Fila sobre las tarjetas',
          hint: 'Nombre, reloj, tipos de pedido y los accesos a las listas. Sin ella, las teclas llevan a las listas.',
          search: 'ocultar mostrar barra arriba reloj pantalla completa encabezado',
        },
        pt: {
          name: 'Linha acima dos cartões',
          hint: 'Nome, relógio, tipos de pedido e os acessos às listas. Sem ela, as teclas levam às listas.',
          search: 'esconder mostrar barra topo relógio tela cheia cabeçalho',
        },
      },
    }),
    navigation: choice([null, 'shown', 'corner'], {
      of: 'screen',
      default: null,
      messages: {
        en: {
          name: 'Navigation on the wall',
          hint: 'By role: a kitchen’s screen hides it, other screens show it.',
          choices: { null: 'By role', shown: 'Always shown', corner: 'Hidden into a corner' },
          search: 'menu rail bar corner hide show rooms full screen',
        },
        es: {
          name: 'Navegación en la cocina',
          hint: 'Según el rol: una pantalla de cocina la oculta, las demás la muestran.',
          choices: {
            null: 'Según el rol',
            shown: 'Siempre visible',
            corner: 'Oculta en una esquina',
          },
          search: 'menú barra esquina ocultar mostrar salas pared pantalla completa',
        },
        pt: {
          name: 'Navegação na cozinha',
          hint: 'Conforme a função: uma tela da cozinha a esconde, as outras a mostram.',
          choices: {
            null: 'Conforme a função',
            shown: 'Sempre visível',
            corner: 'Escondida num canto',
          },
          search: 'menu barra canto esconder mostrar salas parede tela cheia',
        },
      },
    }),
    cardNumbers: toggle({
      of: 'screen',
      default: false,
      messages: {
        en: {
          name: 'Numbers on the cards',
          hint: 'For a bump bar or a keyboard. Without this they come with the first key.',
          search: 'digits bump bar keyboard number position',
        },
        es: {
          name: 'Números en las tarjetas',
          hint: 'Para una bump bar o un teclado. Sin esto aparecen con la primera tecla.',
          search: 'dígitos bump bar teclado número posición',
        },
        pt: {
          name: 'Números nos cartões',
          hint: 'Para uma bump bar ou um teclado. Sem isto aparecem com a primeira tecla.',
          search: 'dígitos bump bar teclado número posição',
        },
      },
    }),
    headBumps: toggle({
      of: 'screen',
      default: false,
      messages: {
        en: {
          name: 'A tap on the head bumps',
          hint: 'The whole head of a card is a button. The details are then behind a key.',
          search: 'tap touch head title ready bump button target details',
        },
        es: {
          name: 'Tocar la cabecera marca listo',
          hint: 'Toda la cabecera de una tarjeta es un botón. Los detalles quedan en una tecla.',
          search: 'toque tocar cabecera título listo botón detalles',
        },
        pt: {
          name: 'Tocar no cabeçalho marca pronto',
          hint: 'Todo o cabeçalho de um cartão é um botão. Os detalhes ficam numa tecla.',
          search: 'toque tocar cabeçalho título pronto botão detalhes',
        },
      },
    }),
    showPayment: toggle({
      of: 'screen',
      default: false,
      messages: {
        en: {
          name: 'Show payment on the cards',
          search: 'money cash price amount total paid ticket order',
        },
        es: {
          name: 'Mostrar el pago en las tarjetas',
          search: 'dinero efectivo precio monto total pagado cobro tarjeta pedido',
        },
        pt: {
          name: 'Mostrar o pagamento nos cartões',
          search: 'dinheiro preço valor total pago cobrança cartão pedido',
        },
      },
    }),
  },
})
