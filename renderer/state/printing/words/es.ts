import type { WordsLike } from '../../../locales/word-table.ts'
import type { en } from './en.ts'

export const es: WordsLike<typeof en> = {
  printing: {
    queued: 'Pronto le toca',
    sending: 'Imprimiendo…',
    unknown: 'La impresora se quedó muda. Mira si salió el papel.',
    confirmed: 'Impreso',
    again: 'Imprimir otra vez',
    there: 'Sí salió',
    withdraw: 'No imprimir',
    ticket: 'Pedido {title}',
    'close-out': 'Cierre {title}',
    test: 'Tira de prueba',
  },
  printTrouble: {
    'nobody-listens': 'En espera: nadie escucha en la dirección de la impresora. ¿Está encendida?',
    'no-such-name': 'En espera: el nombre de la impresora no se encuentra en esta red.',
    'no-way-there': 'En espera: este equipo no encuentra camino hasta la impresora.',
    'too-slow': 'En espera: la impresora no responde. ¿Está encendida?',
    'cut-off': 'En espera: se cortó la conexión con la impresora.',
    'no-printer':
      'Lo que responde en esa dirección no es una impresora de recibos. Revisa la dirección en Ajustes.',
    'not-for-printers':
      'En espera: Kitchen Pass no imprime en esta dirección o puerto. Un encargado puede permitirlo en Ajustes.',
  },
}
