import { choice, custom, section, toggle } from '../row.ts'
import { wallSizes } from '../fields.ts'

export const wall = section({
  name: { en: 'Kitchen wall', es: 'Pantalla de cocina', pt: 'Tela da cozinha' },
  rows: {
    wallPreview: custom({
      of: null,
      control: 'wall-preview',
      messages: {
        en: {
          name: 'Preview of this screen',
          search: 'preview picture example size columns layout',
        },
        es: {
          name: 'Vista previa de esta pantalla',
          search: 'vista previa imagen ejemplo tamaño columnas disposición',
        },
        pt: {
          name: 'Prévia desta tela',
          search: 'prévia imagem exemplo tamanho colunas disposição',
        },
      },
    }),
    wallSize: choice(wallSizes, {
      of: 'screen',
      default: 'M',
      messages: {
        en: {
          name: 'Text size',
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
    /** Null for as many columns as fit. */
    wallColumns: choice([null, 2, 3, 4, 5, 6, 7, 8, 9, 10], {
      of: 'screen',
      default: null,
      messages: {
        en: {
          name: 'Columns',
          hint: 'Fewer are shown if the dishes don’t fit.',
          choices: { null: 'Automatic' },
          search: 'cards beside grid layout wide narrow number of columns',
        },
        es: {
          name: 'Columnas',
          hint: 'Se muestran menos si los platos no caben.',
          choices: { null: 'Automático' },
          search: 'tarjetas lado cuadrícula disposición ancho angosto cantidad',
        },
        pt: {
          name: 'Colunas',
          hint: 'São mostradas menos se os pratos não couberem.',
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
          name: 'Top bar',
          hint: 'Shows the name, the clock, order types and lists. Keys open the lists without it.',
          search: 'hide show bar top clock full screen header',
        },
        es: {
          name: 'Barra superior',
          hint: 'Muestra el nombre, la hora, los tipos de pedido y las listas. Sin ella, las listas se abren con teclas.',
          search: 'ocultar mostrar barra arriba reloj pantalla completa encabezado',
        },
        pt: {
          name: 'Barra superior',
          hint: 'Mostra o nome, a hora, os tipos de pedido e as listas. Sem ela, as listas abrem pelas teclas.',
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
          hint: 'By role: kitchen screens hide it, other screens show it.',
          choices: { null: 'By role', shown: 'Always shown', corner: 'Hidden in a corner' },
          search: 'menu rail bar corner hide show rooms full screen',
        },
        es: {
          name: 'Navegación en la cocina',
          hint: 'Según el rol: las pantallas de cocina la ocultan, las demás la muestran.',
          choices: {
            null: 'Según el rol',
            shown: 'Siempre visible',
            corner: 'Oculta en una esquina',
          },
          search: 'menú barra esquina ocultar mostrar salas pared pantalla completa',
        },
        pt: {
          name: 'Navegação na cozinha',
          hint: 'Conforme a função: as telas da cozinha escondem, as outras mostram.',
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
          name: 'Ticket numbers',
          hint: 'For a bump bar or keyboard. If off, they appear when a key is pressed.',
          search: 'digits bump bar keyboard number position',
        },
        es: {
          name: 'Números en las comandas',
          hint: 'Para una bump bar o un teclado. Si está apagado, aparecen al apretar una tecla.',
          search: 'dígitos bump bar teclado número posición',
        },
        pt: {
          name: 'Números nas comandas',
          hint: 'Para uma bump bar ou um teclado. Desligado, aparecem ao apertar uma tecla.',
          search: 'dígitos bump bar teclado número posição',
        },
      },
    }),
    headBumps: toggle({
      of: 'screen',
      default: false,
      messages: {
        en: {
          name: 'Tap the header to bump',
          hint: 'The whole header of a ticket becomes a button. Details then open with a key.',
          search: 'tap touch head title ready bump button target details',
        },
        es: {
          name: 'Tocar el encabezado marca listo',
          hint: 'Todo el encabezado de la comanda es un botón. Los detalles se abren con una tecla.',
          search: 'toque tocar cabecera título listo botón detalles',
        },
        pt: {
          name: 'Tocar no cabeçalho marca pronto',
          hint: 'Todo o cabeçalho da comanda vira um botão. Os detalhes abrem com uma tecla.',
          search: 'toque tocar cabeçalho título pronto botão detalhes',
        },
      },
    }),
    showPayment: toggle({
      of: 'screen',
      default: false,
      messages: {
        en: {
          name: 'Show payment on tickets',
          search: 'money cash price amount total paid ticket order',
        },
        es: {
          name: 'Mostrar el pago en las comandas',
          search: 'dinero efectivo precio monto total pagado cobro tarjeta pedido',
        },
        pt: {
          name: 'Mostrar o pagamento nas comandas',
          search: 'dinheiro preço valor total pago cobrança cartão pedido',
        },
      },
    }),
  },
})
