import type { PaperWords } from './en.ts'

export const es: PaperWords = {
  delivery: 'Delivery',
  pickup: 'Retiro',
  table: 'Mesa',
  other: 'Otro pedido',
  due: 'Para {time}',
  starts: 'Empieza {time}',
  allergy: 'ALERGIA',
  cancelled: 'CANCELADO: NO SE PREPARA',
  changed: 'Cambió después de llegar',
  recalled: 'Recuperado',
  fromMenu: 'carta',
  unread: 'Parte de este pedido no se pudo leer. Mira la pantalla.',
  unreadDish: 'No se pudo leer: mira la pantalla',
  dishes: 'Platos: {n}',
  printed: 'Impreso {time}',
  again: 'IMPRESO OTRA VEZ: puede haber otro igual',
  practice: 'PRÁCTICA: NO ES UN PEDIDO REAL',
  test: 'Prueba de la impresora',
  testText: 'Si todo esto se puede leer, la impresora está bien.',
  width: 'Papel de {mm} mm',
}
