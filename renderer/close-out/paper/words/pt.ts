import type { WordsLike } from '../../../locales/word-table.ts'
import type { en } from './en.ts'

export const pt: WordsLike<typeof en> = {
  closeOutPaper: {
    roll: 'Imprimir em {printer}',
    sheet: 'Imprimir uma folha',
    pdf: 'PDF',
    table: 'CSV para o contador',
    json: 'JSON',
    size: 'Tamanho da folha',
    a4: 'A4',
    letter: 'Carta',
    saved: 'O PDF está salvo.',
  },
}
