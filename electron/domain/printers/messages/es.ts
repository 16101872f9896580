import type en from './en.ts'

export default {
  delivery: 'Delivery',
  pickup: 'Retiro',
  table: 'Mesa',
  other: 'Otro pedido',
  due: 'Para {time}',
  starts: 'Empieza {time}',
  allergy: 'ALERGIA',
  cancelled: 'CANCELADO: NO PREPARAR',
  changed: 'Pedido modificado',
  recalled: 'Recuperada',
  fromMenu: 'carta',
  unread: 'Parte de este pedido no se pudo leer. Mira la pantalla.',
  unreadDish: 'No se pudo leer: mira la pantalla',
  dishes: 'Platos: {n}',
  printed: 'Impreso {time}',
  again: 'REIMPRESIÓN: puede haber otra copia',
  practice: 'PRÁCTICA: NO ES UN PEDIDO REAL',
  test: 'Prueba de la impresora',
  testText: 'Si puedes leer todo, la impresora funciona.',
  width: 'Papel: {mm} mm',
} satisfies typeof en
