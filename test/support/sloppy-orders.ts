/** What a sloppy platform could send, and what a cook must be able to read of it. */
export interface SloppyOrder {
  title: string
  /** Fields of the order that replace those of a sample. */
  order: Record<string, unknown>
  /** Texts on the card. */
  card: string[]
  /** Dishes with their amounts, with a dash for each combo around them, in order. */
  dishes?: string[]
  /** Words that must raise an alarm on the card. */
  alarms?: string[]
  details?: string[]
  never?: string[]
}

const long = 'Tabla de la casa con centolla, ostiones, locos y salsa verde '.repeat(8).trim()
const zeroWidth = '\u200b'
const hardBlank = '\u00a0'
const dish = (name: unknown, fields: object = {}) => ({ product: { name }, amount: 1, ...fields })
const optionsOf = (...names: string[]) => [
  { name: 'Elige', options: names.map((name) => ({ name })) },
]

export const sloppyOrders: readonly SloppyOrder[] = [
  {
    title: 'numbers as text, texts as numbers',
    order: {
      items: [
        { _id: 7, product: { _id: 12, name: 4321 }, amount: '3', comment: 55 },
        { _id: '8', product: { _id: '13', name: 'Sopa' }, amount: '2', unitPrice: '$ 5.990' },
      ],
    },
    card: ['4321', '55', 'Sopa'],
    dishes: ['3 4321', '2 Sopa'],
  },
  {
    title: 'nothing where something should be',
    order: {
      items: [
        {
          product: null,
          name: 'Arepa reina pepiada',
          amount: null,
          comment: null,
          modifiers: null,
        },
        { product: { name: null }, title: 'Cachapa', amount: '', modifiers: [null] },
      ],
    },
    card: ['Arepa reina pepiada', 'Cachapa'],
    dishes: ['1 Arepa reina pepiada', '1 Cachapa'],
  },
  {
    title: 'lists as objects, keyed by id',
    order: {
      items: {
        'line-a': dish('Lomito', {
          modifiers: {
            m1: { name: 'Salsas', options: { o1: { name: 'Ají verde' }, o2: 'Chimichurri' } },
          },
        }),
        'line-b': dish('Chorrillana', { modifiers: { 'Sin cebolla': true, Palta: 2 } }),
      },
    },
    card: [
      'Lomito',
      'Salsas',
      'Ají verde',
      'Chimichurri',
      'Chorrillana',
      'Sin cebolla',
      '2× Palta',
    ],
    dishes: ['1 Lomito', '1 Chorrillana'],
  },
  {
    title: 'one thing alone instead of a list',
    order: {
      items: dish('Barros Luco', {
        modifiers: {
          modifierId: 'm',
          name: 'Pan',
          options: { optionId: 'o', name: 'Frica integral' },
        },
      }),
    },
    card: ['Barros Luco', 'Pan', 'Frica integral'],
    dishes: ['1 Barros Luco'],
  },
  {
    title: 'items as JSON text, with a combo in them',
    order: {
      items: JSON.stringify([
        dish('Combo familiar', {
          amount: 2,
          items: [dish('Pollo entero'), dish('Papas grandes', { amount: 3, comment: 'Sin sal' })],
        }),
      ]),
    },
    card: ['Combo familiar', 'Pollo entero', 'Papas grandes', 'Sin sal'],
    dishes: ['2 Combo familiar', '- 2 Pollo entero', '- 6 Papas grandes'],
  },
  {
    title: 'combos within combos, each under another name',
    order: {
      items: [
        dish('Once completa', {
          children: [
            dish('Bandeja', {
              subItems: [
                dish('Té', { components: [dish('Azúcar', { combo_items: ['Sobre azul'] })] }),
              ],
            }),
          ],
        }),
        dish('Completo'),
      ],
    },
    card: ['Once completa', 'Bandeja', 'Té', 'Azúcar', 'Sobre azul', 'Completo'],
    dishes: [
      '1 Once completa',
      '- 1 Bandeja',
      '-- 1 Té',
      '--- 1 Azúcar',
      '---- 1 Sobre azul',
      '1 Completo',
    ],
  },
  {
    title: 'what is in a combo lies in its product, keyed by id and as JSON text',
    order: {
      items: [
        {
          amount: 1,
          product: { name: 'Caja dúo', products: { a: dish('Sushi'), b: dish('Gyoza') } },
        },
        dish('Menú niño', { bundleItems: '[{"name":"Nuggets","quantity":"6"}]' }),
      ],
    },
    card: ['Caja dúo', 'Sushi', 'Gyoza', 'Menú niño', 'Nuggets'],
    dishes: ['1 Caja dúo', '- 1 Sushi', '- 1 Gyoza', '1 Menú niño', '- 6 Nuggets'],
  },
  {
    title: 'emojis',
    order: { items: [dish('🍔 Hamburguesa 👩‍👩‍👧', { comment: '🥜 no, por favor' })] },
    card: ['🍔 Hamburguesa 👩‍👩‍👧', '🥜 no, por favor'],
    alarms: ['🥜'],
  },
  {
    title: 'text from right to left',
    order: {
      items: [
        dish('شاورما دجاج', { comment: 'בלי בצל, alergia al sésamo', modifiers: optionsOf('حمص') }),
      ],
    },
    card: ['شاورما دجاج', 'בלי בצל, alergia al sésamo', 'حمص'],
    alarms: ['alergia'],
  },
  {
    title: 'very long names',
    order: { items: [dish(long, { modifiers: optionsOf(long), comment: `${long} y sin nueces` })] },
    card: [long, `${long} y sin nueces`],
    alarms: ['nueces'],
  },
  {
    title: 'the same id for several dishes',
    order: {
      items: [
        dish('Ravioles', { _id: 'x', comment: 'Con crema' }),
        dish('Ravioles', { _id: 'x', comment: 'Con pomodoro' }),
        dish('Ñoquis', { _id: 'x' }),
      ],
    },
    card: ['Con crema', 'Con pomodoro', 'Ñoquis'],
    dishes: ['1 Ravioles', '1 Ravioles', '1 Ñoquis'],
  },
  {
    title: 'none, a part, and less than none',
    order: {
      items: [
        dish('Pan', { amount: 0 }),
        dish('Jamón por kilo', { amount: 0.25 }),
        dish('Bebida devuelta', { amount: -1 }),
        dish('Combo de nada', { amount: 0, items: [dish('Su parte', { amount: 0.1 })] }),
      ],
    },
    card: ['Jamón por kilo', 'Bebida devuelta', 'Combo de nada', 'Su parte'],
    dishes: ['0.25 Jamón por kilo', '-1 Bebida devuelta', '0 Combo de nada', '- 0.1 Su parte'],
  },
  {
    title: 'markup in every text',
    order: {
      items: [
        dish('<b>Sopa</b> & <script>alert(1)</script>', {
          comment: '<img src=x onerror=alert(2)> sin "sal"',
          modifiers: optionsOf('Pan &amp; palta'),
        }),
      ],
    },
    card: [
      '<b>Sopa</b> & <script>alert(1)</script>',
      '<img src=x onerror=alert(2)>',
      'Pan & palta',
    ],
  },
  {
    title: 'no id anywhere',
    order: {
      items: [
        { product: { name: 'Pastel' }, modifiers: optionsOf('Choclo', 'Papas') },
        { product: { name: 'Pastel' }, modifiers: optionsOf('Jaiba') },
      ],
    },
    card: ['Pastel', 'Choclo, Papas', 'Jaiba'],
    dishes: ['1 Pastel', '1 Pastel'],
  },
  {
    title: 'options twice, with and without a number',
    order: {
      items: [
        dish('Pizza', {
          modifiers: [
            {
              modifierId: 'm',
              name: 'Extra',
              countById: { ques: 2 },
              options: [
                { optionId: 'ques', name: 'Queso' },
                { optionId: 'ques', name: 'Queso' },
                { name: 'Oliva' },
                { name: 'Oliva' },
                { name: 'Oliva' },
                { name: 'Rúcula', quantity: '4' },
              ],
            },
          ],
        }),
      ],
    },
    card: ['Extra: 2× Queso, 3× Oliva, 4× Rúcula'],
  },
  {
    title: 'choices in the place of their groups, and groups of which nothing was chosen',
    order: {
      items: [
        dish('Churrasco', {
          modifiers: [
            { name: 'Sin mayonesa' },
            { modifierName: 'Extra palta', modifierQuantity: 2 },
            'Bien cocido',
            { name: 'Ensaladas', options: [] },
          ],
        }),
      ],
    },
    card: ['Churrasco', 'Sin mayonesa', '2× Extra palta', 'Bien cocido'],
    never: ['Ensaladas'],
  },
  {
    title: 'modifiers within options',
    order: {
      items: [
        dish('Poke', {
          modifiers: [
            {
              name: 'Base',
              options: [
                { name: 'Arroz', modifiers: [{ name: 'Tipo', options: [{ name: 'Integral' }] }] },
                { name: 'Quinoa', options: { 'Sin sal': true } },
              ],
            },
          ],
        }),
      ],
    },
    card: ['Base: Arroz, Quinoa', 'Arroz · Tipo: Integral', 'Quinoa: Sin sal'],
  },
  {
    title: 'comments as lists and objects, an allergy in them with a sign that nobody sees',
    order: {
      items: [
        dish('Curry', { comment: ['Poco picante', { text: `aler${zeroWidth}gia al maní` }] }),
        dish('Naan', {
          comment: { text: 'Sin ajo', by: 'mesa 4', tokens: ['abc'], at: '2026-11-20' },
        }),
        dish('Raita', { comment: { 'Sin nueces': true, 'Sin pepino': false } }),
      ],
    },
    card: ['Poco picante', 'gia al maní', 'Sin ajo', 'Sin nueces'],
    alarms: ['maní', 'nueces'],
    never: ['Sin pepino', 'abc'],
  },
  {
    title: 'comments under other names',
    order: {
      items: [
        dish('Ceviche', {
          specialInstructions: 'Sin cilantro',
          modifiers: [
            { name: 'Pescado', options: [{ name: 'Reineta', note: 'allergic to shrimp' }] },
          ],
        }),
        dish('Tiradito', { product: { name: 'Tiradito', notes: { cocina: 'Muy frío' } } }),
        dish('Chaufa', { metadata: { allergies: ['milk', 'eggs'], gluten: false } }),
      ],
    },
    card: ['Sin cilantro', 'allergic to shrimp', 'Muy frío', 'allergies: milk', 'allergies: eggs'],
    alarms: ['allergic', 'allergies'],
  },
  {
    title: 'what was asked at the checkout, and fields that nobody knows',
    order: {
      items: [dish('Torta')],
      orderParams: {
        comment: 'Cortar en ocho',
        cutlery: false,
        people: 8,
        surprise: { for: 'Ana' },
      },
      kitchen_notes: ['Con vela', 'Sin azúcar'],
      metadata: { occasion: { es: 'Cumpleaños de la abuela' } },
      extra: [{ deep: { deeper: [{ text: 'Celíaca: usar tabla limpia' }] } }],
    },
    card: ['Cortar en ocho', 'Con vela', 'Sin azúcar', 'Celíaca: usar tabla limpia'],
    alarms: ['Celíaca'],
    details: ['Cumpleaños de la abuela', 'Ana', '8'],
  },
  {
    title: 'texts for others than cooks',
    order: {
      items: [
        dish('Ensalada', {
          product: { name: 'Ensalada', metadata: { story: 'De la huerta de Olga' } },
        }),
      ],
      hasManagedDelivery: true,
      gift: { message: 'Feliz día, mamá' },
      billing: { notes: 'Factura a nombre de la empresa' },
      address: { address: 'Calle 1', comment: 'Timbre malo, golpear' },
      deliveries: [
        { _id: 'd', instructions: ['Dejar en conserjería', { en: 'Leave it at the desk' }] },
      ],
      couponName: 'Almuerzo de los lunes',
    },
    card: ['Ensalada'],
    details: [
      'Feliz día, mamá',
      'Factura a nombre de la empresa',
      'Timbre malo, golpear',
      'Dejar en conserjería',
      'Leave it at the desk',
      'De la huerta de Olga',
      'Almuerzo de los lunes',
    ],
    never: ['Feliz día', 'Factura', 'Timbre', 'conserjería', 'huerta'],
  },
  {
    title: 'allergies where no cook looks',
    order: {
      items: [dish('Trufas', { description: 'Caja de 6. Cliente con anafilaxia' })],
      gift: { message: 'No nuts in it, please' },
      billing: { note: 'Sem amendoim' },
      address: { address: 'Calle 1', comment: `sin${hardBlank}mariscos` },
      deliveries: [{ _id: 'd', instructions: 'El repartidor es ALÉRGICO a los perros' }],
      orderParams: { a: { b: { c: { d: { e: { f: { g: 'intolerante a la lactosa' } } } } } } },
    },
    card: [
      'Cliente con anafilaxia',
      'No nuts in it, please',
      'Sem amendoim',
      'mariscos',
      'El repartidor es ALÉRGICO a los perros',
      'intolerante a la lactosa',
    ],
    alarms: ['anafilaxia', 'nuts', 'amendoim', 'mariscos', 'ALÉRGICO', 'intolerante', 'lactosa'],
  },
  {
    title: 'a telephone and an e-mail beside an allergy',
    order: {
      items: [dish('Sashimi')],
      notes: 'Alergia al huevo. Llamar al +56 9 1234 5678 o a ana.perez@example.com',
      contact: { phone: '+56 9 8765 4321', mail: 'otra@example.com' },
    },
    card: ['Alergia al huevo. Llamar al'],
    alarms: ['Alergia'],
    never: ['1234 5678', 'ana.perez', '8765', 'otra@'],
  },
  {
    title: 'a telephone in the instructions of a dish',
    order: {
      items: [
        dish('Pizza', {
          instructions: 'Sin orégano, dudas al +56 9 1111 2222 o a pizza@example.com',
        }),
      ],
    },
    card: ['Sin orégano, dudas al'],
    details: ['+56 9 1111 2222 o a pizza@example.com'],
    never: ['1111 2222', 'pizza@'],
  },
  {
    title: 'what machines wrote',
    order: {
      items: [
        dish('Té', { metadata: { sku: 'TE-0042', image: 'https://example.com/alergia.png' } }),
      ],
      orderParams: {
        sessionToken: 'alergia-de-mentira',
        callbackUrl: 'https://example.com/sin-nueces?x=1',
        deviceId: '9f86d081884c7d65',
        request: 'Hirviendo',
      },
      trace: '0b8f6f0e-2d3c-4b53-9d6b-2f3a7c1e5d10',
      note: 'https://example.com/note/12',
      hash: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
    },
    card: ['Té'],
    details: ['Hirviendo'],
    never: ['TE-0042', 'example.com', 'mentira', '9f86', '0b8f', 'eyJ'],
  },
  {
    title: 'other names for everything, of older orders and other systems',
    order: {
      items: [
        {
          title: 'Paila marina',
          qty: '2',
          options: [{ title: 'Pan', selections: ['Marraqueta', 'Hallulla'] }],
        },
        { productName: 'Mote con huesillo', quantity: 3, observaciones: 'Bien helado' },
        ['Agua', 'Vino'],
        'Café',
      ],
    },
    card: ['Paila marina', 'Pan: Marraqueta, Hallulla', 'Mote con huesillo', 'Bien helado', 'Café'],
    dishes: ['2 Paila marina', '3 Mote con huesillo', '1 Agua', '1 Vino', '1 Café'],
  },
  {
    title: 'options of a combo’s parts, and an allergy in a part',
    order: {
      items: [
        dish('Menú ejecutivo', {
          amount: 2,
          items: [
            dish('Entrada', {
              modifiers: optionsOf('Pebre', 'Sin nueces'),
              observação: 'Sem coentro',
            }),
            { item: { name: 'Fondo' }, quantity: 1, note: 'no peanuts' },
          ],
        }),
      ],
    },
    card: [
      'Menú ejecutivo',
      'Entrada',
      'Elige: Pebre, Sin nueces',
      'Sem coentro',
      'Fondo',
      'no peanuts',
    ],
    dishes: ['2 Menú ejecutivo', '- 2 Entrada', '- 2 Fondo'],
    alarms: ['nueces', 'peanuts'],
  },
]
