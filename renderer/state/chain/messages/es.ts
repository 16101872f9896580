import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  instruction: {
    soldOut: 'Agotado: {name}',
    onSale: 'Disponible otra vez: {name}',
    onSaleUnnamed: 'Disponible otra vez',
    profile: 'Ajustes y estaciones',
    reason: '“{reason}”',
    by: '{chain}: {by}',
    waiting: 'Espera la carta de esta tienda.',
    done: 'Listo.',
    nothingLeft: 'Listo: no quedaba nada por poner disponible otra vez.',
    doneItems: 'Listo: {n} producto. | Listo: {n} productos.',
    partly: 'Hecho en parte.',
    partlyItems: 'Hecho en parte: {n} producto. | Hecho en parte: {n} productos.',
    unchanged: 'No cambió nada.',
    missing: 'No se encontró aquí: {names}.',
    missingOfProfile: 'No se encontró o no se aceptó aquí: {names}.',
    'not-found': 'No cambió nada: no se encontró aquí.',
    refused: 'No cambió nada: esta tienda no acepta cambios de la cadena.',
    'too-old': 'No cambió nada: llegó demasiado tarde.',
    failed: 'No cambió nada: no se pudo guardar aquí.',
    changedSince:
      'Cambiado aquí desde entonces: {n} producto. | Cambiados aquí desde entonces: {n} productos.',
  },
} satisfies MessagesLike<typeof en>
