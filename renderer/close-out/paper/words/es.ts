import type { WordsLike } from '../../../locales/word-table.ts'
import type { en } from './en.ts'

export const es: WordsLike<typeof en> = {
  closeOutPaper: {
    roll: 'Imprimir en {printer}',
    sheet: 'Imprimir una hoja',
    pdf: 'PDF',
    table: 'CSV para contabilidad',
    json: 'JSON',
    size: 'Tamaño de la hoja',
    a4: 'A4',
    letter: 'Carta',
    saved: 'El PDF está guardado.',
  },
}
